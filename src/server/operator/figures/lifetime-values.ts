import { sql } from 'drizzle-orm';
import type { LifetimeValue } from '../../../contract/operator/figures.ts';
import { subscriptions } from '../../commerce/schema.ts';
import { chargedHere } from '../../commerce/subscriptions/charged-here.ts';
import { moneyReturned } from '../../commerce/money-returned.sql.ts';
import { paidInvoices } from '../../commerce/paid-invoices.sql.ts';
import { type FigureContext, figuresOf } from './stored-figures.ts';
import type { OperatorHandlers } from '../calls/operator-call.ts';

export const lifetimeValueHandlers = {
  async listLifetimeValues({ ctx }) {
    return { items: (await figuresOf(ctx, 'lifetime-values', countLifetimeValues)).figures, next: null };
  },
} satisfies Partial<OperatorHandlers>;

export async function countLifetimeValues({ db }: FigureContext): Promise<LifetimeValue[]> {
  const { rows } = await db.execute<LifetimeValue & Record<string, unknown>>(sql`
      with paid as (
        select subscription_id, sum(amount_paid_cents) as cents, sum(months_billed) as months
        from ${paidInvoices} invoices group by 1),
      returned as (
        select subscription_id, sum(amount_cents) as cents from ${moneyReturned} given_back group by 1),
      each as (
        select plan_type, subscriptions.status in ('cancelled', 'completed') as ended, coalesce(p.cents, 0) as paid,
          coalesce(r.cents, 0) as back, least(12, coalesce(p.months, 0)) as months
        from ${subscriptions} left join paid p on p.subscription_id = subscriptions.id
          left join returned r on r.subscription_id = subscriptions.id
        where ${chargedHere(subscriptions)})
      select plan_type as "planType", count(*)::int as subscriptions, (count(*) filter (where ended))::int as ended,
        coalesce(sum(paid), 0)::float8 as "paidCents", coalesce(sum(back), 0)::float8 as "refundedCents",
        round(avg(paid - back) filter (where ended))::float8 as "valueCents",
        round(avg(months) filter (where ended), 1)::float8 as "monthsPaid"
      from each group by grouping sets ((plan_type), ()) having count(*) > 0
      order by plan_type nulls last`);
  return rows;
}
