import { Link } from '@tanstack/react-router';
import type { RunReply } from '../../../contract/operator/post.ts';
import { CONSOLE_PATHS } from '../../../contract/site-paths.ts';
import { Progress } from '../../ui/progress.tsx';
import styles from './console.module.css';
import { counted, dayInWords, instantInWords, RUN_STATE_WORDS, runTitle } from './words.ts';

/** One mailing in a list: what it is called, how far it has come, and what comes next. */
export function RunEntry({ run }: { readonly run: RunReply }) {
  return (
    <article className={styles.list} aria-label={runTitle(run)}>
      <div className={styles.heading}>
        <div className={styles.what}>
          <Link to={CONSOLE_PATHS.run} search={{ run: run.id }} className={styles.title}>
            {runTitle(run)}
          </Link>
          <span className={styles.small}>{nextInWords(run)}</span>
        </div>
        <span className={styles.typed}>
          {run.code}, {RUN_STATE_WORDS[run.state].toLowerCase()}
        </span>
      </div>
      <RunProgress run={run} />
    </article>
  );
}

/** Letters of the run that the post has taken. */
export function RunProgress({ run }: { readonly run: RunReply }) {
  const total = totalOf(run);
  const posted = (['handed_over', 'lost', 'returned'] as const).reduce(
    (sum, state) => sum + (run.pieces[state] ?? 0),
    0,
  );
  return (
    <Progress label="Handed to the post" value={posted} max={Math.max(total, posted)}>
      {`${posted.toLocaleString('en-US')} of ${counted(total, 'letter')}`}
    </Progress>
  );
}

/** What it was planned to be, until it is frozen and what it is. */
export function totalOf({ state, due, pieces }: RunReply): number {
  if (state === 'planned') return due;
  return Object.values(pieces).reduce((sum, number) => sum + number, 0);
}

function nextInWords({ state, freezesAt, handOverOn, handedOverAt, pieces }: RunReply): string {
  if (state === 'planned') return `Freezes ${instantInWords(freezesAt)}; goes to the post on ${dayInWords(handOverOn)}`;
  if (handedOverAt !== null) return `Handed over ${instantInWords(handedOverAt)}`;
  const setAside = pieces['set_aside'] ?? 0;
  const goes = `Goes to the post on ${dayInWords(handOverOn)}`;
  return setAside === 0 ? goes : `${goes}; ${setAside.toLocaleString('en-US')} set aside`;
}
