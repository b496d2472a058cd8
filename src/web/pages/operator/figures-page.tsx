import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type FiguresReply, getFigures, type MonthFigures } from '../../../contract/operator/desk.ts';
import { FUNNEL_DAYS } from '../../../contract/operator/funnel-days.ts';
import { CONSOLE_PATHS } from '../../../contract/site-paths.ts';
import { findSeason } from '../../../../seasons/shelf.ts';
import { formatUsd } from '../../../domain/money.ts';
import { Fetched } from '../../app/fetched.tsx';
import { queryOf } from '../../app/queries.ts';
import { Sheet, Stack } from '../../ui/sheet.tsx';
import { BarChart } from './parts/bar-chart.tsx';
import { CountedAt } from './parts/counted-at.tsx';
import styles from './parts/console.module.css';
import { Churn } from './figures/churn.tsx';
import { Bookkeeping } from './figures/bookkeeping.tsx';
import { Forecast } from './figures/forecast.tsx';
import { LetterCosts } from './figures/letter-costs.tsx';
import { LifetimeValues } from './figures/lifetime-values.tsx';
import { PromotionFiguresSheet } from './figures/promotion-figures.tsx';
import { RecurringRevenue } from './figures/recurring-revenue.tsx';
import { Retention } from './figures/retention.tsx';
import { WhyPeopleCancel } from './figures/why-people-cancel.tsx';
import { DataTable } from './parts/data-table.tsx';
import { monthAndYear, monthName, usdBriefly } from './figures/month-names.ts';
import { SectionLinks } from './parts/section-links.tsx';
import { Switch } from './parts/switch.tsx';
import { withCommas } from './parts/words.ts';

const route = getRouteApi('/signed-in/operator/figures');

export function FiguresPage() {
  const { days = '30' } = route.useSearch();
  const navigate = useNavigate();
  const query = { ...queryOf(getFigures, { query: { days } }), placeholderData: keepPreviousData };
  return (
    <>
      <h1>Figures</h1>
      <Fetched query={query} label="Adding up" lines={5}>
        {(figures) => (
          <>
            <SectionLinks sections={CONTENTS} />
            <CountedAt at={figures.countedAt} />
            <SubscriberFigures figures={figures} />
            <RecurringRevenue />
            <Churn />
            <Months months={figures.months} />
            <Retention />
            <WhyPeopleCancel />
            <PromotionFiguresSheet />
            <LifetimeValues />
            <LetterCosts />
            <Forecast />
            <Bookkeeping />
            <Sheet title="From the front page to the payment" titleId="visits">
              <Stack>
                <Switch
                  label="Days"
                  value={days}
                  choices={FUNNEL_DAYS.map((each) => [each, each === '365' ? 'A year' : `${each} days`])}
                  onChange={(chosen) => void navigate({ to: CONSOLE_PATHS.figures, search: { days: chosen } })}
                />
                <Funnel funnel={figures.funnel} />
              </Stack>
            </Sheet>
            <SeasonsAwaited seasons={figures.seasonsAwaited} />
          </>
        )}
      </Fetched>
    </>
  );
}

const CONTENTS = [
  ['subscriptions', 'Subscriptions'],
  ['recurring-revenue', 'Revenue'],
  ['churn', 'Churn'],
  ['months', 'Months'],
  ['retention', 'Retention'],
  ['why-people-cancel', 'Cancel reasons'],
  ['promotion-codes', 'Promotion codes'],
  ['lifetime-value', 'Lifetime value'],
  ['letter-costs', 'Costs'],
  ['forecast', 'Forecast'],
  ['bookkeeping', 'Bookkeeping'],
  ['visits', 'Visits'],
  ['waiting', 'Waiting'],
] as const;

