import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FormProvider } from 'react-hook-form';
import { saveBillingAddress } from '../../../contract/billing.ts';
import type { AddressField } from '../../../domain/address.ts';
import { SHIPPING_COUNTRIES } from '../../../domain/countries.ts';
import { call } from '../../app/api.ts';
import { showFieldFailures } from '../../app/forms.tsx';
import { useSavedForm } from '../../app/forms.tsx';
import { DialogChoice } from '../../ui/dialog-body.tsx';
import { FieldGroup } from '../../ui/field.tsx';
import type { BoardNotice } from '../../ui/notice-board.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TryAgain } from '../../ui/try-again.tsx';
import { FailureBoard } from '../../ui/notice-board.tsx';
import { UnsavedChanges } from '../account/unsaved-changes.tsx';
import { AddressFields } from '../address/address-fields.tsx';
import {
  addressForm,
  type AddressFormValues,
  addressShape,
  EMPTY_ADDRESS,
  toFormValues,
} from '../address/address-form.ts';
import { billingAddressQuery } from './billing-queries.ts';

interface BillingAddressFormProps {
  readonly onClose: () => void;
  readonly onDone: (notice: BoardNotice) => void;
}

export function BillingAddressForm(props: BillingAddressFormProps) {
  const saved = useQuery(billingAddressQuery);
  if (saved.isPending) return <Skeleton label="Fetching your billing address" />;
  // Before the saved address is known the form would look empty, and could be saved so.
  if (saved.data === undefined) {
    return (
      <TryAgain busy={saved.isFetching} onRetry={() => void saved.refetch()}>
        {saved.error.message}
      </TryAgain>
    );
  }
  return <Form {...props} startingValues={saved.data ? toFormValues(saved.data) : EMPTY_ADDRESS} />;
}

interface FormProps extends BillingAddressFormProps {
  readonly startingValues: AddressFormValues;
}

function Form({ startingValues, onClose, onDone }: FormProps) {
  const form = useSavedForm(startingValues, { resolver: zodResolver(addressForm) });
  const save = useSaveBillingAddress(onDone);

  function submit(values: AddressFormValues): void {
    save.mutate(values, {
      onError: (error) => showFieldFailures(error, Object.keys(addressShape) as AddressField[], form.setError),
    });
  }

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)}>
        <FieldGroup>
          <FailureBoard text={save.isError ? save.error.message : null} />
          <p>It is printed on invoices and receipts from now on. Your letters go where they always went.</p>
          <AddressFields countries={SHIPPING_COUNTRIES} section="billing" />
          <UnsavedChanges when={form.formState.isDirty && !save.isSuccess} />
          <DialogChoice yes="Save Address" busy={save.isPending} onNo={onClose} />
        </FieldGroup>
      </form>
    </FormProvider>
  );
}

function useSaveBillingAddress(onDone: BillingAddressFormProps['onDone']) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (values: AddressFormValues) => call(saveBillingAddress, { body: values }),
    onSuccess: ({ address }) => {
      queryClient.setQueryData(billingAddressQuery.queryKey, address);
      onDone({ tone: 'success', text: 'Billing address updated successfully!' });
    },
  });
}
