import { sql } from 'drizzle-orm';
import type { ChurnMonth } from '../../../contract/operator/figures.ts';
import { newYorkDate } from '../../../domain/calendar-date.ts';
import { isNotEndedByImport } from '../../commerce/indexed-expressions.ts';
import { subscriptions } from '../../commerce/schema.ts';
import type { OperatorHandlers } from '../calls/operator-call.ts';
import { firstMonth, monthOf, startOf } from './months.ts';
import { type FigureContext, figuresOf } from './stored-figures.ts';

export const churnHandlers = {
  async listChurn({ ctx }) {
    return { items: (await figuresOf(ctx, 'churn', countChurn)).figures, next: null };
  },
} satisfies Partial<OperatorHandlers>;

export async function countChurn({ db, clock }: FigureContext): Promise<ChurnMonth[]> {
  const first = firstMonth(newYorkDate(clock.now()));
  const isRefunded = sql`(refund_requested_at is not null or dispute_lost_at is not null)`;
  const { rows } = await db.execute<ChurnMonth & Record<string, unknown>>(sql`
    select ${monthOf(sql`ended_at`)}::text as month, plan_type as "planType",
      (count(*) filter (where not ${isRefunded} and cancel_requested_at is not null))::int as asked,
      (count(*) filter (where not ${isRefunded} and cancel_requested_at is null))::int as "paymentFailed",
      (count(*) filter (where ${isRefunded}))::int as refunded
    from subscriptions
    where status = 'cancelled' and ended_at >= ${startOf(first)} and ${isNotEndedByImport(subscriptions)}
    group by 1, 2 order by 1 desc, 2`);
  return rows;
}
