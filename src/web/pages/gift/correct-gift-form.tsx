import { useMutation } from '@tanstack/react-query';
import { type Path, useWatch } from 'react-hook-form';
import { correctGift, type GivenGift } from '../../../contract/gifts.ts';
import { isPrintable } from '../../../domain/envelope.ts';
import { ApiFailure } from '../../app/api-failure.ts';
import { call } from '../../app/api.ts';
import { fieldsOf, Form, useSavedForm } from '../../app/forms.tsx';
import { cacheGivenGift } from '../../app/queries.ts';
import { DialogChoice, type DialogContentProps } from '../../ui/dialog.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { FailureBoard } from '../../ui/notice.tsx';
import { UnsavedChanges } from '../account/unsaved-changes.tsx';
import { hasMoved, ROOM_ON_CARDS, WORDS_NOT_IN_PRINT } from './gift-words.ts';

interface CorrectGiftValues {
  readonly recipientEmail: string;
  readonly giftMessage: string;
}

const FIELDS: readonly Path<CorrectGiftValues>[] = ['recipientEmail', 'giftMessage'];

interface CorrectGiftFormProps extends DialogContentProps {
  readonly gift: GivenGift;
}

export function CorrectGiftForm({ gift, onClose, onDone }: CorrectGiftFormProps) {
  const form = useSavedForm<CorrectGiftValues>({ recipientEmail: gift.recipientEmail, giftMessage: gift.giftMessage });
  const words = useWatch({ control: form.control, name: 'giftMessage' });
  const correct = useCorrectGift(gift, onDone);
  const field = fieldsOf(form);
  return (
    <Form form={form} save={correct} fields={FIELDS} browserChecks>
      <p>{`You can make corrections until letter 1 is printed. ${emailWords(gift)}`}</p>
      <FailureBoard text={correct.isError ? problemOf(correct.error) : null} />
      <TextField label="Recipient email" type="email" required autoComplete="off" {...field('recipientEmail')} />
      <TextAreaField
        label="Gift message"
        optional
        rows={6}
        hint={isPrintable(words) ? messageHint(gift) : WORDS_NOT_IN_PRINT}
        {...field('giftMessage')}
      />
      <UnsavedChanges when={form.formState.isDirty && !correct.isSuccess} />
      <DialogChoice yes="Save" busy={correct.isPending} onNo={onClose} />
    </Form>
  );
}

export function writtenWords(email: string): string {
  return `We’ve emailed ${email}, unless they turned off our emails.`;
}

function messageHint({ notifyRecipient, announcedAt }: GivenGift): string {
  const hasEmail = notifyRecipient || announcedAt !== null;
  return `We print your message on a card in the first letter${hasEmail ? ', and put it into the email' : ''}. ${ROOM_ON_CARDS}`;
}

function emailWords(gift: GivenGift): string {
  if (gift.announcedAt === null)
    return gift.notifyRecipient
      ? 'We haven’t sent our email about the gift yet. It will have your corrections.'
      : `You chose to tell ${gift.recipientName} yourself. From the start date on, you can also press “Send the email”.`;
  if (hasMoved(gift))
    return gift.notifyRecipient
      ? 'We’ve already sent an email. On the start date we send another one, with the new dates and your corrections.'
      : 'We’ve already sent an email. From the start date on, press “Send the email again” to send the new dates and your corrections.';
  return 'We’ve already sent the email. If you correct the email address, we email the new address right away, and the link in the old email stops working. If you change only the message, press “Send the email again” after saving.';
}

function useCorrectGift(before: GivenGift, onDone: CorrectGiftFormProps['onDone']) {
  return useMutation({
    mutationFn: (body: CorrectGiftValues) => call(correctGift, { params: { id: before.id }, body }),
    onSuccess: (gift) => {
      cacheGivenGift(gift);
      onDone({ tone: 'success', text: whatChanged(before, gift) });
    },
  });
}

function whatChanged(before: GivenGift, after: GivenGift): string {
  const { recipientName, recipientEmail, giftMessage, announcedAt } = after;
  const email = before.recipientEmail !== recipientEmail;
  const words = before.giftMessage !== giftMessage;
  if (!email && !words) return `Nothing was changed for ${recipientName}.`;
  const what = email && words ? 'The email address and the message' : email ? 'The email address' : 'The message';
  const saved = `${what} for ${recipientName} ${email && words ? 'have' : 'has'} been corrected.`;
  if (announcedAt === null || hasMoved(after)) return saved;
  if (announcedAt !== before.announcedAt) return `${saved} ${writtenWords(recipientEmail)}`;
  if (email) return `${saved} We haven’t emailed ${recipientEmail} yet: press “Send the email again” to do so.`;
  return `${saved} The email we sent has the old message. The card in the first letter will have the new one.`;
}

function problemOf(error: Error): string {
  return error instanceof ApiFailure ? error.message : 'We couldn’t correct the gift. Please try again.';
}
