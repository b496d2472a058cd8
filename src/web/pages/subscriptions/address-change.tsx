import { useMutation, useQuery } from '@tanstack/react-query';
import { changeDelivery, type DeliveryReply } from '../../../contract/subscriptions.ts';
import { type CalendarDate, formatDate } from '../../../domain/calendar-date.ts';
import { copiesGoThere } from '../../../domain/letters-in-words.ts';
import { unlessUnreachable } from '../../app/api-failure.ts';
import { call } from '../../app/api.ts';
import { Form } from '../../app/forms.tsx';
import { accountQuery, addressesQuery, deliveryQuery, invalidate, queryClient } from '../../app/queries.ts';
import { DialogChoice, type DialogContentProps } from '../../ui/dialog.tsx';
import { FailureBoard } from '../../ui/notice.tsx';
import { AddressFields } from '../address/address-fields.tsx';
import { ADDRESS_FIELDS, useAddressForm, type AddressFormValues } from '../address/address-form.ts';
import { useCheckedSave, WHOLE_FORM } from '../address/checked-save.tsx';
import { UnsavedChanges } from '../account/unsaved-changes.tsx';
import type { NumberedSubscription } from '../account/owned-subscription.ts';

interface AddressChangeProps extends DialogContentProps {
  readonly subscription: NumberedSubscription;
}

export function AddressChange({ subscription: { reply, label }, onClose, onDone }: AddressChangeProps) {
  const saved = reply.shippingAddress;
  const form = useAddressForm(saved);
  const change = useChangeDelivery(reply.id, onDone);
  const checked = useCheckedSave({ form, save: change, part: WHOLE_FORM });

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

function Reach({ id }: { readonly id: string }) {
  const delivery = useQuery(deliveryQuery(id));
  const words = delivery.data ? reachWords(delivery.data) : 'Letters already sealed keep the old address.';
  return <p>{`For this subscription alone. ${words}`}</p>;
}

function reachWords(delivery: DeliveryReply): string {
  return [firstWords(delivery), ...copiesGoThere(delivery.copies)].join(' ');
}

function firstWords({ firstLetter, copies }: DeliveryReply): string {
  if (firstLetter === null)
    return `No ${copies.length > 0 ? 'other ' : ''}letter is left that a new address could reach.`;
  const { letter, handOver } = firstLetter;
  return `A change made now applies from letter ${letter} on, posted by ${formatDate(handOver.latest as CalendarDate)}.`;
}

function useChangeDelivery(id: string, onDone: AddressChangeProps['onDone']) {
  return useMutation({
    mutationFn: (values: AddressFormValues) => call(changeDelivery, { params: { id }, body: values }),
    onSuccess: async (delivery) => {
      queryClient.setQueryData(deliveryQuery(id).queryKey, delivery);
      void invalidate(addressesQuery);
      await invalidate(accountQuery);
      const { firstLetter, copies } = delivery;
      const from = firstLetter === null ? [] : [`It applies from letter ${firstLetter.letter} on.`];
      const text = ['Shipping address updated successfully!', ...from, ...copiesGoThere(copies)].join(' ');
      onDone({ tone: 'success', text });
    },
  });
}
