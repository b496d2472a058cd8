import { Link } from '@tanstack/react-router';
import type { StuckJobs, TodayReply } from '../../../../contract/operator/today.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { shortDisputeReason } from '../../../../domain/operator-dispute-words.ts';
import { formatUsd } from '../../../../domain/money.ts';
import { alarmInWords } from '../outbox/alarm-words.ts';
import styles from '../parts/console.module.css';
import { Entry, FileLink } from '../parts/entry.tsx';
import { counted, eventInWords, instantInWords } from '../parts/words.ts';

type Waiting = TodayReply['waiting'];

/** The Disputes page lists the rest. Warnings have no other list. */
const MOST_DISPUTES = 5;

interface NeedsAttentionProps extends Pick<TodayReply, 'waiting' | 'attention' | 'emailAlarm'> {
  readonly stuck: StuckJobs['queues'];
}

interface Count {
  readonly name: keyof Waiting;
  readonly words: readonly [string, string];
  readonly step: string;
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
}

const inTrouble = (kind: string) => ({ to: CONSOLE_PATHS.trouble, search: { kind } });

/** Most urgent first. */
const COUNTS: readonly Count[] = [
  {
    name: 'pastDue',
    words: ['payment is failing', 'payments are failing'],
    step: 'Retry it, or send the link to update the card.',
    to: CONSOLE_PATHS.failedPayments,
    search: {},
  },
  {
    name: 'setAside',
    words: ['address is set aside', 'addresses are set aside'],
    step: 'Correct the address, or release the letter.',
    ...inTrouble('set_aside'),
  },
  {
    name: 'reshipsAsked',
    words: ['reader asked for a letter again', 'readers asked for a letter again'],
    step: 'Send a copy, or refuse.',
    ...inTrouble('reships'),
  },
  {
    name: 'returned',
    words: ['letter came back', 'letters came back'],
    step: 'In the last thirty days.',
    ...inTrouble('returned'),
  },
  {
    name: 'emailsFailed',
    words: ['email failed', 'emails failed'],
    step: 'In the last thirty days. The list says which can still be sent, and also shows older ones.',
    to: CONSOLE_PATHS.emails,
    search: {},
  },
  {
    name: 'faults',
    words: ['fault in a letter was reported', 'faults in letters were reported'],
    step: 'Correct the letter, then settle the report.',
    to: CONSOLE_PATHS.caseFiles,
    search: {},
  },
  {
    name: 'stripeChanges',
    words: ['change made in Stripe needs a decision', 'changes made in Stripe need a decision'],
    step: 'Look at it, then mark it as done.',
    to: CONSOLE_PATHS.stripeChanges,
    search: {},
  },
  {
    name: 'quiet',
    words: ['letter has not been seen', 'letters have not been seen'],
    step: 'The postal service has not scanned it in time.',
    ...inTrouble('quiet'),
  },
  {
    name: 'comingBack',
    words: ['letter is coming back', 'letters are coming back'],
    step: 'The postal service is returning it.',
    ...inTrouble('coming_back'),
  },
];

export function isAnythingWaiting({ waiting, emailAlarm, stuck }: Omit<NeedsAttentionProps, 'attention'>): boolean {
  return (
    waiting.toAnswer + waiting.warnings > 0 ||
    emailAlarm !== null ||
    stuck.length > 0 ||
    COUNTS.some(({ name }) => waiting[name] > 0)
  );
}

export function NeedsAttention({ waiting, attention, emailAlarm, stuck }: NeedsAttentionProps) {
  const disputes = attention.filter(({ kind }) => kind === 'dispute');
  const warnings = attention.filter(({ kind }) => kind !== 'dispute');
  return (
    <ul className={styles.list}>
      {emailAlarm !== null && (
        <li className={styles.entry}>
          <Link to={CONSOLE_PATHS.emails} search={{ status: 'queued' }} className={styles.title}>
            {alarmInWords(emailAlarm)}
          </Link>
          <span className={styles.step}>We try them again automatically for three days.</span>
        </li>
      )}
      <AttentionEntries lines={disputes.slice(0, MOST_DISPUTES)} />
      {disputes.length > MOST_DISPUTES && (
        <li className={styles.entry} data-row tabIndex={-1}>
          <Link to={CONSOLE_PATHS.disputes} className={styles.title}>
            {`All ${waiting.toAnswer.toLocaleString('en-US')} disputes to answer`}
          </Link>
        </li>
      )}
      <AttentionEntries lines={warnings} />
      {COUNTS.filter(({ name }) => waiting[name] > 0).map(({ name, words: [one, several], step, to, search }) => (
        <li key={name} className={styles.entry} data-row tabIndex={-1}>
          <Link to={to} search={search} className={styles.title}>
            {counted(waiting[name], one, several)}
          </Link>
          <span className={styles.step}>{step}</span>
        </li>
      ))}
      {stuck.map(({ queue, failed, late, since, error }) => (
        <li key={queue} className={styles.entry} data-row tabIndex={-1}>
          <Entry
            title={`${counted(failed + late, 'job')} of ${queue} ${failed + late === 1 ? 'is' : 'are'} stuck`}
            notes={[error, `since ${instantInWords(since)}`]}
            mark={failed > 0 ? `${failed.toLocaleString('en-US')} failed` : 'late'}
          />
        </li>
      ))}
    </ul>
  );
}

type Line = TodayReply['attention'][number];

const TITLES = {
  dispute: 'disputed',
  early_fraud_warning: 'early fraud warning',
  review: 'in review',
} as const satisfies Record<Line['kind'], string>;

function AttentionEntries({ lines }: { readonly lines: readonly Line[] }) {
  return lines.map((line) => (
    <li key={line.id} className={styles.entry} data-row tabIndex={-1}>
      <AttentionEntry {...line} />
    </li>
  ));
}

function AttentionEntry(line: Line) {
  const { kind, id, amountCents, subscriptionId, owner, reason, createdAt } = line;
  const title = `${formatUsd(amountCents)} ${TITLES[kind]}`;
  const isDispute = kind === 'dispute';
  return (
    <Entry
      title={
        isDispute ? (
          <Link to={CONSOLE_PATHS.dispute} search={{ dispute: id }}>
            {title}
          </Link>
        ) : (
          <FileLink subscription={subscriptionId}>{title}</FileLink>
        )
      }
      notes={[
        <FileLink key="owner" subscription={subscriptionId}>
          {owner}
        </FileLink>,
        isDispute ? shortDisputeReason(reason) : eventInWords(reason).toLowerCase(),
        isDispute ? null : `since ${instantInWords(createdAt)}`,
      ]}
      mark={stepInWords(line)}
    />
  );
}

function stepInWords({ kind, dueBy, status }: Line): string {
  if (kind === 'dispute')
    return dueBy === null ? 'Respond, evidence ready' : `Evidence ready, respond by ${instantInWords(dueBy)}`;
  const state = status === 'open' ? '' : `${eventInWords(status)}. `;
  return `${state}Release the letters, or end the subscription`;
}
