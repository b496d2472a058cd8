import { sql } from 'drizzle-orm';
import type { ReasonCount } from '../../../contract/operator/figures.ts';
import { newYorkDate } from '../../../domain/calendar-date.ts';
import { cancelReasons, subscriptions as s } from '../../commerce/schema.ts';
import { chargedHere } from '../../commerce/subscriptions/charged-here.ts';
import { listCancelReasons } from '../../commerce/subscriptions/cancel-reasons.ts';
import type { OperatorHandlers } from '../calls/operator-call.ts';
import { decodeCursor, encodeCursor, isOlder, pageOf, QUERY_LIMIT } from '../calls/paging.ts';
import { CHURN_KIND } from './churn.ts';
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

/** Of the cancellations that churn counts as asked for. */
export async function countCancelReasons({ db, clock }: FigureContext): Promise<ReasonCount[]> {
  const { rows } = await db.execute<ReasonCount & Record<string, unknown>>(sql`
      select ${monthOf(sql`${s.endedAt}`)}::text as month, ${s.planType} as "planType", c.reason,
        count(*)::int as subscriptions
      from ${s} left join cancel_reasons c on c.subscription_id = ${s.id}
      where ${s.status} = 'cancelled' and ${chargedHere(s)} and ${CHURN_KIND} = 'asked'
        and ${s.endedAt} >= ${startOf(firstMonth(newYorkDate(clock.now())))}
      group by 1, 2, 3 order by 1 desc, 2, 4 desc, 3`);
  return rows;
}
