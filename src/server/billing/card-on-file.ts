import { eq, sql } from 'drizzle-orm';
import type { Stripe } from 'stripe';
import type { CardName } from '../../domain/card.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/database.ts';
import { cardsOnFile } from '../db/billing-schema.ts';
import { userProfiles } from '../db/schema.ts';
import { askStripe, isRefusal } from '../payments/stripe.ts';

/**
 * The card that renewals are charged to: a running subscription's own, else the customer's default, else any (PAYMENTS-CONTRACT §3.5).
 * @throws ApiError payments_unavailable
 */
export async function readCard(stripe: Stripe, customer: string): Promise<Stripe.PaymentMethod | null> {
  const running = await askStripe(
    stripe.subscriptions.list({ customer, limit: 100, expand: ['data.default_payment_method'] }),
  );
  const own = running.data.find(({ status }) => status === 'active' || status === 'past_due')?.default_payment_method;
  if (isUsable(own)) return own;
  const holder = await askStripe(
    stripe.customers.retrieve(customer, { expand: ['invoice_settings.default_payment_method'] }),
  );
  // Its cards went with it.
  if (holder.deleted) return null;
  const byDefault = holder.invoice_settings.default_payment_method;
  if (isUsable(byDefault)) return byDefault;
  const any = await askStripe(stripe.customers.listPaymentMethods(customer, { type: 'card', limit: 1 }));
  return any.data[0] ?? null;
}

/** One that was detached may still be named as a default; nothing can be charged to it. */
function isUsable(method: Stripe.PaymentMethod | string | null | undefined): method is Stripe.PaymentMethod {
  return typeof method === 'object' && method !== null && method.customer !== null;
}

/**
 * Reads a customer's card again and keeps what is needed to tell its holder before it expires. Unknown customers are left alone.
 * @throws ApiError payments_unavailable
 */
export async function refreshCardOnFile(ctx: Context, stripeCustomerId: string): Promise<void> {
  const [owner] = await ctx.db
    .select({ userId: userProfiles.id })
    .from(userProfiles)
    .where(eq(userProfiles.stripeCustomerId, stripeCustomerId));
  if (owner === undefined) return;
  const readAt = ctx.clock.now();
  const card = await readCardOrNone(ctx.stripe, stripeCustomerId);
  const facts = {
    paymentMethodId: card?.id ?? null,
    brand: card?.card?.brand ?? null,
    last4: card?.card?.last4 ?? null,
    expMonth: card?.card?.exp_month ?? null,
    expYear: card?.card?.exp_year ?? null,
    readAt,
  };
  await ctx.db
    .insert(cardsOnFile)
    .values({ ...owner, stripeCustomerId, ...facts })
    .onConflictDoUpdate({ target: cardsOnFile.userId, set: facts, setWhere: sql`${cardsOnFile.readAt} <= ${readAt}` });
}

async function readCardOrNone(stripe: Stripe, customer: string): Promise<Stripe.PaymentMethod | null> {
  try {
    return await readCard(stripe, customer);
  } catch (error) {
    if (isRefusal(error) && error.code === 'resource_missing') return null;
    throw error;
  }
}

export async function findCardOnFile(db: Db, userId: string): Promise<CardName | null> {
  const [row] = await db
    .select({ brand: cardsOnFile.brand, last4: cardsOnFile.last4 })
    .from(cardsOnFile)
    .where(eq(cardsOnFile.userId, userId));
  return row?.brand && row.last4 ? { brand: row.brand, last4: row.last4 } : null;
}

/**
 * Claims the place of the card on file for a card update opened at `openedAt`; the same update may claim it again.
 * @returns false when a newer update has it
 */
export async function claimCardUpdate(
  db: Db,
  owner: { userId: string; stripeCustomerId: string },
  openedAt: Date,
): Promise<boolean> {
  const claimed = await db
    .insert(cardsOnFile)
    .values({ ...owner, setUpAt: openedAt, readAt: openedAt })
    .onConflictDoUpdate({
      target: cardsOnFile.userId,
      set: { setUpAt: openedAt },
      setWhere: sql`${cardsOnFile.setUpAt} is null or ${cardsOnFile.setUpAt} <= ${openedAt}`,
    })
    .returning({ userId: cardsOnFile.userId });
  return claimed.length > 0;
}
