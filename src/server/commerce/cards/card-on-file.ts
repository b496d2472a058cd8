import { eq, sql } from 'drizzle-orm';
import type { Stripe } from 'stripe';
import type { CommerceContext } from '../context.ts';
import type { Db } from '../../platform/db/database.ts';
import { cardSnapshots, cardsOnFile } from '../billing-schema.ts';
import { userProfiles } from '../../customers/schema.ts';
import { askStripe, idOf, nullIfMissing } from '../payments/stripe-client.ts';

/** The card that renewals are charged to (rules/money 28). @throws ApiError payments_unavailable */
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

/** A detached card may still be named, and cannot be charged. */
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

/** Marks the user's cards as set up or read at an instant; false when a later instant is there (decision 032). */
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
