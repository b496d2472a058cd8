import { Link } from '@tanstack/react-router';
import { listRuns, type RunReply } from '../../../../contract/operator/fulfilment.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { pagesOf } from '../../../app/paged-list.tsx';
import { Progress } from '../../../ui/progress.tsx';
import styles from './console.module.css';
import { Entry } from './entry.tsx';
import { emptyInWords, nextStep, runStateInWords } from './next-step.ts';
import { counted, runTitle } from './words.ts';
import { useNow } from '../../../app/now.ts';
import { Text } from '../../../ui/text.tsx';

export function runsQuery(which: 'all' | 'todo' | 'coming') {
  return pagesOf(listRuns, { query: { which } });
}

export function RunEntry({ run, today }: { readonly run: RunReply; readonly today: string }) {
  const now = useNow();
  const { words, when, isTodo, isLate } = nextStep(run, today, now);
  return (
    <article className={styles.run} aria-label={runTitle(run)}>
      <div className={styles.heading}>
        <div className={styles.what}>
          <Link to={CONSOLE_PATHS.run} search={{ run: run.id }} className={styles.title}>
            {runTitle(run)}
          </Link>
          {isTodo && <span className={styles.step}>{words}</span>}
          <span className={styles.small} data-late={isLate}>
            {isTodo || run.state === 'handed_over' ? when : `${words} ${when}`}
          </span>
        </div>
        <span className={styles.typed}>
          <Text>{`${run.code}, ${runStateInWords(run).toLowerCase()}`}</Text>
          {run.state === 'planned' && <Text>{`, ${counted(run.due, 'letter')} due`}</Text>}
        </span>
      </div>
      {run.state !== 'planned' && <RunProgress run={run} />}
    </article>
  );
}

export function RunRow({ run, today }: { readonly run: RunReply; readonly today: string }) {
  const now = useNow();
  const { words, when, isTodo, isLate } = nextStep(run, today, now);
  const what = run.state === 'handed_over' ? when : `${words} ${when}`;
  return (
    <Entry
      title={
        <Link to={CONSOLE_PATHS.run} search={{ run: run.id }}>
          {runTitle(run)}
        </Link>
      }
      notes={[
        <span key="step" className={styles.next} data-todo={isTodo} data-late={isLate}>
          {what}
        </span>,
      ]}
      mark={`${run.code}, ${runStateInWords(run).toLowerCase()}, ${lettersInWords(run)}`}
    />
  );
}

function lettersInWords(run: RunReply): string {
  if (run.state === 'planned') return `${counted(run.due, 'letter')} due`;
  if (totalOf(run) === 0) return 'no letter in it';
  return `${handedOverOf(run).toLocaleString('en-US')} of ${counted(totalOf(run), 'letter')}`;
}

export function RunProgress({ run }: { readonly run: RunReply }) {
  const total = totalOf(run);
  const handedOver = handedOverOf(run);
  if (total === 0) return <p>{emptyInWords(run)}</p>;
  return (
    <Progress label="Handed to the post" value={handedOver} max={Math.max(total, handedOver)}>
      {`${handedOver.toLocaleString('en-US')} of ${counted(total, 'letter')}`}
    </Progress>
  );
}

function handedOverOf({ pieces }: RunReply): number {
  return (['handed_over', 'lost', 'returned'] as const).reduce((sum, state) => sum + (pieces[state] ?? 0), 0);
}

function totalOf({ state, due, pieces }: RunReply): number {
  if (state === 'planned') return due;
  return Object.values(pieces).reduce((sum, number) => sum + number, 0);
}
