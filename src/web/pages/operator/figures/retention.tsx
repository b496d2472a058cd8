import { type CohortMonth, listRetention } from '../../../../contract/operator/figures.ts';
import { Fetched } from '../../../app/fetched.tsx';
import { pagesOf } from '../../../app/paged-list.tsx';
import { queryOf } from '../../../app/queries.ts';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { SaveCsv } from '../parts/save-csv.tsx';
import { monthAndYear } from './month-names.ts';
import { withCommas } from '../parts/words.ts';

const MONTHS = Array.from({ length: 12 }, (_, month) => month);

export function Retention() {
  return (
    <Sheet title="Retention by month of purchase" titleId="retention">
      <Fetched query={queryOf(listRetention)} label="Adding up" lines={4}>
        {({ items }) =>
          items.length === 0 ? (
            <p>There are no subscriptions of the last twelve months yet.</p>
          ) : (
            <Stack>
              <p>Share that hadn’t ended early at the end of the month. Completed seasons count as kept.</p>
              <DataTable
                caption="Kept, months after the month of purchase"
                head={['Bought in', 'Subscriptions', ...MONTHS.map(String)]}
                rows={rowsOf(items)}
              />
              <SaveCsv queryKey={pagesOf(listRetention).queryKey} about="the retention" />
            </Stack>
          )
        }
      </Fetched>
    </Sheet>
  );
}

function rowsOf(items: readonly CohortMonth[]): string[][] {
  const cohorts = [...new Set(items.map(({ cohort }) => cohort))];
  return cohorts.map((cohort) => {
    const own = items.filter((item) => item.cohort === cohort);
    const kept = MONTHS.map((month) => {
      const found = own.find(({ monthsLater }) => monthsLater === month);
      return found === undefined ? '' : `${Math.round((100 * found.kept) / found.subscriptions)}%`;
    });
    return [monthAndYear(cohort), withCommas(own[0]?.subscriptions ?? 0), ...kept];
  });
}
