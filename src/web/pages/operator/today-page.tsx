import { Link } from '@tanstack/react-router';
import type { TodayReply } from '../../../contract/operator/post.ts';
import { CONSOLE_PATHS } from '../../../contract/site-paths.ts';
import { Sheet, Stack } from '../../ui/sheet.tsx';
import { todayQuery } from './console-queries.ts';
import styles from './console.module.css';
import { Fetched } from './fetched.tsx';
import { RunEntry } from './run-entry.tsx';
import { dayInWords } from './words.ts';

/** What is to be done today: the mailings in hand, and what waits for somebody to look at it. */
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
  return (
    <>
      <Sheet title="Mailings in hand" kicker={dayInWords(today)}>
        {runs.length === 0 ? (
          <p>No mailing is open. Runs open by themselves: first letters every business day, the others a week ahead.</p>
        ) : (
          <Stack>
            {runs.map((run) => (
              <RunEntry key={run.id} run={run} />
            ))}
          </Stack>
        )}
      </Sheet>
      <Sheet title="Waiting for a look">
        <Waiting counts={waiting} />
      </Sheet>
    </>
  );
}

const COUNTS = [
  { name: 'setAside', words: 'addresses set aside', to: CONSOLE_PATHS.trouble, kind: 'set_aside' },
  { name: 'reshipsAsked', words: 'letters asked for again', to: CONSOLE_PATHS.trouble, kind: 'reships' },
  { name: 'lost', words: 'lost within thirty days', to: CONSOLE_PATHS.trouble, kind: 'lost' },
  { name: 'returned', words: 'came back within thirty days', to: CONSOLE_PATHS.trouble, kind: 'returned' },
  { name: 'mailsFailed', words: 'mails failed within thirty days', to: CONSOLE_PATHS.mails, kind: undefined },
  { name: 'pastDue', words: 'payments overdue', to: CONSOLE_PATHS.figures, kind: undefined },
  { name: 'disputed', words: 'subscriptions with mail held', to: CONSOLE_PATHS.figures, kind: undefined },
] as const satisfies readonly {
  name: keyof TodayReply['waiting'];
  words: string;
  to: string;
  kind?: string | undefined;
}[];

function Waiting({ counts }: { readonly counts: TodayReply['waiting'] }) {
  return (
    <ul className={styles.counts}>
      {COUNTS.map(({ name, words, to, kind }) => (
        <li key={name} className={styles.count}>
          <span className={styles.figure}>{counts[name].toLocaleString('en-US')}</span>
          <Link to={to} search={{ kind }}>
            {words}
          </Link>
        </li>
      ))}
    </ul>
  );
}
