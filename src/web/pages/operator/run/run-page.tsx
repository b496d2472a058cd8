import { getRouteApi, useNavigate } from '@tanstack/react-router';
import {
  listRunEvents,
  listRunPieces,
  type RunDetailReply,
  type RunReply,
} from '../../../../contract/operator/fulfilment.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { newYorkDate } from '../../../../domain/calendar-date.ts';
import { Fetched } from '../../../app/fetched.tsx';
import { pagesOf } from '../../../app/paged-list.tsx';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { useNow } from '../../../app/now.ts';
import { ActionBoard } from '../parts/action-button.tsx';
import styles from '../parts/console.module.css';
import { HistorySheet, Pages } from '../parts/pages.tsx';
import { nextStep, runStateInWords } from '../parts/next-step.ts';
import { RunProgress } from '../parts/run-entry.tsx';
import { instantInWords, RUN_STATE_WORDS, runTitle } from '../parts/words.ts';
import { PieceEntry } from '../parts/piece-entry.tsx';
import { Switch } from '../parts/switch.tsx';
import { runQuery } from './run-queries.ts';
import { RunActions } from './run-actions.tsx';
import { Batches } from './run-batches.tsx';
import { RunPlan } from './run-plan.tsx';
import { RunPostage } from './run-postage.tsx';

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
        {(run.state !== 'planned' || run.due > 0) && <RunPostage run={run} />}
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

function Stages({ run }: { readonly run: RunReply }) {
  const { state } = run;
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
          {stage === state ? runStateInWords(run) : RUN_STATE_WORDS[stage]}
        </li>
      ))}
    </ol>
  );
}

const EMPTY = {
  pile: 'No letter is ready to print, printed or mailed.',
  set_aside: 'No address was set aside. The postman will manage.',
  waiting: 'Nothing waits for a renewal.',
} as const;

function RunPieces({ run }: { readonly run: RunReply }) {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { which = (run.pieces['set_aside'] ?? 0) > 0 ? 'set_aside' : 'pile' } = search;
  return (
    <Sheet title="Its letters">
      <Stack>
        <Switch
          label="Which letters"
          value={which}
          onChange={(chosen) =>
            void navigate({ to: CONSOLE_PATHS.run, search: { ...search, which: chosen }, resetScroll: false })
          }
          choices={[
            ['pile', 'On the pile'],
            ['set_aside', 'Set aside'],
            ['waiting', 'Waiting'],
          ]}
        />
        <Pages
          key={which}
          query={pagesOf(listRunPieces, { params: { id: run.id }, query: { which } })}
          label="Fetching the letters"
          empty={EMPTY[which]}
        >
          {(piece) => <PieceEntry piece={piece} />}
        </Pages>
      </Stack>
    </Sheet>
  );
}
