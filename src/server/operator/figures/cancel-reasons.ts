import { sql } from 'drizzle-orm';
import type { ReasonCount } from '../../../contract/operator/figures.ts';
import { newYorkDate } from '../../../domain/calendar-date.ts';
import { cancelReasons } from '../../commerce/schema.ts';
import { listCancelReasons } from '../../commerce/subscriptions/cancel-reasons.ts';
import type { OperatorHandlers } from '../calls/operator-call.ts';
import { decodeCursor, encodeCursor, isOlder, pageOf, QUERY_LIMIT } from '../calls/paging.ts';
import { firstMonth, monthOf, startOf } from './months.ts';
import { type FigureContext, figuresOf } from './stored-figures.ts';

export const cancelReasonHandlers = {
  async listCancelReasonCounts({ ctx }) {
    return { items: (await figuresOf(ctx, 'cancel-reasons', countCancelReasons)).figures, next: null };
  },

  async listCancelAnswers({ ctx: { db }, query: { after } }) {
    const isBefore = isOlder(cancelReasons.askedAt, cancelReasons.subscriptionId, decodeCursor(after));
    return pageOf(
      await listCancelReasons(db, isBefore, QUERY_LIMIT),
      (row) => ({ ...row, askedAt: row.askedAt.toISOString() }),
      ({ askedAt, subscriptionId }) => encodeCursor({ at: askedAt, id: subscriptionId }),
    );
  },
} satisfies Partial<OperatorHandlers>;

export async function countCancelReasons({ db, clock }: FigureContext): Promise<ReasonCount[]> {
  const { rows } = await db.execute<ReasonCount & Record<string, unknown>>(sql`
      select ${monthOf(sql`c.asked_at`)}::text as month, s.plan_type as "planType", c.reason,
        count(*)::int as subscriptions
      from cancel_reasons c join subscriptions s on s.id = c.subscription_id
      where c.asked_at >= ${startOf(firstMonth(newYorkDate(clock.now())))}
      group by 1, 2, 3 order by 1 desc, 2, 4 desc, 3`);
  return rows;
}
