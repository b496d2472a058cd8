import { DEV_PATHS } from '../../../contract/site-paths.ts';
import { ActionSpecimens } from './action-specimens.tsx';
import { FieldSpecimens } from './field-specimens.tsx';
import { ContentSpecimens } from './content-specimens.tsx';
import { MessageSpecimens } from './message-specimens.tsx';
import styles from './ui-page.module.css';

export function UiPage() {
  return (
    <div className={styles.page}>
      <h1>Building blocks</h1>
      <p>
        What every screen is made of, each in each of its states. Mails are at{' '}
        <a href={DEV_PATHS.mailbox}>the mailbox</a>.
      </p>
      <ContentSpecimens />
      <ActionSpecimens />
      <FieldSpecimens />
      <MessageSpecimens />
    </div>
  );
}
