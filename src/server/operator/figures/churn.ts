import { sql } from 'drizzle-orm';
import type { ChurnMonth } from '../../../contract/operator/figures.ts';
import { newYorkDate } from '../../../domain/calendar-date.ts';
import { cancelKind } from '../../commerce/indexed-expressions.ts';
import { subscriptions } from '../../commerce/schema.ts';
import { chargedHere } from '../../commerce/subscriptions/charged-here.ts';
import type { OperatorHandlers } from '../calls/operator-call.ts';
import { firstMonth, monthOf, startOf } from './months.ts';
import { type FigureContext, figuresOf } from './stored-figures.ts';

export const churnHandlers = {
  async listChurn({ ctx }) {
    return { items: (await figuresOf(ctx, 'churn', countChurn)).figures, next: null };
  },
} satisfies Partial<OperatorHandlers>;

/** Why a cancelled subscription ended; lost disputes count as refunded. */
export const CHURN_KIND = sql`replace(${cancelKind(subscriptions)}, 'dispute_lost', 'refunded')`;

export async function countChurn({ db, clock }: FigureContext): Promise<ChurnMonth[]> {
  const first = firstMonth(newYorkDate(clock.now()));
  const { rows } = await db.execute<ChurnMonth & Record<string, unknown>>(sql`
    select ${monthOf(sql`ended_at`)}::text as month, plan_type as "planType",
      (count(*) filter (where ${CHURN_KIND} = 'asked'))::int as asked,
      (count(*) filter (where ${CHURN_KIND} = 'payment_failed'))::int as "paymentFailed",
      (count(*) filter (where ${CHURN_KIND} = 'refunded'))::int as refunded
    from subscriptions
    where status = 'cancelled' and ended_at >= ${startOf(first)} and ${chargedHere(subscriptions)}
    group by 1, 2 order by 1 desc, 2`);
  return rows;
}
