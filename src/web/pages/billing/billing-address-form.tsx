import { useMutation } from '@tanstack/react-query';
import { saveBillingAddress } from '../../../contract/billing.ts';
import { SHIPPING_COUNTRIES } from '../../../domain/countries.ts';
import { call } from '../../app/api.ts';
import { queryClient } from '../../app/queries.ts';
import { Fetched } from '../../app/fetched.tsx';
import { Form } from '../../app/forms.tsx';
import { DialogChoice, type DialogContentProps } from '../../ui/dialog.tsx';
import { FailureBoard } from '../../ui/notice.tsx';
import { UnsavedChanges } from '../account/unsaved-changes.tsx';
import { AddressFields } from '../address/address-fields.tsx';
import { ADDRESS_FIELDS, type AddressLines, useAddressForm, type AddressFormValues } from '../address/address-form.ts';
import { billingAddressQuery } from './billing-queries.ts';

export function BillingAddressForm(props: DialogContentProps) {
  // Before the saved address is known the form would look empty, and could be saved so.
  return (
    <Fetched query={billingAddressQuery} label="Fetching your billing address">
      {(saved) => <AddressForm {...props} saved={saved} />}
    </Fetched>
  );
}

interface AddressFormProps extends DialogContentProps {
  readonly saved: AddressLines | null;
}

function AddressForm({ saved, onClose, onDone }: AddressFormProps) {
  const form = useAddressForm(saved);
  const save = useSaveBillingAddress(onDone);
  return (
    <Form form={form} save={save} fields={ADDRESS_FIELDS}>
      <FailureBoard text={save.error?.message ?? null} />
      <p>It is printed on invoices and receipts from now on. Your letters go where they always went.</p>
      <AddressFields countries={SHIPPING_COUNTRIES} section="billing" />
      <UnsavedChanges when={form.formState.isDirty && !save.isSuccess} />
      <DialogChoice yes="Save Address" busy={save.isPending} onNo={onClose} />
    </Form>
  );
}

function useSaveBillingAddress(onDone: DialogContentProps['onDone']) {
  return useMutation({
    mutationFn: (values: AddressFormValues) => call(saveBillingAddress, { body: values }),
    onSuccess: ({ address }) => {
      queryClient.setQueryData(billingAddressQuery.queryKey, address);
      onDone({ tone: 'success', text: 'Billing address updated successfully!' });
    },
  });
}
