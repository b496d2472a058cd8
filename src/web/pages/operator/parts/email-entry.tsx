import { FIRST_RECEIPTS } from '../../../../contract/operator/constants.ts';
import { resendEmail } from '../../../../contract/operator/customer.ts';
import { readEmail, retryEmail } from '../../../../contract/operator/emails.ts';
import type { EmailReply } from '../../../../contract/operator/subscribers.ts';
import { call } from '../../../app/api.ts';
import { ActionButton, ConfirmButton, QuestionButton } from './action-button.tsx';
import { eventInWords, instantInWords } from './words.ts';
import { Fetched } from '../../../app/fetched.tsx';
import { queryOf } from '../../../app/queries.ts';
import { Stack } from '../../../ui/sheet.tsx';
import styles from './console.module.css';
import { Entry } from './entry.tsx';

function emailInWords(kind: string): string {
  return `${eventInWords(kind.replaceAll('-', '_'))}${FIRST_RECEIPTS.has(kind) ? ' (receipt)' : ''}`;
}

function EmailText({ id }: { readonly id: string }) {
  return (
    <Fetched query={queryOf(readEmail, { params: { id } })} label="Fetching the email" lines={6}>
      {({ subject, text }) =>
        text === null ? (
          <p>This email can’t be shown: it had a secret link or code, or its contents are deleted.</p>
        ) : (
          <Stack>
            <p>
              <strong>{subject}</strong>
            </p>
            <p className={styles.emailText}>{text}</p>
            <p>Written from the stored details in today’s wording. The unsubscribe link is left out.</p>
          </Stack>
        )
      }
    </Fetched>
  );
}

export function EmailEntry({ email }: { readonly email: EmailReply }) {
  const { id, kind, recipient, status, createdAt, sentAt, failure, tryAfter, retryable, resendable } = email;
  const what = emailInWords(kind);
  const pastUse = 'Can’t be sent again: its link has expired or is deleted';
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
      {status !== 'queued' && (
        <ConfirmButton label="Open" about={`${what} to ${recipient}`} variant="quiet" title={what}>
          {() => <EmailText id={id} />}
        </ConfirmButton>
      )}
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
          label="Resend email"
          about={`${what} to ${recipient}`}
          title="Resend this email?"
          yes="Resend email"
          mutation={() => call(resendEmail, { params: { id } })}
          said={`${what} will be sent to ${recipient} again.`}
        >
          <p>{`${recipient} gets the same email again. It can be resent once an hour. No money or letter changes.`}</p>
        </QuestionButton>
      )}
    </Entry>
  );
}
