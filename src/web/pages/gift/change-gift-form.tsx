import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FormProvider, type Path } from 'react-hook-form';
import { changeGift, type GivenGift } from '../../../contract/gifts.ts';
import { formatDate } from '../../../domain/calendar-date.ts';
import { ApiFailure } from '../../app/api-failure.ts';
import { call } from '../../app/api.ts';
import { showFieldFailures } from '../../app/forms.tsx';
import { accountQuery } from '../../app/queries.ts';
import { useSavedForm } from '../../app/forms.tsx';
import { DialogChoice } from '../../ui/dialog-body.tsx';
import { FailureBoard } from '../../ui/notice-board.tsx';
import { FieldGroup } from '../../ui/field.tsx';
import { UnsavedChanges } from '../account/unsaved-changes.tsx';
import { type MailingFormValues, toMailingAddress, toMailingForm } from './gift-form-values.ts';
import { cacheGivenGift } from './gifts-cache.ts';
import { MailingAddressFields } from './mailing-address-fields.tsx';
import { StartDateField } from './start-date-field.tsx';

interface ChangeGiftValues {
  readonly mailingAddress: MailingFormValues;
  readonly startDate: string;
}

const FIELDS: readonly Path<ChangeGiftValues>[] = [
  'mailingAddress.fullName',
  'mailingAddress.addressLine1',
  'mailingAddress.addressLine2',
  'mailingAddress.city',
  'mailingAddress.state',
  'mailingAddress.postalCode',
  'mailingAddress.country',
  'startDate',
];

interface ChangeGiftFormProps {
  readonly gift: GivenGift;
  readonly onClose: () => void;
  readonly onDone: (outcome: string) => void;
}

/** rules/gifts 23. */
export function ChangeGiftForm({ gift, onClose, onDone }: ChangeGiftFormProps) {
  const form = useSavedForm<ChangeGiftValues>({
    mailingAddress: toMailingForm(gift.mailingAddress),
    startDate: gift.startDate,
  });
  const change = useChangeGift(gift.id, onDone);

  function submit(values: ChangeGiftValues): void {
    change.mutate(values, { onError: (error) => showFieldFailures(error, FIELDS, form.setError) });
  }

  return (
    <FormProvider {...form}>
      <form onSubmit={(event) => void form.handleSubmit(submit)(event)}>
        <FieldGroup>
          {gift.changeableUntil !== null && (
            <p>{`Possible until ${formatDate(new Date(gift.changeableUntil))} begins in New York: then letter 1 is addressed.`}</p>
          )}
          <FailureBoard text={change.isError ? problemOf(change.error) : null} />
          <MailingAddressFields />
          {/* As the form began with it, whatever a refetch brings. */}
          <StartDateField current={form.formState.defaultValues?.startDate} />
          <UnsavedChanges when={form.formState.isDirty && !change.isSuccess} />
          <DialogChoice yes="Save" busy={change.isPending} onNo={onClose} />
        </FieldGroup>
      </form>
    </FormProvider>
  );
}

function useChangeGift(id: string, onDone: ChangeGiftFormProps['onDone']) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ mailingAddress, startDate }: ChangeGiftValues) =>
      call(changeGift, { params: { id }, body: { mailingAddress: toMailingAddress(mailingAddress), startDate } }),
    onSuccess: (gift) => {
      cacheGivenGift(queryClient, gift);
      void queryClient.invalidateQueries(accountQuery);
      onDone(`The gift for ${gift.recipientName} has been changed.`);
    },
  });
}

function problemOf(error: Error): string {
  return error instanceof ApiFailure ? error.message : 'The gift could not be changed. Please try again.';
}
