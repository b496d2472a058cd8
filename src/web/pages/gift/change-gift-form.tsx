import { useMutation } from '@tanstack/react-query';
import type { Path } from 'react-hook-form';
import { changeGift, type GivenGift } from '../../../contract/gifts.ts';
import { ApiFailure } from '../../app/api-failure.ts';
import { call } from '../../app/api.ts';
import { accountQuery, cacheGivenGift, invalidate } from '../../app/queries.ts';
import { Form, useSavedForm } from '../../app/forms.tsx';
import { DialogChoice, type DialogContentProps } from '../../ui/dialog.tsx';
import { FailureBoard } from '../../ui/notice.tsx';
import { useAddressCheck } from '../address/address-check.tsx';
import { UnsavedChanges } from '../account/unsaved-changes.tsx';
import {
  MAILING_FIELDS,
  type MailingFormValues,
  mailingPart,
  toMailingAddress,
  toMailingForm,
} from './gift-form-values.ts';
import { addressDayWords, hasMoved } from './gift-words.ts';
import { MailingAddressFields } from './mailing-address-fields.tsx';
import { StartDateField } from './start-date-field.tsx';

interface ChangeGiftValues {
  readonly mailingAddress: MailingFormValues;
  readonly startDate: string;
}

const ADDRESS = mailingPart<ChangeGiftValues>();
const FIELDS: readonly Path<ChangeGiftValues>[] = [...MAILING_FIELDS, 'startDate'];

interface ChangeGiftFormProps extends DialogContentProps {
  readonly gift: GivenGift;
}

export function ChangeGiftForm({ gift, onClose, onDone }: ChangeGiftFormProps) {
  const form = useSavedForm<ChangeGiftValues>({
    mailingAddress: toMailingForm(gift.mailingAddress),
    startDate: gift.startDate,
  });
  const change = useChangeGift(gift, onDone);
  const checked = useAddressCheck({ form, save: change, part: ADDRESS });

  return (
    <Form form={form} save={checked.save} fields={FIELDS} browserChecks>
      <p>{addressDayWords(gift)}</p>
      {gift.announcedAt !== null && gift.notifyRecipient && (
        <p>{`We’ve emailed ${gift.announcedTo ?? gift.recipientEmail} about the gift, with its dates. ${WRITTEN_AGAIN}`}</p>
      )}
      <FailureBoard text={change.isError ? problemOf(change.error) : null} />
      <MailingAddressFields />
      {/* The values from when the form was opened; fetching again doesn't change them. */}
      <StartDateField current={form.formState.defaultValues?.startDate} />
      <UnsavedChanges when={form.formState.isDirty && !change.isSuccess} />
      {checked.question}
      <DialogChoice yes="Save" busy={change.isPending || checked.isAsking} onNo={onClose} />
    </Form>
  );
}

const WRITTEN_AGAIN = 'If you change the start date, we email the new dates on the new start date.';

function useChangeGift(before: GivenGift, onDone: ChangeGiftFormProps['onDone']) {
  return useMutation({
    mutationFn: ({ mailingAddress, startDate }: ChangeGiftValues) =>
      call(changeGift, {
        params: { id: before.id },
        body: { mailingAddress: toMailingAddress(mailingAddress), startDate },
      }),
    onSuccess: (gift) => {
      cacheGivenGift(gift);
      void invalidate(accountQuery);
      const isWrittenAgain = before.startDate !== gift.startDate && hasMoved(gift) && gift.notifyRecipient;
      const again = isWrittenAgain
        ? ' The email we sent has the old dates. We send another one on the new start date.'
        : '';
      onDone({ tone: 'success', text: `The gift for ${gift.recipientName} has been changed.${again}` });
    },
  });
}

function problemOf(error: Error): string {
  return error instanceof ApiFailure ? error.message : 'We couldn’t change the gift. Please try again.';
}
