import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type AddressReply, createAddress, updateAddress } from '../../../contract/addresses.ts';
import { getDelivery } from '../../../contract/subscriptions.ts';
import { call } from '../../app/api.ts';
import { Form } from '../../app/forms.tsx';
import { accountQuery, addressesQuery, invalidate } from '../../app/queries.ts';
import { DialogChoice } from '../../ui/dialog.tsx';
import { type BoardNotice, FailureBoard } from '../../ui/notice.tsx';
import { LeaveQuestion, UnsavedChanges } from '../account/unsaved-changes.tsx';
import { accountCountries, AddressFields } from '../address/address-fields.tsx';
import { ADDRESS_FIELDS, useAddressForm, type AddressFormValues } from '../address/address-form.ts';
import { saveNotice } from './save-outcome.ts';

interface DefaultAddressFormProps {
  readonly address: AddressReply | null;
  readonly onClose: () => void;
  readonly onSaved: (notice: BoardNotice) => void;
}

/** Replaces the address it changes, and takes the focus. */
export function DefaultAddressForm({ address, onClose, onSaved }: DefaultAddressFormProps) {
  const [edited, setEdited] = useState(address);
  const form = useAddressForm(edited);
  const save = useSaveDefault(edited, onSaved);
  const [isClosing, setIsClosing] = useState(false);
  const { isDirty } = form.formState;
  // Edits of one address must not be saved as another, which has become the default one since.
  if (!isDirty && edited !== address) setEdited(address);
  useEffect(() => form.setFocus('fullName'), [form]);

  function stay(): void {
    setIsClosing(false);
    form.setFocus('fullName');
  }

  return (
    <Form form={form} save={save} fields={ADDRESS_FIELDS}>
      <FailureBoard text={save.isError ? 'Failed to update shipping details. Please try again.' : null} />
      <p>It moves every subscription that uses this address, from the next letter that is not sealed yet.</p>
      <AddressFields countries={accountCountries(edited?.country)} />
      <UnsavedChanges when={isDirty && !save.isSuccess} />
      {isClosing && <LeaveQuestion onStay={stay} onLeave={onClose} />}
      <DialogChoice yes="Save Address" busy={save.isPending} onNo={() => (isDirty ? setIsClosing(true) : onClose())} />
    </Form>
  );
}

function useSaveDefault(address: AddressReply | null, onSaved: DefaultAddressFormProps['onSaved']) {
  return useMutation({
    mutationFn: (body: AddressFormValues) =>
      address === null ? call(createAddress, { body }) : call(updateAddress, { params: { id: address.id }, body }),
    onSuccess: async () => {
      await invalidate(addressesQuery, accountQuery, { queryKey: [getDelivery.path] });
      onSaved(saveNotice('Shipping details updated successfully!'));
    },
  });
}
