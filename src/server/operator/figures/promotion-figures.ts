import { sql } from 'drizzle-orm';
import type { Stripe } from 'stripe';
import type { PromotionFigures } from '../../../contract/operator/figures.ts';
import { addUtcMonths } from '../../../domain/calendar-date.ts';
import { askStripe } from '../../commerce/payments/stripe-client.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { OperatorHandlers } from '../calls/operator-call.ts';
import { subscriptions } from '../../commerce/schema.ts';
import { boughtHere, isRunning } from '../../commerce/subscriptions/charged-here.ts';
import { moneyReturned } from '../../commerce/money-returned.sql.ts';
import { paidInvoices } from '../../commerce/paid-invoices.sql.ts';
import { type FigureContext, figuresOf } from './stored-figures.ts';

export const promotionFigureHandlers = {
  async listPromotionFigures({ ctx }) {
    const figures = await readPromotionFigures(ctx);
    const codes = await namesOf(
      ctx.stripe,
      figures.flatMap(({ promotionCodeId: id }) => id ?? []),
    );
    return {
      items: figures.map((item) => ({ ...item, code: codes.get(item.promotionCodeId ?? '') ?? null })),
      next: null,
    };
  },
} satisfies Partial<OperatorHandlers>;

const s = subscriptions;

const AT_ONCE = 100;
const MOST_PAGES = 10;

/** Without the names that Stripe doesn’t give. */
async function namesOf(stripe: Stripe, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  const missing = new Set(ids);
  let after: string | undefined;
  for (let page = 0; page < MOST_PAGES && missing.size > 0; page++) {
    const list = stripe.promotionCodes.list({ limit: AT_ONCE, ...(after !== undefined && { starting_after: after }) });
    const found = await askStripe(list).catch(nullForOutage);
    if (found === null) break;
    for (const { id, code } of found.data) if (missing.delete(id)) names.set(id, code);
    if (!found.has_more) break;
    after = found.data.at(-1)?.id;
  }
  return names;
}

function nullForOutage(error: unknown): null {
  if (error instanceof ApiError) return null;
  throw error;
}

type Counted = Omit<PromotionFigures, 'code' | 'netCents'>;

export async function readPromotionFigures(ctx: FigureContext): Promise<Omit<PromotionFigures, 'code'>[]> {
  const { figures } = await figuresOf(ctx, 'promotions', countPromotionFigures);
  return figures.map((code) => ({ ...code, netCents: code.paidCents - code.returnedCents }));
}

export async function countPromotionFigures({ db, clock }: FigureContext): Promise<Counted[]> {
  const quarterAgo = addUtcMonths(clock.now(), -3).toISOString();
  const { rows } = await db.execute<Counted & Record<string, unknown>>(sql`
      with bought as (
        select c.promotion_code_id, ${s.id}, ${isRunning(s)} as is_active,
          ${s.createdAt} <= ${quarterAgo}::timestamptz as is_old,
          ${s.status} <> 'cancelled' or ${s.endedAt} > ${s.createdAt} + interval '3 months' as is_kept
        from checkouts c join ${s} on ${s.checkoutId} = c.id where ${boughtHere(s)}),
      paid as (
        select subscription_id, sum(amount_paid_cents) as cents from ${paidInvoices} invoices group by 1),
      returned as (
        select subscription_id, sum(amount_cents) as cents from ${moneyReturned} given_back group by 1)
      select b.promotion_code_id as "promotionCodeId", count(*)::int as uses,
        (count(*) filter (where b.is_active))::int as active,
        (count(*) filter (where b.is_old))::int as "ofThreeMonths",
        round(100.0 * count(*) filter (where b.is_old and b.is_kept) / nullif(count(*) filter (where b.is_old), 0), 1)::float8
          as "keptPercent",
        coalesce(sum(p.cents), 0)::float8 as "paidCents", coalesce(sum(r.cents), 0)::float8 as "returnedCents"
      from bought b left join paid p on p.subscription_id = b.id left join returned r on r.subscription_id = b.id
      group by 1 order by b.promotion_code_id is null, 2 desc, 1`);
  return rows;
}
