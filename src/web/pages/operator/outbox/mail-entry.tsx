import { retryMail } from '../../../../contract/operator/desk.ts';
import type { MailReply } from '../../../../contract/operator/people.ts';
import { call } from '../../../app/api.ts';
import styles from '../parts/console.module.css';
import { DeedButton } from '../parts/deed.tsx';
import { eventInWords, instantInWords } from '../parts/words.ts';

/** One mail: what it was about, to whom, and whether it has left. */
export function MailEntry({ mail }: { readonly mail: MailReply }) {
  const { id, kind, recipient, status, createdAt, sentAt, failure, retryable } = mail;
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
          <DeedButton
            label="Try Again"
            about={`${what} to ${recipient}`}
            deed={() => call(retryMail, { params: { id } })}
            said={`${what} to ${recipient} is in the post again.`}
          />
        )}
      </div>
    </>
  );
}
