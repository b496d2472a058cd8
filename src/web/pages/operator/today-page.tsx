import { Link } from '@tanstack/react-router';
import type { RunReply, TodayReply } from '../../../contract/operator/post.ts';
import { CONSOLE_PATHS } from '../../../contract/site-paths.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { todayQuery } from './console-queries.ts';
import styles from './console.module.css';
import { Fetched } from './fetched.tsx';
import { isTodo } from './next-step.ts';
import { RunEntry } from './run-entry.tsx';
import { counted, weekdayInWords } from './words.ts';

/** What is to be done today, what comes by itself, and what went wrong lately. */
export function TodayPage() {
  return (
    <>
      <h1>Today</h1>
      <Fetched query={todayQuery} label="Fetching today’s work">
        {(today) => <Today {...today} />}
      </Fetched>
    </>
  );
}

function Today({ today, runs, waiting }: TodayReply) {
  const coming = runs.filter((run) => !isTodo(run));
  return (
    <>
      <Sheet title="To do" kicker={weekdayInWords(today)}>
        <Todo today={today} runs={runs.filter(isTodo)} waiting={waiting} />
      </Sheet>
      <Sheet title="Coming by itself">
        {coming.length === 0 ? (
          <p>
            No mailing is planned. Runs open by themselves: first letters every business day, the others a week ahead.
          </p>
        ) : (
          <Runs runs={coming} today={today} />
        )}
      </Sheet>
      <Sheet title="The last thirty days">
        <Counts counts={waiting} />
      </Sheet>
    </>
  );
}

function Todo({ today, runs, waiting: { reshipsAsked } }: TodayReply) {
  if (runs.length + reshipsAsked === 0) {
    return <p>Nothing. What can be posted is with the post, and nobody waits for an answer.</p>;
  }
  return (
    <>
      <Runs runs={runs} today={today} />
      <ul className={styles.list}>
        {reshipsAsked > 0 && (
          <li className={styles.entry}>
            <Link to={CONSOLE_PATHS.trouble} search={{ kind: 'reships' }} className={styles.title}>
              {`${counted(reshipsAsked, 'reader')} asked for a letter again`}
            </Link>
            <span className={styles.step}>Send it again, or refuse.</span>
          </li>
        )}
      </ul>
    </>
  );
}

function Runs({ runs, today }: { readonly runs: readonly RunReply[]; readonly today: string }) {
  return (
    <ul className={styles.list}>
      {runs.map((run) => (
        <li key={run.id} className={styles.entry}>
          <RunEntry run={run} today={today} />
        </li>
      ))}
    </ul>
  );
}

const COUNTS = [
  { name: 'setAside', words: 'addresses set aside', to: CONSOLE_PATHS.trouble, kind: 'set_aside' },
  { name: 'lost', words: 'letters lost', to: CONSOLE_PATHS.trouble, kind: 'lost' },
  { name: 'returned', words: 'letters came back', to: CONSOLE_PATHS.trouble, kind: 'returned' },
  { name: 'mailsFailed', words: 'mails failed', to: CONSOLE_PATHS.mails, kind: undefined },
  { name: 'pastDue', words: 'payments overdue', to: null, kind: undefined },
  { name: 'disputed', words: 'subscriptions with mail held', to: null, kind: undefined },
] as const satisfies readonly { name: keyof TodayReply['waiting']; words: string; to: string | null; kind: unknown }[];

function Counts({ counts }: { readonly counts: TodayReply['waiting'] }) {
  return (
    <ul className={styles.counts}>
      {COUNTS.map(({ name, words, to, kind }) => (
        <li key={name} className={styles.count}>
          <span className={styles.figure}>{counts[name].toLocaleString('en-US')}</span>
          {to === null ? (
            words
          ) : (
            <Link to={to} search={{ kind }}>
              {words}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
