import { eq, sql } from 'drizzle-orm';
import type { Stripe } from 'stripe';
import type { CommerceContext, CommerceHandler } from '../context.ts';
import type { Db } from '../../platform/db/database.ts';
import { cardSnapshots, cardsOnFile } from '../billing-schema.ts';
import { userProfiles } from '../../customers/schema.ts';
import { askStripe, idOf, nullIfMissing } from '../payments/stripe-client.ts';
import type { CardReply, getPaymentMethod } from '../../../contract/billing.ts';
import { ApiError } from '../../platform/api-error.ts';
import { findProfile } from '../../customers/profile/queries.ts';
import { findNewestSubscription } from '../subscriptions/queries.ts';
import { hasPaidAs } from '../invoices/queries.ts';

/**
 * Uses the customer that the subscription was bought with, even if the profile has a newer one. Both belong to the
 * user.
 */
export const handleGetPaymentMethod: CommerceHandler<typeof getPaymentMethod> = async ({ ctx, body, user }) => {
  const customer = (await findProfile(ctx.db, user.userId))?.stripeCustomerId ?? null;
  const isOwn = customer === body.customerId || (await hasPaidAs(ctx.db, user.userId, body.customerId));
  if (customer === null || !isOwn) {
    throw new ApiError('not_yours', 'That is not your account.', { customerId: 'Not yours.' });
  }
  if ((await findNewestSubscription(ctx.db, user.userId)) === null) {
    return { success: false, error: 'No subscription found' };
  }
  const method = await readCardOrSay(ctx.stripe, customer);
  if (!method?.card) return { success: false, error: 'No payment method found' };
  return { success: true, paymentMethod: { card: presentCard(method.card) } };
};

async function readCardOrSay(stripe: Stripe, customer: string): Promise<Stripe.PaymentMethod | null> {
  try {
    return await readCard(stripe, customer);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError('payments_unavailable', 'Unable to fetch payment information');
  }
}

export function presentCard({ brand, last4, exp_month, exp_year }: Stripe.PaymentMethod.Card): CardReply {
  return { brand, last4, exp_month, exp_year };
}

/**
 * The card that Stripe charges for renewals (rules/money 28).
 * @throws ApiError payments_unavailable
 */
export async function readCard(stripe: Stripe, customer: string): Promise<Stripe.PaymentMethod | null> {
  const running = await askStripe(
    stripe.subscriptions.list({ customer, limit: 100, expand: ['data.default_payment_method'] }),
  );
  const own = running.data.find(({ status }) => status === 'active' || status === 'past_due')?.default_payment_method;
  if (isUsable(own)) return own;
  const stripeCustomer = await askStripe(
    stripe.customers.retrieve(customer, { expand: ['invoice_settings.default_payment_method'] }),
  );
  if (stripeCustomer.deleted) return null;
  const byDefault = stripeCustomer.invoice_settings.default_payment_method;
  if (isUsable(byDefault)) return byDefault;
  const any = await askStripe(stripe.customers.listPaymentMethods(customer, { type: 'card', limit: 1 }));
  return any.data[0] ?? null;
}

/** Stripe may still refer to a detached card, but cannot charge it. */
function isUsable(method: Stripe.PaymentMethod | string | null | undefined): method is Stripe.PaymentMethod {
  return typeof method === 'object' && method !== null && method.customer !== null;
}

export async function refreshCardsOnFile(ctx: CommerceContext, stripeCustomerId: string): Promise<void> {
  const [owner] = await ctx.db
    .select({ userId: userProfiles.id })
    .from(userProfiles)
    .where(eq(userProfiles.stripeCustomerId, stripeCustomerId));
  if (owner === undefined) return;
  const readAt = ctx.clock.now();
  const cards = await readCards(ctx.stripe, stripeCustomerId);
  await ctx.db.transaction(async (tx) => {
    if (!(await claimCards(tx, { ...owner, stripeCustomerId }, 'readAt', readAt))) return;
    await tx.delete(cardsOnFile).where(eq(cardsOnFile.userId, owner.userId));
    if (cards.length > 0) await tx.insert(cardsOnFile).values(cards.map((card) => ({ ...card, ...owner })));
  });
}

async function readCards(stripe: Stripe, customer: string) {
  const stripeCustomer = await nullIfMissing(stripe.customers.retrieve(customer));
  if (stripeCustomer === null || stripeCustomer.deleted) return [];
  const attached = await askStripe(
    stripe.customers.listPaymentMethods(customer, { type: 'card', limit: 100 }).autoPagingToArray({ limit: 1000 }),
  );
  const namedId = idOf(stripeCustomer.invoice_settings.default_payment_method);
  const standard = attached.find(({ id }) => id === namedId) ?? attached[0];
  return attached.flatMap((method) =>
    method.card
      ? {
          paymentMethodId: method.id,
          brand: method.card.brand,
          last4: method.card.last4,
          expMonth: method.card.exp_month,
          expYear: method.card.exp_year,
          isDefault: method === standard,
        }
      : [],
  );
}

/**
 * Records when the user's cards were read or set up.
 * @returns false if a later time is already recorded (decision 032)
 */
export async function claimCards(
  db: Db,
  owner: { readonly userId: string; readonly stripeCustomerId: string },
  column: 'setUpAt' | 'readAt',
  instant: Date,
): Promise<boolean> {
  const claimed = await db
    .insert(cardSnapshots)
    .values({ ...owner, [column]: instant })
    .onConflictDoUpdate({
      target: cardSnapshots.userId,
      set: { [column]: instant },
      setWhere: sql`${cardSnapshots[column]} is null or ${cardSnapshots[column]} <= ${instant}`,
    })
    .returning({ userId: cardSnapshots.userId });
  return claimed.length > 0;
}
