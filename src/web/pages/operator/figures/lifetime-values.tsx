import { listLifetimeValues } from '../../../../contract/operator/figures.ts';
import { formatUsd } from '../../../../domain/money.ts';
import { PLANS } from '../../../../domain/plans.ts';
import { Fetched } from '../../../app/fetched.tsx';
import { pagesOf } from '../../../app/paged-list.tsx';
import { queryOf } from '../../../app/queries.ts';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { SaveCsv } from '../parts/save-csv.tsx';
import { withCommas } from '../parts/words.ts';

export function LifetimeValues() {
  return (
    <Sheet title="Lifetime value" titleId="lifetime-value">
      <Fetched query={queryOf(listLifetimeValues)} label="Adding up" lines={3}>
        {({ items }) =>
          items.length === 0 ? (
            <p>There are no subscriptions yet. Lifetime value appears once the first one has ended.</p>
          ) : (
            <Stack>
              <p>
                Lifetime value is what a subscription that was canceled or completed has paid on average, less what was
                given back: refunds and lost disputes. Subscriptions that still run are not counted in it.
              </p>
              <DataTable
                caption="Lifetime value by plan"
                head={[
                  'Plan',
                  'Subscriptions',
                  'Paid by all',
                  'Given back to all',
                  'Ended',
                  'Months paid by ended',
                  'Lifetime value of ended',
                ]}
                rows={items.map((item) => [
                  item.planType === null ? 'All' : PLANS[item.planType].name,
                  withCommas(item.subscriptions),
                  formatUsd(item.paidCents),
                  formatUsd(item.refundedCents),
                  withCommas(item.ended),
                  item.monthsPaid === null ? '–' : item.monthsPaid.toFixed(1),
                  item.valueCents === null ? '–' : formatUsd(item.valueCents),
                ])}
              />
              <SaveCsv queryKey={pagesOf(listLifetimeValues).queryKey} about="the lifetime values" />
            </Stack>
          )
        }
      </Fetched>
    </Sheet>
  );
}
