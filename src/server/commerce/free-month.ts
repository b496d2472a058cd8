import { and, eq, isNull } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { formatDate, newYorkDate } from '../../domain/calendar-date.ts';
import { hasEndedAtStripe } from '../../domain/ending.ts';
import { type OperatorAct, writeOperatorLog } from '../platform/operator-log.ts';
import type { Transaction } from '../platform/db/database.ts';
import { ApiError, OperatorError, orNotFound } from '../platform/api-error.ts';
import { freeMonths } from './billing-schema.ts';
import type { CommerceContext } from './context.ts';
import { askStripe, idOf, isRefusal } from './payments/stripe-client.ts';
import { recordSubscription } from './purchases/record-subscription.ts';
import { refuseInWords } from './refunds/refund-payment.ts';
import { insertIntent } from './stripe-changes/queries.ts';
import {
  findStripeState,
  findSubscription,
  lockSubscription,
  type StripeState,
  type Subscription,
} from './subscriptions/queries.ts';
import { readStripeSnapshot, type StripeSnapshot } from './subscriptions/stripe-snapshot.ts';

/** One coupon that makes one charge free; every free month uses it. */
const COUPON = { id: 'free-month', name: 'Free month', percent_off: 100, duration: 'once' } as const;

const RETRIED_AFTER_SECONDS = 30;

type FreeMonth = typeof freeMonths.$inferSelect;

/**
 * Makes the next charge free.
 * @returns the day of that charge
 * @throws ApiError not_found, wrong_state, payments_unavailable
 */
export async function giveFreeMonth(ctx: CommerceContext, subscriptionId: string, act: OperatorAct): Promise<Date> {
  const chargeAt = await ctx.db.transaction(async (tx) => {
    const row = orNotFound(await lockSubscription(tx, subscriptionId), 'subscription');
    const state = await findStripeState(tx, subscriptionId);
    const refusal = whyNot(row, state);
    if (state === null || refusal !== null) throw new ApiError('wrong_state', refusal ?? NOT_READ);
    const now = ctx.clock.now();
    await insertOnce(tx, { id: randomUUID(), subscriptionId, chargeAt: state.currentPeriodEnd, askedAt: now });
    await insertIntent(tx, { subscriptionId, kind: 'discount', value: COUPON.id, reason: 'free month', askedAt: now });
    const detail = { charge: dayOf(state.currentPeriodEnd) };
    await writeOperatorLog(tx, { ...act, action: 'give_free_month', subscriptionId, detail }, now);
    await ctx.jobs.enqueue(tx, 'give-free-month', { subscriptionId }, { afterSeconds: RETRIED_AFTER_SECONDS });
    return state.currentPeriodEnd;
  });
  await finishFreeMonths(ctx, subscriptionId).catch(refuseInWords);
  return chargeAt;
}

const NOT_READ = 'Stripe hasn’t been read yet. Try again in a minute.';

function whyNot(row: Subscription, state: StripeState | null): string | null {
  if (row.giftId !== null) return 'A gift can’t have a free month. Refund a payment instead.';
  if (row.planType === 'annual') return 'An annual plan is paid for already. Refund a part of its payment instead.';
  if (row.status === 'past_due') return 'A payment is overdue. Have it paid or refund it first.';
  const isOver = row.status !== 'active' || row.cancelRequestedAt !== null || row.refundRequestedAt !== null;
  if (isOver || row.disputeLostAt !== null) return 'No charge follows, so no month can be free.';
  if (row.chargesPausedAt !== null) return 'A dispute has stopped the charges.';
  if (state === null) return NOT_READ;
  if (hasEndedAtStripe(state.rawStatus)) return 'Stripe no longer charges this subscription, so no month can be free.';
  if (row.cancelAt !== null && state.currentPeriodEnd > row.cancelAt) return 'All twelve charges are made.';
  return state.nextChargeCents === 0 ? `The charge of ${dayOf(state.currentPeriodEnd)} is free already.` : null;
}

function dayOf(instant: Date): string {
  return formatDate(newYorkDate(instant));
}

async function insertOnce(tx: Transaction, row: typeof freeMonths.$inferInsert): Promise<void> {
  const { rowCount } = await tx.insert(freeMonths).values(row).onConflictDoNothing();
  if (rowCount === 0) throw new ApiError('wrong_state', `The charge of ${dayOf(row.chargeAt)} is free already.`);
}

/**
 * Can be repeated.
 * @throws OperatorError if the subscription was charged or ended first, ApiError payments_unavailable
 */
export async function finishFreeMonths(ctx: CommerceContext, subscriptionId: string): Promise<void> {
  const isOpen = and(eq(freeMonths.subscriptionId, subscriptionId), isNull(freeMonths.givenAt));
  const open = await ctx.db.select().from(freeMonths).where(isOpen);
  const row = open.length === 0 ? null : await findSubscription(ctx.db, subscriptionId);
  if (row === null) return;
  for (const month of open) await finish(ctx, month, row.stripeSubscriptionId);
  await recordSubscription(ctx, row.stripeSubscriptionId);
}

async function finish(ctx: CommerceContext, month: FreeMonth, stripeId: string): Promise<void> {
  const snapshot = await readStripeSnapshot(ctx, stripeId);
  const isDue = snapshot?.period.end.getTime() === month.chargeAt.getTime();
  if (snapshot === null || !isDue || snapshot.status !== 'active') {
    return await giveUp(ctx, month, 'The charge was made, or the subscription ended, before it could be made free.');
  }
  if (!hasCoupon(snapshot)) {
    try {
      await addCoupon(ctx, month, snapshot);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return await giveUp(ctx, month, error.message);
    }
  }
  await ctx.db.update(freeMonths).set({ givenAt: ctx.clock.now() }).where(eq(freeMonths.id, month.id));
}

function hasCoupon({ subscription }: StripeSnapshot): boolean {
  return subscription.discounts.some((one) => typeof one === 'object' && idOf(one.source.coupon) === COUPON.id);
}

/** Keeps the subscription's other discounts. */
async function addCoupon({ stripe }: CommerceContext, month: FreeMonth, { subscription }: StripeSnapshot) {
  await askStripe(stripe.coupons.create(COUPON)).catch((error: unknown) => {
    if (!isRefusal(error) || error.code !== 'resource_already_exists') throw error;
  });
  const others = subscription.discounts.flatMap((one) => idOf(one) ?? []).map((discount) => ({ discount }));
  const discounts = [...others, { coupon: COUPON.id }];
  const idempotencyKey = `free-month:${month.id}`;
  await askStripe(stripe.subscriptions.update(subscription.id, { discounts }, { idempotencyKey }));
}

async function giveUp(ctx: CommerceContext, { id, subscriptionId }: FreeMonth, why: string): Promise<never> {
  await ctx.db.transaction(async (tx) => {
    if ((await tx.delete(freeMonths).where(eq(freeMonths.id, id))).rowCount === 0) return;
    const entry = { operator: 'Stripe', note: null, action: 'free_month_refused', subscriptionId } as const;
    await writeOperatorLog(tx, { ...entry, detail: { why } }, ctx.clock.now());
  });
  throw new OperatorError(`No month is free: ${why}`);
}
