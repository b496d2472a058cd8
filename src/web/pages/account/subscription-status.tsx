import { APP_PATHS } from '../../../contract/site-paths.ts';
import { formatDate } from '../../../domain/calendar-date.ts';
import { formatUsd } from '../../../domain/money.ts';
import { billingWords, type NextDate, overview } from '../../../domain/subscription.ts';
import { AppButtonLink } from '../../app/links.tsx';
import { useNow } from '../../app/now.ts';
import { type Definition, DefinitionList } from '../../ui/definition-list.tsx';
import { Sheet, Stack } from '../../ui/sheet.tsx';
import { type AccountSubscription, STATUS_WORDS } from './owned-subscription.ts';
import { PastDue } from './past-due.tsx';
import { Exact } from '../../ui/text.tsx';

interface FiguresProps {
  readonly subscriptions: readonly AccountSubscription[];
}

interface SubscriptionStatusProps extends FiguresProps {
  readonly receives: boolean;
}

export function SubscriptionStatus({ subscriptions, receives }: SubscriptionStatusProps) {
  return (
    <Sheet title="Subscription Status">
      {subscriptions.length === 0 ? <NoSubscription receives={receives} /> : <Figures subscriptions={subscriptions} />}
    </Sheet>
  );
}

function NoSubscription({ receives }: Pick<SubscriptionStatusProps, 'receives'>) {
  return (
    <Stack>
      <p>
        {receives
          ? 'You have no subscription of your own. The season you were given isn’t charged to you.'
          : 'You have no subscription.'}
      </p>
      <AppButtonLink fit to={APP_PATHS.seasonSelection}>
        Subscribe Now
      </AppButtonLink>
    </Stack>
  );
}

function Figures({ subscriptions }: FiguresProps) {
  const summary = overview(subscriptions, useNow());
  const counts: readonly Definition[] = [
    { term: 'Active subscriptions', detail: activeWords(summary) },
    { term: 'Total monthly cost', detail: <Exact>{formatUsd(summary.monthlyCostCents)}</Exact> },
    { term: 'Total annual cost', detail: <Exact>{formatUsd(summary.annualCostCents)}</Exact> },
    { term: 'Monthly plans', detail: summary.monthlyPlanCount },
    { term: 'Annual plans', detail: summary.annualPlanCount },
  ];
  return (
    <Stack>
      {subscriptions.map(({ reply }) => reply.pastDue && <PastDue key={reply.id} overdue={reply.overdue} />)}
      <DefinitionList layout="figures" items={[...counts, ...shownItems(summary.shown)]} />
      {summary.shown && !summary.shown.subscription.chargesStopped && (
        <p>{billingWords(summary.shown.billing, summary.shown.subscription.reply.sameDay)}</p>
      )}
    </Stack>
  );
}

function activeWords({ activeCount, activeGiftCount }: ReturnType<typeof overview>): string {
  if (activeGiftCount === 0) return String(activeCount);
  return `${activeCount}, and ${activeGiftCount} ${activeGiftCount === 1 ? 'gift' : 'gifts'} you gave`;
}

function shownItems(shown: ReturnType<typeof overview>['shown']): readonly Definition[] {
  if (shown === null) return [];
  return [{ term: 'Status', detail: STATUS_WORDS[shown.status] }, ...(shown.next ? [nextItem(shown.next)] : [])];
}

const NEXT_TERMS = { billing: 'Next billing date', expiry: 'Ends on' } as const satisfies Record<
  NextDate['kind'],
  string
>;

function nextItem({ kind, on }: NextDate): Definition {
  return { term: NEXT_TERMS[kind], detail: formatDate(on) };
}
