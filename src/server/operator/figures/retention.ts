import { sql } from 'drizzle-orm';
import type { CohortMonth } from '../../../contract/operator/figures.ts';
import { newYorkDate } from '../../../domain/calendar-date.ts';
import type { OperatorHandlers } from '../calls/operator-call.ts';
import { firstMonth, monthOf, startOf } from './months.ts';
import { type FigureContext, figuresOf } from './stored-figures.ts';
import { subscriptions } from '../../commerce/schema.ts';
import { boughtHere } from '../../commerce/subscriptions/charged-here.ts';

export const retentionHandlers = {
  async listRetention({ ctx }) {
    return { items: (await figuresOf(ctx, 'retention', countRetention)).figures, next: null };
  },
} satisfies Partial<OperatorHandlers>;

/** A completed season counts as retained. */
export async function countRetention({ db, clock }: FigureContext): Promise<CohortMonth[]> {
  const today = newYorkDate(clock.now());
  const { rows } = await db.execute<CohortMonth & Record<string, unknown>>(sql`
      with started as (
        select ${monthOf(sql`created_at`)} as month,
          case when status = 'cancelled' then ${monthOf(sql`ended_at`)} end as left_in
        from subscriptions
        where created_at >= ${startOf(firstMonth(today))} and ${boughtHere(subscriptions)}),
      cohorts as (
        select month, left_in, count(*) as number from started group by 1, 2)
      select c.month::text as cohort, sum(c.number)::int as subscriptions, later.months as "monthsLater",
        coalesce(sum(c.number) filter (where c.left_in is null
          or c.left_in > c.month + make_interval(months => later.months)), 0)::int as kept
      from cohorts c cross join generate_series(0, 11) as later(months)
      where c.month + make_interval(months => later.months) <= ${today}::date
      group by c.month, later.months order by c.month, later.months`);
  return rows;
}