function SubscriberFigures({ figures }: { readonly figures: FiguresReply }) {
  const counts = [
    [figures.active, 'active, overdue included'],
    [figures.pastDue, 'payment overdue'],
    [figures.cancelled, 'canceled'],
    [figures.completed, 'completed'],
    [figures.imported, 'imported, not charged here'],
    [figures.gifts, 'of all, gifts'],
    [figures.lettersDue, 'letters due in open runs'],
  ] as const;
  return (
    <Sheet title="Subscriptions" titleId="subscriptions">
      <ul className={styles.counts}>
        {counts.map(([figure, words]) => (
          <li key={words} className={styles.count}>
            <span className={styles.figure}>{figure.toLocaleString('en-US')}</span>
            {words}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

function SeasonsAwaited({ seasons }: { readonly seasons: FiguresReply['seasonsAwaited'] }) {
  return (
    <Sheet title="Waiting for a season" titleId="waiting">
      {seasons.length === 0 ? (
        <p>Nobody has asked to be told of a season to come.</p>
      ) : (
        <DataTable
          caption="Addresses that asked to be told, and confirmed it"
          head={['Season', 'Waiting', 'Told in the last thirty days']}
          rows={seasons.map(({ seasonId, waiting, notified }) => [
            findSeason(seasonId)?.title ?? seasonId,
            waiting.toLocaleString('en-US'),
            notified.toLocaleString('en-US'),
          ])}
        />
      )}
    </Sheet>
  );
}

function Months({ months }: { readonly months: readonly MonthFigures[] }) {
  const bars = (valueOf: (month: MonthFigures) => number) =>
    months.map((month) => ({ name: nameOf(month), short: monthName(month.month), value: valueOf(month) }));
  return (
    <Sheet title="The last twelve months" titleId="months">
      <Stack>
        <BarChart
          title="Money taken, less what was given back"
          unit="Dollars"
          bars={bars(({ paidCents, refundedCents }) => paidCents - refundedCents)}
          write={formatUsd}
          brief={usdBriefly}
        />
        <BarChart title="New subscriptions" unit="Subscriptions" bars={bars(({ started }) => started)} />
        <BarChart title="Letters mailed" unit="Letters" bars={bars(({ lettersMailed }) => lettersMailed)} />
        <BarChart
          title="Postage, by the rates known at each hand-over"
          unit="Dollars"
          bars={bars(({ postageCents }) => postageCents)}
          write={formatUsd}
          brief={usdBriefly}
        />
        <DataTable
          caption="Month by month"
          head={[
            'Month',
            'New',
            'Gifts',
            'Canceled',
            'Completed',
            'Paid',
            'Given back',
            'Mailed',
            'Lost',
            'Postage',
            'Per reader',
          ]}
          rows={months.map((month) => [
            nameOf(month),
            withCommas(month.started),
            withCommas(month.gifts),
            withCommas(month.cancelled),
            withCommas(month.completed),
            formatUsd(month.paidCents),
            formatUsd(month.refundedCents),
            withCommas(month.lettersMailed),
            withCommas(month.lettersLost),
            month.postageSubscribers === 0 ? '–' : formatUsd(month.postageCents),
            perSubscriber(month),
          ])}
        />
      </Stack>
    </Sheet>
  );
}

function nameOf({ month }: MonthFigures): string {
  return monthAndYear(month);
}

/** The postage per subscriber who got letters in that month. */
function perSubscriber({ postageCents, postageSubscribers }: MonthFigures): string {
  return postageSubscribers === 0 ? '–' : formatUsd(Math.round(postageCents / postageSubscribers));
}

function Funnel({ funnel: { days, steps } }: Pick<FiguresReply, 'funnel'>) {
  const first = steps[0]?.visits ?? 0;
  const last = steps.at(-1)?.visits ?? 0;
  return (
    <>
      <BarChart
        title={`Visits of the last ${days} days that came so far`}
        unit="Visits"
        bars={steps.map(({ name, visits }) => ({ name, short: name.split(' ', 1)[0] ?? name, value: visits }))}
      />
      <p>
        {last <= first && first > 0
          ? `Of a hundred visits to the front page, ${shareOf(last, first)} ended in a payment.`
          : 'Too few visits were counted to say more. Those who asked not to be counted are not; what was paid is from the books.'}
      </p>
    </>
  );
}

function shareOf(part: number, whole: number): string {
  return ((100 * part) / whole).toFixed(1);
}
