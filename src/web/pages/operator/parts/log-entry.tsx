import { Link } from '@tanstack/react-router';
import type { LogReply } from '../../../../contract/operator/subscribers.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import styles from './console.module.css';
import { eventInWords, instantInWords } from './words.ts';
import { Entry, FileLink } from './entry.tsx';

export function LogEntry({ entry }: { readonly entry: LogReply }) {
  const { at, operator, action, subscriptionId, detail } = entry;
  const details = detailsInWords(detail);
  return (
    <Entry
      title={eventInWords(action)}
      notes={[
        `by ${operator}`,
        details === '' ? null : (
          <span key="details" className={styles.typed}>
            {details}
          </span>
        ),
      ]}
      mark={instantInWords(at)}
    >
      <Subject subject={entry.subject} subscriptionId={subscriptionId} />
    </Entry>
  );
}

function Subject({ subject, subscriptionId }: Pick<LogReply, 'subject' | 'subscriptionId'>) {
  const [kind, id = ''] = subscriptionId === null ? (subject?.split(':') ?? []) : ['subscription', subscriptionId];
  if (kind === 'run')
    return (
      <Link to={CONSOLE_PATHS.run} search={{ run: id }}>
        Run
      </Link>
    );
  if (kind === 'subscription') return <FileLink subscription={id}>Subscription</FileLink>;
  return kind === 'operator' ? <FileLink subscriber={id}>Person</FileLink> : null;
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
