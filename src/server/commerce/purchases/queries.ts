import { and, eq, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { UUID } from '../../../contract/fields.ts';
import type { CheckoutTerms } from '../../../domain/checkout.ts';
import type { PlanType } from '../../../domain/plans.ts';
import { isGiftPaid } from '../gifts/queries.ts';
import type { Db, Transaction } from '../../platform/db/database.ts';
import { checkouts, subscriptions } from '../schema.ts';

export type Checkout = typeof checkouts.$inferSelect;

/** What a person asks for, all of it checked. */
export interface PurchaseOrder extends CheckoutTerms {
  readonly userId: string;
  /** The gift's draft; null for a season of one's own. */
  readonly giftId: string | null;
  readonly shippingAddressId: string;
  readonly paymentMethodId: string;
  readonly stripeCustomerId: string;
}

/** What a payment page is for: that gift of a person's, or a season of their own. */
export type Payable = Pick<PurchaseOrder, 'userId' | 'giftId'>;

type Purpose = Payable & Pick<PurchaseOrder, 'seasonId'>;

function isOf({ userId, giftId }: Payable): SQL | undefined {
  return and(eq(checkouts.userId, userId), giftId === null ? isNull(checkouts.giftId) : eq(checkouts.giftId, giftId));
}

function isFor(purpose: Purpose): SQL | undefined {
  return and(isOf(purpose), purpose.giftId === null ? eq(checkouts.seasonId, purpose.seasonId) : undefined);
}

/** The open checkout of that gift, or of the user's own season, locked until the transaction ends. */
export async function lockOpenCheckout(tx: Transaction, purpose: Purpose): Promise<Checkout | null> {
  const [row] = await tx
    .select()
    .from(checkouts)
    .where(and(isFor(purpose), eq(checkouts.status, 'pending')))
    .for('no key update');
  return row ?? null;
}

/** A purchase with a promotion code. */
export type PromisedTerms = Purpose & Pick<PurchaseOrder, 'planType'> & { readonly promotionCodeId: string };

const hasSubscription = and(
  isNotNull(checkouts.stripeSubscriptionId),
  eq(checkouts.subscriptionAttempt, checkouts.attempt),
);

/** Whether a checkout of that person on the same terms was given that code: it is unpaid, just paid, or being made this moment. */
export async function hasTakenPromotion(db: Db, terms: PromisedTerms): Promise<boolean> {
  const { planType, promotionCodeId } = terms;
  const [taken] = await db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(
      and(
        isFor(terms),
        eq(checkouts.planType, planType),
        eq(checkouts.promotionCodeId, promotionCodeId),
        inArray(checkouts.status, ['pending', 'paid']),
        or(hasSubscription, isNotNull(checkouts.leaseUntil)),
      ),
    )
    .limit(1);
  return taken !== undefined;
}

/** The codes that a person's unpaid checkout for it was given, with the provider's subscriptions that redeemed them. */
export async function listTakenPromotions(
  db: Db,
  purpose: Payable,
): Promise<{ promotionCodeId: string; stripeSubscriptionId: string }[]> {
  const rows = await db
    .select({ promotionCodeId: checkouts.promotionCodeId, stripeSubscriptionId: checkouts.stripeSubscriptionId })
    .from(checkouts)
    .where(and(isOf(purpose), eq(checkouts.status, 'pending'), hasSubscription))
    .limit(20);
  return rows.flatMap(({ promotionCodeId, stripeSubscriptionId }) =>
    promotionCodeId === null || stripeSubscriptionId === null ? [] : [{ promotionCodeId, stripeSubscriptionId }],
  );
}

export async function lockCheckout(tx: Transaction, id: string): Promise<Checkout | null> {
  const [row] = await tx.select().from(checkouts).where(eq(checkouts.id, id)).for('no key update');
  return row ?? null;
}

/** Writes the intent. Null when another request opened one first: the unique key decides, not we. */
export async function insertCheckout(
  tx: Transaction,
  order: PurchaseOrder,
  now: Date,
  leaseUntil: Date,
): Promise<Checkout | null> {
  const [row] = await tx
    .insert(checkouts)
    .values({ id: randomUUID(), ...order, status: 'pending', leaseUntil, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning();
  return row ?? null;
}

/** Takes up what is asked now as the next attempt, with a lease on talking to the provider about it. */
export async function beginAttempt(
  tx: Transaction,
  checkout: Checkout,
  order: PurchaseOrder,
  now: Date,
  leaseUntil: Date,
): Promise<Checkout> {
  const { planType, promotionCodeId, shippingAddressId, paymentMethodId, stripeCustomerId } = order;
  const [row] = await tx
    .update(checkouts)
    .set({
      planType,
      promotionCodeId,
      shippingAddressId,
      paymentMethodId,
      stripeCustomerId,
      attempt: checkout.attempt + 1,
      leaseUntil,
      updatedAt: now,
    })
    .where(eq(checkouts.id, checkout.id))
    .returning();
  return row ?? checkout;
}

/** Extends a lease that ran out: whoever held it is gone, and what it was doing is done again with the same key. */
export async function takeOverLease(tx: Transaction, id: string, now: Date, leaseUntil: Date): Promise<void> {
  await tx.update(checkouts).set({ leaseUntil, updatedAt: now }).where(eq(checkouts.id, id));
}

/** Only of the current attempt, and only a lease that has not been given back meanwhile. */
export async function renewLease(db: Db, checkout: Checkout, leaseUntil: Date): Promise<void> {
  await db
    .update(checkouts)
    .set({ leaseUntil })
    .where(and(isCurrentAttempt(checkout), isNotNull(checkouts.leaseUntil)));
}

/**
 * Records the subscription an attempt has made and gives the lease back; an older attempt's changes nothing.
 * @returns whether it was the current attempt
 */
export async function recordAttempt(
  db: Db,
  checkout: Checkout,
  stripeSubscriptionId: string,
  now: Date,
): Promise<boolean> {
  const recorded = await db
    .update(checkouts)
    .set({ stripeSubscriptionId, subscriptionAttempt: checkout.attempt, leaseUntil: null, updatedAt: now })
    .where(isCurrentAttempt(checkout))
    .returning({ id: checkouts.id });
  return recorded.length > 0;
}

/** Whether the current attempt has its subscription: then a lease has nothing left to say. */
export function isMade<C extends Pick<Checkout, 'attempt' | 'subscriptionAttempt' | 'stripeSubscriptionId'>>(
  checkout: C,
): checkout is C & { stripeSubscriptionId: string } {
  return checkout.stripeSubscriptionId !== null && checkout.subscriptionAttempt === checkout.attempt;
}

/** The provider refused an attempt: the lease is given back, and the next request begins another attempt. */
export async function endAttempt(db: Db, checkout: Checkout, now: Date): Promise<void> {
  await db.update(checkouts).set({ leaseUntil: null, updatedAt: now }).where(isCurrentAttempt(checkout));
}

function isCurrentAttempt({ id, attempt }: Checkout): SQL | undefined {
  return and(eq(checkouts.id, id), eq(checkouts.attempt, attempt), eq(checkouts.status, 'pending'));
}

/** Nobody knows what the provider made of it: the next request may take over at once, unless another has finished it meanwhile. */
export async function expireLease(db: Db, checkout: Checkout, now: Date): Promise<void> {
  await db
    .update(checkouts)
    .set({ leaseUntil: now })
    .where(and(isCurrentAttempt(checkout), isNotNull(checkouts.leaseUntil)));
}

export async function setCheckoutAddress(tx: Transaction, id: string, shippingAddressId: string): Promise<void> {
  await tx.update(checkouts).set({ shippingAddressId }).where(eq(checkouts.id, id));
}

/** Paid, or ended at the provider without a payment. What it says in the end is what became of it, whatever was asked for last. */
export async function closeCheckout(
  db: Db,
  id: string,
  end: { status: 'paid' | 'abandoned'; stripeSubscriptionId: string; planType: PlanType },
  now: Date,
): Promise<void> {
  await db
    .update(checkouts)
    .set({ ...end, leaseUntil: null, updatedAt: now })
    .where(and(eq(checkouts.id, id), eq(checkouts.status, 'pending')));
}

/** Whether it is paid for already. Gifts count for themselves alone: a giver may well want the season, or give it twice. */
export async function isPaidFor(db: Db, order: Purpose): Promise<boolean> {
  return order.giftId === null ? await ownsSeason(db, order) : await isGiftPaid(db, order.giftId);
}

async function ownsSeason(db: Db, { userId, seasonId }: Purpose): Promise<boolean> {
  const [row] = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.userId, userId),
        eq(subscriptions.seasonId, seasonId),
        isNull(subscriptions.giftId),
        sql`${subscriptions.status} in ('active', 'past_due')`,
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** The checkout that owns a provider subscription of this person; null for another's, and for none. */
export async function findOwnCheckout(db: Db, userId: string, stripeSubscriptionId: string): Promise<Checkout | null> {
  const [row] = await db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.userId, userId), eq(checkouts.stripeSubscriptionId, stripeSubscriptionId)));
  return row ?? null;
}

