import { resendEmail } from '../../../../contract/operator/customer.ts';
import { retryEmail } from '../../../../contract/operator/emails.ts';
import type { EmailReply } from '../../../../contract/operator/subscribers.ts';
import { call } from '../../../app/api.ts';
import { ActionButton, QuestionButton } from './action-button.tsx';
import { eventInWords, instantInWords } from './words.ts';
import { Entry } from './entry.tsx';

export function EmailEntry({ email }: { readonly email: EmailReply }) {
  const { id, kind, recipient, status, createdAt, sentAt, failure, tryAfter, retryable, resendable } = email;
  const what = eventInWords(kind.replaceAll('-', '_'));
  const pastUse = 'Can’t be sent again: its link has expired or was deleted. The recipient can request a new email.';
  return (
    <Entry
      title={what}
      notes={[
        recipient === '' ? 'To a deleted account' : `To ${recipient}`,
        failure === null ? null : `Why: ${failure}`,
        tryAfter === null ? null : `Tried again ${instantInWords(tryAfter)}`,
        status === 'failed' && !retryable ? pastUse : null,
      ]}
      mark={`${status} ${instantInWords(sentAt ?? createdAt)}`}
    >
      {retryable && (
        <ActionButton
          label="Try Again"
          about={`${what} to ${recipient}`}
          mutation={() => call(retryEmail, { params: { id } })}
          said={`${what} to ${recipient} will be sent again.`}
        />
      )}
      {resendable && (
        <QuestionButton
          label="Send again"
          about={`${what} to ${recipient}`}
          title="Send this email again?"
          yes="Send email"
          mutation={() => call(resendEmail, { params: { id } })}
          said={`${what} will be sent to ${recipient} again.`}
        >
          <p>{`${recipient} gets the same email again, at most once an hour. No money or letter changes.`}</p>
        </QuestionButton>
      )}
    </Entry>
  );
}
