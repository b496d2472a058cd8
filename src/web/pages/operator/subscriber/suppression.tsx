import { type EmailSuppression, liftEmailSuppression } from '../../../../contract/operator/emails.ts';
import { call } from '../../../app/api.ts';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { QuestionWithNote } from '../parts/question-with-note.tsx';
import { instantInWords } from '../parts/words.ts';

const REASONS = { bounce: 'An email bounced', complaint: 'An email was reported as spam' } as const;
const REPORTERS = { ses: 'Amazon SES', postmark: 'Postmark' } as const;

export function SuppressionSheet({ address, reason, reportedBy, since }: EmailSuppression) {
  return (
    <Sheet title="No email goes to this address">
      <Stack>
        <p>{`${REASONS[reason]} on ${instantInWords(since)}, says ${REPORTERS[reportedBy]}.`}</p>
        <QuestionWithNote
          label="Send email again"
          title="Send email to this address again?"
          yes="Send email again"
          consequence="Email goes to this address until one bounces or is reported again. Remove the address from your email provider's own suppression list too."
          mutation={(note) => call(liftEmailSuppression, { body: { address, note } })}
          said="Email goes to this address again."
        />
      </Stack>
    </Sheet>
  );
}