/** Open checkouts nobody is working on, oldest first, after `afterId` in that order: the reconciler's page. */
export async function listIdleCheckouts(db: Db, now: Date, limit: number, after: Checkout | null): Promise<Checkout[]> {
  const position = sql`(${checkouts.updatedAt}, ${checkouts.id})`;
  return await db
    .select()
    .from(checkouts)
    .where(
      and(
        eq(checkouts.status, 'pending'),
        or(isNull(checkouts.leaseUntil), lt(checkouts.leaseUntil, now)),
        after ? sql`${position} > (${after.updatedAt.toISOString()}::timestamptz, ${after.id}::uuid)` : undefined,
      ),
    )
    .orderBy(checkouts.updatedAt, checkouts.id)
    .limit(limit);
}

export async function findCheckout(db: Db, id: string): Promise<Checkout | null> {
  const [row] = await db.select().from(checkouts).where(eq(checkouts.id, id));
  return row ?? null;
}

/**
 * The checkout a provider's subscription belongs to, locked: by the id we recorded, else by the checkout id we gave the provider along
 * (a process may have been killed between the two).
 */
export async function lockCheckoutOf(
  tx: Transaction,
  stripeSubscriptionId: string,
  checkoutId: string | null,
): Promise<Checkout | null> {
  const [recorded] = await tx
    .select()
    .from(checkouts)
    .where(eq(checkouts.stripeSubscriptionId, stripeSubscriptionId))
    .for('no key update');
  if (recorded !== undefined || checkoutId === null || !UUID.test(checkoutId)) return recorded ?? null;
  return await lockCheckout(tx, checkoutId);
}
