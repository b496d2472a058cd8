import { getRouteApi } from '@tanstack/react-router';
import { listRunEvents, type RunDetailReply, type RunReply } from '../../../../contract/operator/fulfilment.ts';
import { Fetched } from '../../../app/fetched.tsx';
import { pagesOf } from '../../../app/paged.tsx';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { runQuery } from './run-queries.ts';
import { ActionBoard } from '../parts/action-button.tsx';
import styles from '../parts/console.module.css';
import { HistorySheet } from '../parts/pages.tsx';
import { nextStep } from '../parts/next-step.ts';
import { RunActions } from './run-actions.tsx';
import { Batches } from './run-batches.tsx';
import { RunProgress } from '../parts/run-entry.tsx';
import { RunPieces } from './run-pieces.tsx';
import { RunPlan } from './run-plan.tsx';
import { instantInWords, RUN_STATE_WORDS, runTitle } from '../parts/words.ts';
import { useNow } from '../../../app/now.ts';
import { newYorkDate } from '../../../../domain/calendar-date.ts';

const route = getRouteApi('/signed-in/operator/run');

export function RunPage() {
  const { run } = route.useLoaderData();
  return (
    <Fetched query={runQuery(run)} label="Fetching the run" lines={5} heading={<h1>Run</h1>}>
      {(detail) => <Run detail={detail} />}
    </Fetched>
  );
}

function Run({ detail }: { readonly detail: RunDetailReply }) {
  const { run } = detail;
  const now = useNow();
  const today = newYorkDate(now);
  const { words, when } = nextStep(run, today, now);
  return (
    <>
      <h1>{runTitle(run)}</h1>
      <ActionBoard>
        <Sheet title="Where it stands" kicker={run.code}>
          <Stack>
            <Stages run={run} />
            <RunProgress run={run} />
            <p>
              <strong>{words}</strong> {when}
            </p>
            {run.state !== 'planned' && <p>{`Addresses are those of ${instantInWords(run.freezesAt)}.`}</p>}
            <RunActions detail={detail} />
          </Stack>
        </Sheet>
        <Batches detail={detail} />
        {run.state !== 'planned' && <RunPieces run={run} />}
        <RunPlan detail={detail} />
        <HistorySheet
          title="What happened"
          query={pagesOf(listRunEvents, { params: { id: run.id } })}
          empty="Nothing yet."
        />
      </ActionBoard>
    </>
  );
}

const STAGES = ['planned', 'frozen', 'printed', 'handed_over'] as const satisfies readonly RunReply['state'][];

function Stages({ run: { state } }: { readonly run: RunReply }) {
  const reached = STAGES.indexOf(state);
  return (
    <ol className={styles.stages} aria-label="Stages">
      {STAGES.map((stage, index) => (
        <li
          key={stage}
          className={styles.stage}
          data-reached={index <= reached}
          aria-current={stage === state ? 'step' : undefined}
        >
          {RUN_STATE_WORDS[stage]}
        </li>
      ))}
    </ol>
  );
}
