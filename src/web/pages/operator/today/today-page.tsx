import { Link } from '@tanstack/react-router';
import { WITH_HELD, WITH_OVERDUE } from '../../../../contract/operator/constants.ts';
import { type TodayReply, getToday } from '../../../../contract/operator/fulfilment.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { Fetched } from '../../../app/fetched.tsx';
import { queryOf } from '../../../app/queries.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import styles from '../parts/console.module.css';
import { Pages } from '../parts/pages.tsx';
import { RunEntry, runsQuery } from '../parts/run-entry.tsx';
import { weekdayInWords } from '../parts/words.ts';
import { NeedsAttention } from './needs-attention.tsx';

export function TodayPage() {
  return (
    <>
      <h1>Today</h1>
      <Fetched query={queryOf(getToday)} lines={5} label="Fetching today’s work">
        {(today) => <Today {...today} />}
      </Fetched>
    </>
  );
}

function Today({ today, waiting, attention, emailAlarm }: TodayReply) {
  const isAsked = waiting.toAnswer + waiting.reshipsAsked > 0 || emailAlarm !== null;
  return (
    <>
      {isAsked && (
        <Sheet title="Needs attention">
          <NeedsAttention waiting={waiting} attention={attention} emailAlarm={emailAlarm} />
        </Sheet>
      )}
      <Sheet title="To do" kicker={weekdayInWords(today)}>
        <Runs
          which="todo"
          today={today}
          empty={isAsked || needsAttention(waiting) ? 'No mailing is due.' : 'Nothing needs attention.'}
        />
      </Sheet>
      <Sheet title="Coming by itself">
        <Runs
          which="coming"
          today={today}
          empty="No mailing is planned. Runs open by themselves: first letters every business day, the others a week ahead."
        />
      </Sheet>
      <Sheet title="As things stand">
        <Counts counts={waiting} of={NOW} />
      </Sheet>
      <Sheet title="The last thirty days">
        <Counts counts={waiting} of={LATELY} />
      </Sheet>
    </>
  );
}

function needsAttention(waiting: Waiting): boolean {
  const { toAnswer, reshipsAsked, setAside, pastDue, quiet, comingBack, returned, emailsFailed } = waiting;
  return toAnswer + reshipsAsked + setAside + pastDue + quiet + comingBack + returned + emailsFailed > 0;
}

interface RunsProps {
  readonly which: 'todo' | 'coming';
  readonly today: string;
  readonly empty: string;
}

function Runs({ which, today, empty }: RunsProps) {
  return (
    <Pages query={runsQuery(which)} label="Fetching the runs" empty={empty}>
      {(run) => <RunEntry run={run} today={today} />}
    </Pages>
  );
}

type Waiting = TodayReply['waiting'];

interface Count {
  readonly name: keyof Waiting;
  /** For one, and for any other number. */
  readonly words: readonly [string, string];
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
  /** Left out at none: without barcodes nothing is ever seen. */
  readonly spare?: true;
}

const inTrouble = (kind: string) => ({ to: CONSOLE_PATHS.trouble, search: { kind } });
const found = (q: string) => ({ to: CONSOLE_PATHS.search, search: { q } });
const HELD = ['subscription with mail held', 'subscriptions with mail held'] as const;

const NOW: readonly Count[] = [
  { name: 'setAside', words: ['address set aside', 'addresses set aside'], ...inTrouble('set_aside') },
  { name: 'pastDue', words: ['payment overdue', 'payments overdue'], ...found(WITH_OVERDUE) },
  { name: 'disputed', words: HELD, ...found(WITH_HELD) },
  {
    name: 'stripeChanges',
    words: ['change made in Stripe', 'changes made in Stripe'],
    ...inTrouble('stripe'),
  },
  { name: 'quiet', words: ['letter gone quiet', 'letters gone quiet'], ...inTrouble('quiet'), spare: true },
  {
    name: 'comingBack',
    words: ['letter coming back', 'letters coming back'],
    ...inTrouble('coming_back'),
    spare: true,
  },
];

const LATELY: readonly Count[] = [
  { name: 'lost', words: ['letter lost', 'letters lost'], ...inTrouble('lost') },
  { name: 'returned', words: ['letter came back', 'letters came back'], ...inTrouble('returned') },
  { name: 'emailsFailed', words: ['mail failed', 'mails failed'], to: CONSOLE_PATHS.emails, search: {} },
];

function Counts({ counts, of }: { readonly counts: Waiting; readonly of: readonly Count[] }) {
  return (
    <ul className={styles.counts}>
      {of
        .filter(({ name, spare }) => !spare || counts[name] > 0)
        .map(({ name, words: [one, several], to, search }) => (
          <li key={name} className={styles.count}>
            <span className={styles.figure}>{counts[name].toLocaleString('en-US')}</span>
            <Link to={to} search={search}>
              {counts[name] === 1 ? one : several}
            </Link>
          </li>
        ))}
    </ul>
  );
}
