import type { RunDetailReply } from '../../../../contract/operator/fulfilment.ts';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { BarChart } from '../parts/bar-chart.tsx';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { counted, reasonInWords } from '../parts/words.ts';

export function RunPlan({ detail: { run, plan } }: { readonly detail: RunDetailReply }) {
  const due = Object.entries(plan.due);
  const excluded = Object.entries(plan.excluded).sort(([, one], [, other]) => other - one);
  return (
    <Sheet title="The plan">
      <Stack>
        {due.length === 0 ? (
          <p>Nobody is due. Plan it again once somebody has paid.</p>
        ) : (
          <BarChart
            title={`${counted(run.due, 'letter')} due, ${run.waiting.toLocaleString('en-US')} of them waiting for a renewal`}
            unit="Letters"
            bars={due.map(([letter, count]) => ({ name: `Letter ${letter}`, short: letter, value: count }))}
          />
        )}
        {excluded.length > 0 && (
          <section aria-labelledby="left-out">
            <h3 id="left-out">Left out</h3>
            <DefinitionList
              layout="ledger"
              items={excluded.map(([reason, count]) => ({
                term: reasonInWords(reason),
                detail: count.toLocaleString('en-US'),
              }))}
            />
          </section>
        )}
      </Stack>
    </Sheet>
  );
}
