import { retryEmail } from '../../../../contract/operator/desk.ts';
import type { EmailReply } from '../../../../contract/operator/subscribers.ts';
import { call } from '../../../app/api.ts';
import styles from '../parts/console.module.css';
import { ActionButton } from '../parts/action-button.tsx';
import { eventInWords, instantInWords } from '../parts/words.ts';

export function EmailEntry({ email }: { readonly email: EmailReply }) {
  const { id, kind, recipient, status, createdAt, sentAt, failure, retryable } = email;
  const what = eventInWords(kind.replaceAll('-', '_'));
  return (
    <>
      <div className={styles.what}>
        <span className={styles.title}>{what}</span>
        <span className={styles.small}>{recipient === '' ? 'To somebody we have forgotten' : `To ${recipient}`}</span>
        {failure !== null && <span className={styles.small}>{`Why: ${failure}`}</span>}
        {status === 'failed' && !retryable && (
          <span className={styles.small}>
            Past its use, or its secret is forgotten: whoever needs it asks for a new one.
          </span>
        )}
      </div>
      <div className={styles.aside}>
        <span className={styles.typed}>{`${status} ${instantInWords(sentAt ?? createdAt)}`}</span>
        {retryable && (
          <ActionButton
            label="Try Again"
            about={`${what} to ${recipient}`}
            mutation={() => call(retryEmail, { params: { id } })}
            said={`${what} to ${recipient} is in the post again.`}
          />
        )}
      </div>
    </>
  );
}
