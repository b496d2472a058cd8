import { listMoneyMonths, type MoneyMonth } from '../../../../contract/operator/figures.ts';
import { formatUsd } from '../../../../domain/money.ts';
import { Fetched } from '../../../app/fetched.tsx';
import { pagesOf } from '../../../app/paged-list.tsx';
import { queryOf } from '../../../app/queries.ts';
import { DefinitionList } from '../../../ui/definition-list.tsx';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { BarChart } from '../parts/bar-chart.tsx';
import styles from '../parts/console.module.css';
import { DataTable } from '../parts/data-table.tsx';
import { SaveCsv } from '../parts/save-csv.tsx';
import { monthAndYear, monthName, usdBriefly } from './month-names.ts';
import { withCommas } from '../parts/words.ts';

const QUERY = queryOf(listMoneyMonths);

export function RecurringRevenue() {
  return (
    <Sheet title="Recurring revenue and churn" titleId="recurring-revenue">
      <Fetched query={QUERY} label="Adding up" lines={4}>
        {({ items }) => (
          <Stack>
            <ThisMonth months={items} />
            <BarChart
              title="Monthly recurring revenue at the end of each month"
              unit="Dollars"
              bars={items.map(({ month, mrrCents }) => ({
                name: monthAndYear(month),
                short: monthName(month),
                value: mrrCents,
              }))}
              write={formatUsd}
              brief={usdBriefly}
            />
            <MonthTable months={items} />
            <SaveCsv queryKey={pagesOf(listMoneyMonths).queryKey} about="the recurring revenue" />
          </Stack>
        )}
      </Fetched>
    </Sheet>
  );
}

/** Shows each figure with its definition. */
function ThisMonth({ months }: { readonly months: readonly MoneyMonth[] }) {
  const now = months.at(-1);
  if (now === undefined || months.every(({ mrrCents, newSubscriptions }) => mrrCents === 0 && newSubscriptions === 0)) {
    return <p>There are no subscriptions yet. Revenue, churn and deferred revenue appear with the first one.</p>;
  }
  const left = `${now.asked} canceled, ${now.paymentFailed} failed payments, ${now.refunded} refunded`;
  const items = [
    [
      'MRR',
      formatUsd(now.mrrCents),
      'Prices of active and past due subscriptions, before discounts; annual divided by 12',
    ],
    [
      'New',
      `${now.newSubscriptions}, ${formatUsd(now.newCents)}`,
      'Bought this month, and their MRR. Imported ones count apart',
    ],
    ['Churned', left, 'Ended before the season was complete. Refunded includes lost disputes'],
    ['Net', formatUsd(now.netCents), 'New and imported MRR less that of churned and completed subscriptions'],
    ['Subscriber churn', inPercent(now.subscriberChurnPercent), 'Churned divided by active when the month began'],
    ['Revenue churn', inPercent(now.revenueChurnPercent), 'Churned MRR divided by MRR when the month began'],
    ['Gifts', inPercent(now.giftsPercent), 'Share of active subscriptions that are gifts'],
    [
      'Recognized',
      formatUsd(now.recognizedCents),
      'Payments less refunds, earned with each mailed letter, in full when a subscription ends refunded',
    ],
    ['Deferred', formatUsd(now.deferredCents), 'Paid for and still owed in letters'],
  ] as const;
  return (
    <DefinitionList
      items={items.map(([term, value, meaning]) => ({
        term,
        detail: (
          <>
            {value}
            <span className={styles.meaning}>{meaning}</span>
          </>
        ),
      }))}
    />
  );
}

function inPercent(value: number | null): string {
  return value === null ? '–' : `${value.toFixed(1)}%`;
}

const HEAD = [
  'Month',
  'MRR',
  'New',
  'Imported',
  'Canceled',
  'Failed payment',
  'Refunded',
  'Completed',
  'Net MRR',
  'Active',
  'Subscriber churn',
  'Revenue churn',
  'Gifts',
  'Recognized',
  'Deferred',
];

function MonthTable({ months }: { readonly months: readonly MoneyMonth[] }) {
  return (
    <DataTable
      caption="Recurring revenue, month by month"
      head={HEAD}
      rows={months.map((month) => [
        monthAndYear(month.month),
        formatUsd(month.mrrCents),
        withCommas(month.newSubscriptions),
        withCommas(month.imported),
        withCommas(month.asked),
        withCommas(month.paymentFailed),
        withCommas(month.refunded),
        withCommas(month.completed),
        formatUsd(month.netCents),
        withCommas(month.active),
        inPercent(month.subscriberChurnPercent),
        inPercent(month.revenueChurnPercent),
        inPercent(month.giftsPercent),
        formatUsd(month.recognizedCents),
        formatUsd(month.deferredCents),
      ])}
    />
  );
}
