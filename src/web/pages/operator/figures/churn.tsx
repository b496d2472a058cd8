import { type ChurnMonth, listChurn } from '../../../../contract/operator/figures.ts';
import { PLANS } from '../../../../domain/plans.ts';
import { Fetched } from '../../../app/fetched.tsx';
import { pagesOf } from '../../../app/paged-list.tsx';
import { queryOf } from '../../../app/queries.ts';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { SaveCsv } from '../parts/save-csv.tsx';
import { monthAndYear } from './month-names.ts';

export function Churn() {
  return (
    <Sheet title="Churn by month and plan" titleId="churn">
      <Fetched query={queryOf(listChurn)} label="Adding up" lines={3}>
        {({ items }) =>
          items.length === 0 ? (
            <p>No subscription has ended early in the last twelve months.</p>
          ) : (
            <Stack>
              <DataTable
                caption="Subscriptions that ended before the season was complete"
                head={['Month and plan', 'Canceled', 'Failed payment', 'Refunded', 'All']}
                rows={items.map(rowOf)}
              />
              <SaveCsv queryKey={pagesOf(listChurn).queryKey} about="the churn" />
            </Stack>
          )
        }
      </Fetched>
    </Sheet>
  );
}

function rowOf({ month, planType, asked, paymentFailed, refunded }: ChurnMonth): string[] {
  const counts = [asked, paymentFailed, refunded, asked + paymentFailed + refunded];
  return [`${monthAndYear(month)}, ${PLANS[planType].name}`, ...counts.map((count) => count.toLocaleString('en-US'))];
}
