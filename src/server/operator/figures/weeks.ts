import { sql } from 'drizzle-orm';
import type { WeekFigures } from '../../../contract/operator/today.ts';
import { addDays, type CalendarDate, newYorkDate } from '../../../domain/calendar-date.ts';
import type { Db } from '../../platform/db/database.ts';
import { listStuckQueues } from '../../platform/jobs/stuck-jobs.ts';
import type { OperatorHandlers } from '../calls/operator-call.ts';
import { subscriptions } from '../../commerce/schema.ts';
import { boughtHere, chargedHere, isRunning } from '../../commerce/subscriptions/charged-here.ts';
import { paidInvoices } from '../../commerce/paid-invoices.sql.ts';
import { type FigureContext, figuresOf } from './stored-figures.ts';

const DAYS = 7;

export const weekHandlers = {
  async getWeeks({ ctx }) {
    const { figures, countedAt } = await figuresOf(ctx, 'weeks', countWeeks);
    return { ...figures, countedAt };
  },

  async getStuckJobs({ ctx: { db } }) {
    return { queues: await listStuckQueues(db) };
  },
} satisfies Partial<OperatorHandlers>;

export async function countWeeks({ db, clock }: FigureContext) {
  const tomorrow = addDays(newYorkDate(clock.now()), 1);
  const [weekAgo, twoWeeksAgo] = [addDays(tomorrow, -DAYS), addDays(tomorrow, -2 * DAYS)];
  return { last: await readWeek(db, weekAgo, tomorrow), before: await readWeek(db, twoWeeksAgo, weekAgo) };
}

async function readWeek(db: Db, from: CalendarDate, until: CalendarDate): Promise<WeekFigures> {
  const [start, end] = [midnight(from), midnight(until)];
  const { rows } = await db.execute<WeekFigures>(sql`select
    (select count(*)::int from subscriptions where created_at >= ${start} and created_at < ${end}
      and ${boughtHere(subscriptions)}) as started,
    (select count(*)::int from subscriptions where status = 'cancelled' and ended_at >= ${start} and ended_at < ${end}
      and ${chargedHere(subscriptions)}) as cancelled,
    (select count(*)::int from subscriptions where ${isRunning(subscriptions)})
      - (select count(*)::int from subscriptions where ${isRunning(subscriptions)} and created_at >= ${end})
      + (select count(*)::int from subscriptions where status in ('cancelled', 'completed') and ended_at >= ${end}
          and created_at < ${end} and ${chargedHere(subscriptions)}) as active,
    (select coalesce(sum(amount_paid_cents), 0)::float8 from ${paidInvoices} invoices
      where paid_at >= ${start} and paid_at < ${end}) as "paidCents",
    (select coalesce(sum(amount_cents), 0)::float8 from refunds
      where status in ('succeeded', 'pending') and created_at >= ${start} and created_at < ${end}) as "refundedCents",
    (select coalesce(sum((e.detail ->> 'pieces')::int), 0)::int
      from mailing_runs r join mailing_events e on e.run_id = r.id and e.event = 'batch_handed_over'
      where coalesce(r.handed_over_at >= ${start}, true)
        and (e.detail ->> 'on')::date >= ${from}::date and (e.detail ->> 'on')::date < ${until}::date) as "lettersMailed"`);
  const [week] = rows;
  if (week === undefined) throw new Error('A week has one row.');
  return week;
}

function midnight(day: CalendarDate) {
  return sql`(${day}::date::timestamp at time zone 'America/New_York')`;
}
