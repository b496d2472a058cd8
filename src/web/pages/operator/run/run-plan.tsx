import { getRouteApi, Link } from '@tanstack/react-router';
import { listLeftOut, type LeftOutReply, type RunDetailReply } from '../../../../contract/operator/fulfilment.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import type { Exclusion } from '../../../../domain/run-exclusions.ts';
import { pagesOf } from '../../../app/paged-list.tsx';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { BarChart } from '../parts/bar-chart.tsx';
import { Entry, FileLink } from '../parts/entry.tsx';
import { Pages } from '../parts/pages.tsx';
import { counted, instantInWords, reasonInWords } from '../parts/words.ts';

const route = getRouteApi('/signed-in/operator/run');

export function RunPlan({ detail: { run, plan } }: { readonly detail: RunDetailReply }) {
  const due = Object.entries(plan.due);
  const excluded = Object.entries(plan.excluded).sort(([, one], [, other]) => other - one);
  return (
    <Sheet title="The plan">
      <Stack>
        {due.length === 0 ? (
          <p>
            {run.state === 'handed_over'
              ? 'No letter was due.'
              : 'No letter is due. Plan the run again once a subscriber has paid.'}
          </p>
        ) : (
          <BarChart
            title={`${counted(run.due, 'letter')} due${run.waiting > 0 ? `, ${run.waiting.toLocaleString('en-US')} of them waiting for a renewal` : ''}`}
            unit="Letters"
            bars={due.map(([letter, count]) => ({ name: `Letter ${letter}`, short: letter, value: count }))}
          />
        )}
        {run.state === 'planned' && plan.at !== null && (
          <p>{`As of ${instantInWords(plan.at)}. Plan Again counts anew.`}</p>
        )}
        {excluded.length > 0 && (
          <section aria-labelledby="left-out">
            <Stack>
              <h3 id="left-out">Left out</h3>
              <DefinitionList
                layout="ledger"
                items={excluded.map(([reason, count]) => ({
                  term: reasonInWords(reason),
                  detail:
                    run.state === 'handed_over' ? (
                      count.toLocaleString('en-US')
                    ) : (
                      <ReasonLink reason={reason as Exclusion} count={count} />
                    ),
                }))}
              />
              {run.state !== 'handed_over' && <LeftOut run={run.id} />}
            </Stack>
          </section>
        )}
      </Stack>
    </Sheet>
  );
}

function ReasonLink({ reason, count }: { readonly reason: Exclusion; readonly count: number }) {
  const search = route.useSearch();
  return (
    <Link
      to={CONSOLE_PATHS.run}
      search={{ ...search, left_out: reason }}
      resetScroll={false}
      aria-current={search.left_out === reason}
      aria-label={`List ${count.toLocaleString('en-US')}: ${reasonInWords(reason)}`}
    >
      {`List ${count.toLocaleString('en-US')}`}
    </Link>
  );
}

function LeftOut({ run }: { readonly run: string }) {
  const { left_out: reason } = route.useSearch();
  if (reason === undefined) return null;
  return (
    <section aria-label={`Left out: ${reasonInWords(reason)}`}>
      <Stack>
        <h4>{reasonInWords(reason)}</h4>
        <Pages
          key={reason}
          query={pagesOf(listLeftOut, { params: { id: run }, query: { reason } })}
          label="Fetching the subscribers who are left out"
          empty="Nobody any more, as things stand now."
          keyOf={({ subscriptionId }) => subscriptionId}
        >
          {(leftOut) => <LeftOutEntry {...leftOut} />}
        </Pages>
      </Stack>
    </section>
  );
}

function LeftOutEntry({ subscriptionId, email, fullName, letter }: LeftOutReply) {
  return (
    <Entry
      title={<FileLink subscription={subscriptionId}>{email}</FileLink>}
      notes={[fullName ?? 'No name given']}
      mark={`Letter ${letter}`}
    />
  );
}
