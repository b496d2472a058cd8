import { Link } from '@tanstack/react-router';
import type { TodayReply } from '../../../../contract/operator/fulfilment.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { formatUsd } from '../../../../domain/money.ts';
import { alarmInWords } from '../outbox/alarm-words.ts';
import styles from '../parts/console.module.css';
import { Entry, FileLink } from '../parts/entry.tsx';
import { counted, eventInWords, instantInWords } from '../parts/words.ts';

type NeedsAttentionProps = Pick<TodayReply, 'waiting' | 'attention' | 'emailAlarm'>;

/** What an operator has to answer, most urgent first (rules/operators 40). */
export function NeedsAttention({ waiting, attention, emailAlarm }: NeedsAttentionProps) {
  const more = waiting.toAnswer - attention.length;
  return (
    <ul className={styles.list}>
      {emailAlarm !== null && (
        <li className={styles.entry}>
          <Link to={CONSOLE_PATHS.emails} search={{ status: 'queued' }} className={styles.title}>
            {alarmInWords(emailAlarm)}
          </Link>
          <span className={styles.step}>They are tried again by themselves, for three days.</span>
        </li>
      )}
      {attention.map((line) => (
        <li key={line.id} className={styles.entry} data-row tabIndex={-1}>
          <AttentionEntry {...line} />
        </li>
      ))}
      {more > 0 && <li className={styles.entry}>{`${counted(more, 'other')} after these`}</li>}
      {waiting.reshipsAsked > 0 && (
        <li className={styles.entry}>
          <Link to={CONSOLE_PATHS.trouble} search={{ kind: 'reships' }} className={styles.title}>
            {`${counted(waiting.reshipsAsked, 'reader')} asked for a letter again`}
          </Link>
          <span className={styles.step}>Send it again, or refuse.</span>
        </li>
      )}
    </ul>
  );
}

type Line = TodayReply['attention'][number];

const TITLES = {
  dispute: 'disputed',
  early_fraud_warning: 'early fraud warning',
  review: 'in review',
} as const satisfies Record<Line['kind'], string>;

function AttentionEntry(line: Line) {
  const { kind, amountCents, subscriptionId, owner, reason, createdAt } = line;
  return (
    <Entry
      title={<FileLink subscription={subscriptionId}>{`${formatUsd(amountCents)} ${TITLES[kind]}`}</FileLink>}
      notes={[owner, eventInWords(reason).toLowerCase(), `since ${instantInWords(createdAt)}`]}
      mark={stepInWords(line)}
    />
  );
}

function stepInWords({ kind, dueBy, status }: Line): string {
  if (kind === 'dispute') return dueBy === null ? 'Respond in Stripe' : `Respond in Stripe by ${instantInWords(dueBy)}`;
  const state = status === 'open' ? '' : `${eventInWords(status)}. `;
  return `${state}Release the letters, or end the subscription`;
}
