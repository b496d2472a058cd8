import { useMutation, useQuery } from '@tanstack/react-query';
import { changeDelivery } from '../../../contract/subscriptions.ts';
import { copiesGoThere, lettersGo } from '../../../domain/letters-in-words.ts';
import { unlessUnreachable } from '../../app/api-failure.ts';
import { call } from '../../app/api.ts';
import { Form } from '../../app/forms.tsx';
import {
  accountQuery,
  addressesQuery,
  cacheAnswer,
  deliveryQuery,
  invalidate,
  lettersQuery,
} from '../../app/queries.ts';
import { DialogChoice, type DialogContentProps } from '../../ui/dialog.tsx';
import { FailureBoard } from '../../ui/notice.tsx';
import { AddressFields } from '../address/address-fields.tsx';
import { ADDRESS_FIELDS, useAddressForm, type AddressFormValues } from '../address/address-form.ts';
import { useAddressCheck, WHOLE_FORM } from '../address/address-check.tsx';
import { placeOf, reachWords } from '../letters/letter-words.ts';
import { UnsavedChanges } from '../account/unsaved-changes.tsx';
import type { NumberedSubscription } from '../account/owned-subscription.ts';

interface AddressChangeProps extends DialogContentProps {
  readonly subscription: NumberedSubscription;
}

export function AddressChange({ subscription: { reply, label }, onClose, onDone }: AddressChangeProps) {
  const saved = reply.shippingAddress;
  const form = useAddressForm(saved);
  const change = useChangeDelivery(reply.id, onDone);
  const checked = useAddressCheck({ form, save: change, part: WHOLE_FORM });

  return (
    <Form form={form} save={checked.save} fields={ADDRESS_FIELDS} legend={label}>
      <FailureBoard text={change.isError ? unlessUnreachable(change.error, NOT_SAVED) : null} />
      <Reach id={reply.id} />
      <AddressFields />
      <UnsavedChanges when={form.formState.isDirty && !change.isSuccess} />
      {checked.question}
      <DialogChoice yes="Save Address" busy={change.isPending || checked.isAsking} onNo={onClose} />
    </Form>
  );
}

const NOT_SAVED = 'Error updating shipping address. Please try again.';
const NONE_REACHED = 'But this subscription’s remaining letters don’t go to the new address.';

function Reach({ id }: { readonly id: string }) {
  const delivery = useQuery(deliveryQuery(id)).data;
  const elsewhere = useQuery(lettersQuery(id)).data?.temporaryAddresses ?? [];
  const stay = elsewhere.map(
    ({ letters, address }) => `${lettersGo(letters)} to the temporary address (${placeOf(address)}), as before.`,
  );
  return (
    <p>
      {['This changes the address of this subscription only.', reachWords(delivery, firstToChange), ...stay].join(' ')}
    </p>
  );
}

function firstToChange(letter: number, handedOverBy: string): string {
  return `If you save now, the new address applies from letter ${letter} on. We plan to mail letter ${letter} by ${handedOverBy}.`;
}

function useChangeDelivery(id: string, onDone: AddressChangeProps['onDone']) {
  return useMutation({
    mutationFn: (values: AddressFormValues) => call(changeDelivery, { params: { id }, body: values }),
    onSuccess: async (delivery) => {
      cacheAnswer(deliveryQuery(id), delivery);
      void invalidate(addressesQuery, lettersQuery(id));
      await invalidate(accountQuery);
      const { firstLetter, copies } = delivery;
      const from = firstLetter === null ? [] : [`The new address applies from letter ${firstLetter.letter} on.`];
      const reached = [...from, ...copiesGoThere(copies)];
      const words = reached.length === 0 ? [NONE_REACHED] : reached;
      const text = ['Shipping address updated successfully!', ...words].join(' ');
      onDone({ tone: 'success', text });
    },
  });
}
