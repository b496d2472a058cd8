import { count, isNotNull, ne, sql } from 'drizzle-orm';
import type { MonthFigures } from '../../../contract/operator/desk.ts';
import { type CalendarDate, newYorkDate } from '../../../domain/calendar-date.ts';
import { readFunnel } from './funnel.ts';
import { firstMonth, monthOf, startOf } from './months.ts';
import { type FigureContext, figuresOf } from './stored-figures.ts';
import type { Db } from '../../platform/db/database.ts';
import { mailingRuns } from '../../fulfilment/schema.ts';
import { subscriptions } from '../../commerce/schema.ts';
import { boughtHere, chargedHere, isRunning } from '../../commerce/subscriptions/charged-here.ts';
import { countSeasonWaits } from '../../commerce/season-waits/queries.ts';
import type { OperatorHandlers } from '../calls/operator-call.ts';
import { countSubscriptionsWhere } from '../subscriptions/list-queries.ts';
import { sum } from '../runs/present-run.ts';
import { moneyReturned } from '../../commerce/money-returned.sql.ts';
import { paidInvoices } from '../../commerce/paid-invoices.sql.ts';

const DAY_MS = 86_400_000;
/** Visits are stored at most this long. */
const LONGEST_FUNNEL_DAYS = 400;

export const figureHandlers = {
  async getFigures({ ctx, query }) {
    return await readFigures(ctx, Math.min(Math.max(query.days, 1), LONGEST_FUNNEL_DAYS));
  },
} satisfies Partial<OperatorHandlers>;

export async function readFigures(ctx: FigureContext, days: number) {
  const { figures, countedAt } = await figuresOf(ctx, 'books', countBooks);
  const funnel = await figuresOf(ctx, `funnel-${days}`, async (at) => await countFunnel(at, days));
  // An earlier version stored no imports.
  const stored: { readonly imported?: number } = figures;
  return { ...figures, imported: stored.imported ?? 0, funnel: funnel.figures, countedAt };
}

export async function countFunnel({ db, clock }: FigureContext, days: number) {
  const now = clock.now();
  return { days, steps: await readFunnel(db, new Date(now.getTime() - days * DAY_MS), now) };
}

export async function countBooks({ db, clock }: FigureContext) {
  const byStatus = await countByStatus(db);
  return {
    active: await db.$count(subscriptions, isRunning(subscriptions)),
    pastDue: byStatus.get('past_due') ?? 0,
    cancelled: byStatus.get('cancelled') ?? 0,
    completed: byStatus.get('completed') ?? 0,
    imported: await countSubscriptionsWhere(db, { status: 'imported' }, newYorkDate(clock.now())),
    gifts: await db.$count(subscriptions, isNotNull(subscriptions.giftId)),
    lettersDue: await lettersDue(db),
    seasonsAwaited: await countSeasonWaits(db),
    months: await readMonths(db, firstMonth(newYorkDate(clock.now()))),
  };
}

async function countByStatus(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .select({ status: subscriptions.status, number: count() })
    .from(subscriptions)
    .where(chargedHere(subscriptions))
    .groupBy(subscriptions.status);
  return new Map(rows.map(({ status, number }) => [status, number]));
}

async function lettersDue(db: Db): Promise<number> {
  const rows = await db
    .select({ plan: mailingRuns.plan })
    .from(mailingRuns)
    .where(ne(mailingRuns.state, 'handed_over'));
  return sum(rows.flatMap(({ plan }) => Object.values(plan?.due ?? {})));
}

/** Months are New York's. A mailed letter counts on its hand-over, a lost one when the loss was noticed. */
async function readMonths(db: Db, first: CalendarDate): Promise<MonthFigures[]> {
  const from = startOf(first);
  // The driver returns a bigint as text. A float8 is exact for cents up to 2^53.
  const { rows } = await db.execute<MonthFigures>(sql`
    with months as (select generate_series(${first}::date, ${first}::date + interval '11 months', interval '1 month')::date as month),
    started as (
      select ${monthOf(sql`created_at`)} as month, count(*)::int as started, count(gift_id)::int as gifts
      from subscriptions where created_at >= ${from} and ${boughtHere(subscriptions)} group by 1),
    ended as (
      select ${monthOf(sql`ended_at`)} as month, (count(*) filter (where status = 'cancelled'))::int as cancelled,
        (count(*) filter (where status = 'completed'))::int as completed
      from subscriptions where status in ('cancelled', 'completed') and ended_at >= ${from}
        and ${chargedHere(subscriptions)} group by 1),
    paid as (
      select ${monthOf(sql`paid_at`)} as month, sum(amount_paid_cents)::float8 as cents
      from ${paidInvoices} invoices where paid_at >= ${from} group by 1),
    returned as (
      select ${monthOf(sql`at`)} as month, sum(amount_cents)::float8 as cents
      from ${moneyReturned} given_back where at >= ${from} group by 1),
    mailed as (
      select date_trunc('month', (e.detail ->> 'on')::date)::date as month, sum((e.detail ->> 'pieces')::int)::int as letters
      from mailing_runs r join mailing_events e on e.run_id = r.id and e.event = 'batch_handed_over'
      where coalesce(r.handed_over_at >= ${from}, true) and (e.detail ->> 'on')::date >= ${first}::date group by 1),
    stamped as (
      select date_trunc('month', (dispatched_postage ->> 'on')::date)::date as month, sum(dispatched_cents)::float8 as cents,
        sum(dispatched_subscribers)::int as subscribers
      from mailing_batches where handed_over_at >= ${from} and dispatched_postage is not null group by 1),
    lost as (
      select ${monthOf(sql`noticed.at`)} as month, count(*)::int as letters
      from mailing_pieces p cross join lateral (
        select max(e.at) as at from mailing_events e
        where e.subscription_id = p.subscription_id and e.piece_id = p.id and e.event = 'lost') noticed
      where p.state = 'lost' and p.updated_at >= ${from} and noticed.at >= ${from} group by 1)
    select months.month::text as month, coalesce(started.started, 0) as started, coalesce(started.gifts, 0) as gifts,
      coalesce(ended.cancelled, 0) as cancelled, coalesce(ended.completed, 0) as completed,
      coalesce(paid.cents, 0) as "paidCents", coalesce(returned.cents, 0) as "refundedCents",
      coalesce(mailed.letters, 0) as "lettersMailed", coalesce(lost.letters, 0) as "lettersLost",
      coalesce(stamped.cents, 0) as "postageCents", coalesce(stamped.subscribers, 0) as "postageSubscribers"
    from months left join started using (month) left join ended using (month) left join paid using (month)
      left join returned using (month) left join mailed using (month) left join lost using (month)
      left join stamped using (month)
    order by months.month`);
  return rows;
}
