import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { isPrintable } from '../../../domain/envelope.ts';
import { fieldsOf } from '../../app/forms.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/checkbox.tsx';
import { FieldGroup, TextAreaField, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/sheet.tsx';
import type { GiftFormValues } from './gift-form-values.ts';
import { ROOM_ON_CARDS, WORDS_NOT_IN_PRINT } from './gift-words.ts';
import { MailingAddressFields } from './mailing-address-fields.tsx';
import { StartDateField } from './start-date-field.tsx';

interface GiftFormProps {
  readonly processing: boolean;
  readonly problem: string | null;
  readonly question: ReactNode;
  readonly onSubmit: (values: GiftFormValues) => void;
  readonly onTyped: (values: GiftFormValues) => void;
}

/** The browser checks the fields with its own messages (rules/gifts 4). */
export function GiftForm({ processing, problem, question, onSubmit, onTyped }: GiftFormProps) {
  const form = useFormContext<GiftFormValues>();
  const field = fieldsOf(form);
  const [name, words] = useWatch<GiftFormValues, ['recipientName', 'giftMessage']>({
    name: ['recipientName', 'giftMessage'],
  });
  return (
    <form onSubmit={(event) => void form.handleSubmit(onSubmit)(event)} onChange={() => onTyped(form.getValues())}>
      <Stack>
        <FieldGroup legend="Who is it for?">
          <TextField
            label="Recipient name"
            required
            hint={isPrintable(name) ? undefined : NAME_NOT_IN_PRINT}
            autoComplete="off"
            {...field('recipientName')}
          />
          <TextField label="Recipient email" type="email" required autoComplete="off" {...field('recipientEmail')} />
        </FieldGroup>
        <FieldGroup legend="Mailing address">
          <MailingAddressFields />
        </FieldGroup>
        <FieldGroup legend="Your message">
          <TextAreaField
            label="Gift message"
            optional
            rows={4}
            hint={isPrintable(words) ? MESSAGE_HINT : WORDS_NOT_IN_PRINT}
            {...field('giftMessage')}
          />
          <StartDateField />
          <CheckboxField
            label="Don’t email the recipient. I’ll tell them myself."
            hint="After you pay, you can print a certificate in your account. If the recipient has turned off our emails, we never email them."
            {...form.register('skipRecipientEmail')}
          />
        </FieldGroup>
        {question}
        {problem !== null && <Notice tone="error">{problem}</Notice>}
        <Button type="submit" busy={processing}>
          {processing ? 'Processing...' : 'Continue to Payment'}
        </Button>
      </Stack>
    </form>
  );
}

const MESSAGE_HINT = `We print your message on a card in the first letter. If we email the recipient, the email has it, too. ${ROOM_ON_CARDS}`;

// Printed text is limited to the fonts' letters; emails aren't.
const NAME_NOT_IN_PRINT =
  'We can’t print some of these characters. Type the name without them. Otherwise, the card and the certificate leave a blank line for the name.';
