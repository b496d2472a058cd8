import { sql } from 'drizzle-orm';
import type { PromotionFigures } from '../../../contract/operator/figures.ts';
import type { OperatorHandlers } from '../calls/operator-call.ts';

export const promotionFigureHandlers = {
  async listPromotionFigures({ ctx: { db } }) {
    const { rows } = await db.execute<PromotionFigures & Record<string, unknown>>(sql`
      with bought as (
        select c.promotion_code_id, s.id, s.status from checkouts c join subscriptions s on s.checkout_id = c.id
        where c.promotion_code_id is not null),
      paid as (
        select subscription_id, sum(amount_paid_cents) as cents from invoices
        where status = 'paid' and subscription_id in (select id from bought) group by 1),
      returned as (
        select subscription_id, sum(amount_cents) as cents from refunds
        where status = 'succeeded' and subscription_id in (select id from bought) group by 1)
      select b.promotion_code_id as "promotionCodeId", count(*)::int as uses,
        (count(*) filter (where b.status in ('active', 'past_due')))::int as active,
        coalesce(sum(p.cents), 0)::float8 as "paidCents", coalesce(sum(r.cents), 0)::float8 as "returnedCents"
      from bought b left join paid p on p.subscription_id = b.id left join returned r on r.subscription_id = b.id
      group by 1 order by 2 desc, 1`);
    return { items: rows, next: null };
  },
} satisfies Partial<OperatorHandlers>;
