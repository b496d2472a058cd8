import { and, eq, gt, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { CheckoutTerms } from '../../../domain/checkout.ts';
import type { PlanType } from '../../../domain/plans.ts';
import type { Db, Transaction } from '../../platform/db/database.ts';
import { findRow } from '../../platform/db/find-row.ts';
import type { CommerceContext } from '../context.ts';
import { isGiftPaid } from '../gifts/queries.ts';
import type { Checkout } from '../purchases/queries.ts';
import { checkouts, subscriptions } from '../schema.ts';

/** A lease with more time left was taken before a clock was set back, so it is ignored. */
export const LONGEST_LEASE_MS = 60_000;

export type PurchaseOrder = CheckoutTerms &
  Pick<Checkout, 'userId' | 'giftId' | 'shippingAddressId' | 'paymentMethodId' | 'stripeCustomerId'>;

export type GiftOrOwnSeason = Pick<PurchaseOrder, 'userId' | 'giftId'>;

type Purpose = GiftOrOwnSeason & Pick<PurchaseOrder, 'seasonId'>;

function isOf({ userId, giftId }: GiftOrOwnSeason): SQL | undefined {
  return and(eq(checkouts.userId, userId), giftId === null ? isNull(checkouts.giftId) : eq(checkouts.giftId, giftId));
}

function isFor(purpose: Purpose): SQL | undefined {
  return and(isOf(purpose), purpose.giftId === null ? eq(checkouts.seasonId, purpose.seasonId) : undefined);
}

export async function lockOpenCheckout(tx: Transaction, purpose: Purpose): Promise<Checkout | null> {
  return await findRow(tx, checkouts, and(isFor(purpose), eq(checkouts.status, 'pending')), 'no key update');
}

export type PromotionTerms = Purpose & Pick<PurchaseOrder, 'planType'> & { readonly promotionCodeId: string };

const currentAttemptHasSubscription = and(
  isNotNull(checkouts.stripeSubscriptionId),
  eq(checkouts.subscriptionAttempt, checkouts.attempt),
);

export async function hasRedeemedPromotion(db: Db, terms: PromotionTerms): Promise<boolean> {
  const wasGiven = or(currentAttemptHasSubscription, isNotNull(checkouts.leaseUntil));
  const isOnTerms = and(eq(checkouts.planType, terms.planType), eq(checkouts.promotionCodeId, terms.promotionCodeId));
  const isOpenOrPaid = inArray(checkouts.status, ['pending', 'paid']);
  return (await db.$count(checkouts, and(isFor(terms), isOnTerms, isOpenOrPaid, wasGiven))) > 0;
}

function isUnpaid(purpose: GiftOrOwnSeason): SQL | undefined {
  return and(isOf(purpose), eq(checkouts.status, 'pending'), isNotNull(checkouts.stripeSubscriptionId));
}

/** @param planType null for any plan */
export async function listRedeemedPromotions(db: Db, purpose: GiftOrOwnSeason, planType: PlanType | null) {
  const isOnPlan = planType === null ? undefined : eq(checkouts.planType, planType);
  const rows = await db
    .select({ promotionCodeId: checkouts.promotionCodeId, stripeSubscriptionId: checkouts.stripeSubscriptionId })
    .from(checkouts)
    .where(and(isUnpaid(purpose), isOnPlan, currentAttemptHasSubscription))
    .limit(20);
  return rows.flatMap(({ promotionCodeId, stripeSubscriptionId }) =>
    promotionCodeId === null || stripeSubscriptionId === null ? [] : [{ promotionCodeId, stripeSubscriptionId }],
  );
}

/** Unpaid subscriptions at Stripe for the same purchase. The next payment reuses or cancels them. */
export async function listUnpaidSubscriptions(db: Db, purpose: GiftOrOwnSeason): Promise<string[]> {
  const rows = await db
    .select({ id: checkouts.stripeSubscriptionId })
    .from(checkouts)
    .where(isUnpaid(purpose))
    .limit(20);
  return rows.flatMap(({ id }) => id ?? []);
}

/** Null if another request inserted one first, which a unique key decides. */
export async function insertCheckout(tx: Transaction, order: PurchaseOrder, now: Date, leaseUntil: Date) {
  const [row] = await tx
    .insert(checkouts)
    .values({ id: randomUUID(), ...order, status: 'pending', leaseUntil, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning();
  return row ?? null;
}

export async function beginAttempt(
  tx: Transaction,
  checkout: Checkout,
  order: PurchaseOrder,
  now: Date,
  leaseUntil: Date,
): Promise<Checkout> {
  const { planType, priceId, promotionCodeId, shippingAddressId, paymentMethodId, stripeCustomerId } = order;
  const [row] = await tx
    .update(checkouts)
    .set({
      planType,
      priceId,
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

/** For a lease whose process was killed: its attempt is repeated with the same idempotency key. */
export async function takeOverLease(tx: Transaction, id: string, now: Date, leaseUntil: Date): Promise<void> {
  await tx.update(checkouts).set({ leaseUntil, updatedAt: now }).where(eq(checkouts.id, id));
}

export async function setLease(db: Db, checkout: Checkout, leaseUntil: Date): Promise<void> {
  await db
    .update(checkouts)
    .set({ leaseUntil })
    .where(and(isCurrentAttempt(checkout), isNotNull(checkouts.leaseUntil)));
}

export async function recordAttempt(db: Db, checkout: Checkout, stripeSubscriptionId: string, now: Date) {
  const recorded = await db
    .update(checkouts)
    .set({ stripeSubscriptionId, subscriptionAttempt: checkout.attempt, leaseUntil: null, updatedAt: now })
    .where(isCurrentAttempt(checkout))
    .returning({ id: checkouts.id });
  return recorded.length > 0;
}

export function hasSubscription<C extends Pick<Checkout, 'attempt' | 'subscriptionAttempt' | 'stripeSubscriptionId'>>(
  checkout: C,
): checkout is C & { stripeSubscriptionId: string } {
  return checkout.stripeSubscriptionId !== null && checkout.subscriptionAttempt === checkout.attempt;
}

export async function endAttempt(db: Db, checkout: Checkout, now: Date): Promise<void> {
  await db.update(checkouts).set({ leaseUntil: null, updatedAt: now }).where(isCurrentAttempt(checkout));
}

function isCurrentAttempt({ id, attempt }: Checkout): SQL | undefined {
  return and(eq(checkouts.id, id), eq(checkouts.attempt, attempt), eq(checkouts.status, 'pending'));
}

export async function setCheckoutAddress(tx: Transaction, id: string, shippingAddressId: string): Promise<void> {
  await tx.update(checkouts).set({ shippingAddressId }).where(eq(checkouts.id, id));
}

export async function moveClosedCheckouts(tx: Transaction, fromAddressId: string, shippingAddressId: string) {
  const isOver = and(eq(checkouts.shippingAddressId, fromAddressId), ne(checkouts.status, 'pending'));
  await tx.update(checkouts).set({ shippingAddressId }).where(isOver);
}

/** A paid gift isn't counted as the giver's own season, since they may want the season too. */
export async function hasCompleted(ctx: CommerceContext, db: Db, order: Purpose): Promise<boolean> {
  return order.giftId === null ? await ownsSeason(ctx, db, order) : await isGiftPaid(db, order.giftId);
}

async function ownsSeason({ ledger, clock }: CommerceContext, db: Db, { userId, seasonId }: Purpose): Promise<boolean> {
  const isOwn = and(eq(subscriptions.userId, userId), isNull(subscriptions.giftId));
  const isLive = inArray(subscriptions.status, ['active', 'past_due', 'cancelled']);
  const own = await db
    .select()
    .from(subscriptions)
    .where(and(isOwn, eq(subscriptions.seasonId, seasonId), isLive, isNull(subscriptions.refundRequestedAt)));
  if (own.some(({ status }) => status !== 'cancelled')) return true;
  for (const row of own) {
    if ((await ledger.lettersToCome(db, row, clock.now())) !== null) return true;
  }
  return false;
}

export async function findOwnCheckout(db: Db, userId: string, stripeSubscriptionId: string): Promise<Checkout | null> {
  const isOwn = eq(checkouts.userId, userId);
  return await findRow(db, checkouts, and(isOwn, eq(checkouts.stripeSubscriptionId, stripeSubscriptionId)));
}

export async function findCheckout(db: Db, id: string): Promise<Checkout | null> {
  return await findRow(db, checkouts, eq(checkouts.id, id));
}

export async function listIdleCheckouts(db: Db, now: Date, limit: number, after: Checkout | null): Promise<Checkout[]> {
  const position = sql`(${checkouts.updatedAt}, ${checkouts.id})`;
  const longest = new Date(now.getTime() + LONGEST_LEASE_MS);
  return await db
    .select()
    .from(checkouts)
    .where(
      and(
        eq(checkouts.status, 'pending'),
        or(isNull(checkouts.leaseUntil), lt(checkouts.leaseUntil, now), gt(checkouts.leaseUntil, longest)),
        after ? sql`${position} > (${after.updatedAt.toISOString()}::timestamptz, ${after.id}::uuid)` : undefined,
      ),
    )
    .orderBy(checkouts.updatedAt, checkouts.id)
    .limit(limit);
}
