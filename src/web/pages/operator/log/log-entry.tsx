import { Link } from '@tanstack/react-router';
import type { LogReply } from '../../../../contract/operator/subscribers.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import styles from '../parts/console.module.css';
import { eventInWords, instantInWords } from '../parts/words.ts';

export function LogEntry({ entry }: { readonly entry: LogReply }) {
  const { at, operator, action, subscriptionId, detail } = entry;
  const details = detailsInWords(detail);
  return (
    <>
      <div className={styles.what}>
        <span className={styles.title}>{eventInWords(action)}</span>
        <span className={styles.small}>by {operator}</span>
        {details !== '' && <span className={styles.typed}>{details}</span>}
      </div>
      <div className={styles.aside}>
        <span className={styles.typed}>{instantInWords(at)}</span>
        <Subject subject={entry.subject} subscriptionId={subscriptionId} />
      </div>
    </>
  );
}

function Subject({ subject, subscriptionId }: Pick<LogReply, 'subject' | 'subscriptionId'>) {
  if (subscriptionId !== null) {
    return (
      <Link to={CONSOLE_PATHS.subscriber} search={{ subscription: subscriptionId }}>
        Subscription
      </Link>
    );
  }
  const [kind, id = ''] = subject?.split(':') ?? [];
  if (kind === 'run') {
    return (
      <Link to={CONSOLE_PATHS.run} search={{ run: id }}>
        Run
      </Link>
    );
  }
  if (kind === 'operator') {
    return (
      <Link to={CONSOLE_PATHS.subscriber} search={{ subscriber: id }}>
        Person
      </Link>
    );
  }
  return null;
}

/** 'batch 1; pieces 40'. */
function detailsInWords(detail: Readonly<Record<string, unknown>>): string {
  return Object.entries(detail)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${nameInWords(name)} ${valueInWords(value)}`.trim())
    .join('; ');
}

/** 'isHoliday' as 'is holiday', 'set_aside' as 'set aside'. */
function nameInWords(name: string): string {
  return name.replaceAll('_', ' ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function valueInWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'object' || value === null) return String(value);
  const parts = Object.entries(value).map(([name, part]) => `${nameInWords(name)}: ${valueInWords(part)}`);
  return parts.length === 0 ? 'none' : parts.join(', ');
}
