import { eq, sql } from 'drizzle-orm';
import type { Stripe } from 'stripe';
import type { CommerceContext } from '../context.ts';
import type { Db, Transaction } from '../../platform/db/database.ts';
import { cardSnapshots, cardsOnFile } from '../billing-schema.ts';
import { userProfiles } from '../../customers/schema.ts';
import { askStripe, isRefusal } from '../payments/stripe-client.ts';

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
    if (!(await isNewestSnapshot(tx, { ...owner, stripeCustomerId }, readAt))) return;
    await tx.delete(cardsOnFile).where(eq(cardsOnFile.userId, owner.userId));
    if (cards.length > 0) await tx.insert(cardsOnFile).values(cards.map((card) => ({ ...card, ...owner })));
  });
}

async function isNewestSnapshot(tx: Transaction, owner: CardSnapshot, readAt: Date): Promise<boolean> {
  const { readAt: lastReadAt } = cardSnapshots;
  const written = await tx
    .insert(cardSnapshots)
    .values({ ...owner, readAt })
    .onConflictDoUpdate({
      target: cardSnapshots.userId,
      set: { readAt },
      setWhere: sql`${lastReadAt} is null or ${lastReadAt} <= ${readAt}`,
    })
    .returning({ userId: cardSnapshots.userId });
  return written.length > 0;
}

async function readCards(stripe: Stripe, customer: string) {
  const stripeCustomer = await unlessUnknown(stripe.customers.retrieve(customer));
  if (stripeCustomer === null || stripeCustomer.deleted) return [];
  const attached = await askStripe(
    stripe.customers.listPaymentMethods(customer, { type: 'card', limit: 100 }).autoPagingToArray({ limit: 1000 }),
  );
  const named = stripeCustomer.invoice_settings.default_payment_method;
  const namedId = typeof named === 'object' ? named?.id : named;
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

async function unlessUnknown<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await askStripe(request);
  } catch (error) {
    if (isRefusal(error) && error.code === 'resource_missing') return null;
    throw error;
  }
}

interface CardSnapshot {
  readonly userId: string;
  readonly stripeCustomerId: string;
}

export async function claimCardUpdate(db: Db, owner: CardSnapshot, openedAt: Date): Promise<boolean> {
  const { setUpAt } = cardSnapshots;
  const claimed = await db
    .insert(cardSnapshots)
    .values({ ...owner, setUpAt: openedAt })
    .onConflictDoUpdate({
      target: cardSnapshots.userId,
      set: { setUpAt: openedAt },
      setWhere: sql`${setUpAt} is null or ${setUpAt} <= ${openedAt}`,
    })
    .returning({ userId: cardSnapshots.userId });
  return claimed.length > 0;
}
