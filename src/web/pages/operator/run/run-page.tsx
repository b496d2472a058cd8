import { getRouteApi } from '@tanstack/react-router';
import type { RunDetailReply, RunReply } from '../../../../contract/operator/fulfilment.ts';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { runEventsQuery, runQuery } from './run-queries.ts';
import styles from '../parts/console.module.css';
import { ActionBoard, useShowNotice } from '../parts/action-board.tsx';
import { EventList } from '../parts/event-list.tsx';
import { Fetched } from '../parts/fetched.tsx';
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
    <Fetched query={runQuery(run)} label="Fetching the run" title="Run">
      {(detail) => <Run detail={detail} />}
    </Fetched>
  );
}

interface RunProps {
  readonly detail: RunDetailReply;
}

function Run({ detail }: RunProps) {
  return (
    <>
      <h1>{runTitle(detail.run)}</h1>
      <ActionBoard>
        <RunSheets detail={detail} />
      </ActionBoard>
    </>
  );
}

function RunSheets({ detail }: RunProps) {
  const showNotice = useShowNotice();
  const { run } = detail;
  const now = useNow();
  const today = newYorkDate(now);
  const { words, when } = nextStep(run, today, now);
  return (
    <>
      <Sheet title="Where it stands" kicker={run.code}>
        <Stack>
          <Stages run={run} />
          <RunProgress run={run} />
          <p>
            <strong>{words}</strong> {when}
          </p>
          {run.state !== 'planned' && <p>{`Addresses are those of ${instantInWords(run.freezesAt)}.`}</p>}
          <RunActions detail={detail} onDone={showNotice} />
        </Stack>
      </Sheet>
      <Batches detail={detail} onDone={showNotice} />
      {run.state !== 'planned' && <RunPieces run={run} />}
      <RunPlan detail={detail} />
      <Sheet title="What happened">
        <EventList query={runEventsQuery(run.id)} empty="Nothing yet." />
      </Sheet>
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
