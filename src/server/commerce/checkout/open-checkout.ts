import { decideCheckout } from '../../../domain/checkout.ts';
import type { StripeStatus } from '../../../domain/subscription-status.ts';
import type { CommerceContext } from '../context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/api-error.ts';
import { isLeased, leaseEnd } from './lease.ts';
import type { Checkout } from '../purchases/queries.ts';
import {
  beginAttempt,
  insertCheckout,
  hasSubscription,
  hasCompleted,
  lockOpenCheckout,
  type PurchaseOrder,
  setCheckoutAddress,
  takeOverLease,
} from './queries.ts';

export type CheckoutStep =
  | { readonly kind: 'look_again' }
  | { readonly kind: 'create'; readonly checkout: Checkout }
  | { readonly kind: 'use_existing'; readonly checkout: Checkout; readonly stripeSubscriptionId: string }
  | { readonly kind: 'wait'; readonly checkoutId: string };

export interface SeenSubscription {
  readonly stripeSubscriptionId: string;
  readonly status: StripeStatus;
}

/**
 * Reads facts, calls `decideCheckout` and commits the intent (rules/money 14).
 * @throws ApiError already_subscribed
 */
export async function openCheckout(
  ctx: CommerceContext,
  order: PurchaseOrder,
  buyAnother: boolean,
  seen: SeenSubscription | null,
): Promise<CheckoutStep> {
  return await ctx.db.transaction(async (tx) => {
    const open = await lockOpenCheckout(tx, order);
    const facts = {
      requested: order,
      ownsSeason: await hasCompleted(ctx, tx, order),
      buySecond: buyAnother && order.giftId === null,
    };
    if (open === null) {
      refuseUnlessAllowed(order, decideCheckout({ ...facts, open: null }).action);
      return await openNew(ctx, tx, order);
    }
    if (open.leaseUntil !== null && !hasSubscription(open)) return await waitOrTakeOver(ctx, tx, open);
    const known = seen?.stripeSubscriptionId === open.stripeSubscriptionId ? seen?.status : undefined;
    const stripeStatus = open.stripeSubscriptionId === null ? 'not_created' : (known ?? 'incomplete');
    const { action } = decideCheckout({ ...facts, open: { ...open, stripeStatus } });
    refuseUnlessAllowed(order, action);
    if (action === 'reuse' && hasSubscription(open)) {
      await setCheckoutAddress(tx, open.id, order.shippingAddressId);
      return { kind: 'use_existing', checkout: open, stripeSubscriptionId: open.stripeSubscriptionId };
    }
    return { kind: 'create', checkout: await beginAttempt(tx, open, order, ctx.clock.now(), leaseEnd(ctx)) };
  });
}

function refuseUnlessAllowed({ giftId }: PurchaseOrder, action: ReturnType<typeof decideCheckout>['action']): void {
  if (action !== 'refuse') return;
  throw new ApiError(
    'already_subscribed',
    giftId === null
      ? 'You already subscribe to this season. Confirm if you want a second copy.'
      : 'This gift is already paid for. It is listed in your account.',
  );
}

async function openNew(ctx: CommerceContext, tx: Transaction, order: PurchaseOrder): Promise<CheckoutStep> {
  const created = await insertCheckout(tx, order, ctx.clock.now(), leaseEnd(ctx));
  if (created !== null) return { kind: 'create', checkout: created };
  const winner = await lockOpenCheckout(tx, order);
  // The other request's checkout may already be paid, and is then no longer open.
  return winner === null ? { kind: 'look_again' } : { kind: 'wait', checkoutId: winner.id };
}

/** If the lease has expired, its process was killed: finish the attempt with the same idempotency key and terms. */
async function waitOrTakeOver(ctx: CommerceContext, tx: Transaction, open: Checkout): Promise<CheckoutStep> {
  if (isLeased(open, ctx.clock.now())) return { kind: 'wait', checkoutId: open.id };
  await takeOverLease(tx, open.id, ctx.clock.now(), leaseEnd(ctx));
  return { kind: 'create', checkout: open };
}
