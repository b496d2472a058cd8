import { decideCheckout } from '../../../domain/checkout.ts';
import type { StripeStatus } from '../../../domain/subscription-status.ts';
import type { CommerceContext } from '../context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { isHeld, leaseEnd } from './lease.ts';
import {
  beginAttempt,
  type Checkout,
  insertCheckout,
  isMade,
  isPaidFor,
  lockOpenCheckout,
  type PurchaseOrder,
  setCheckoutAddress,
  takeOverLease,
} from '../purchases/queries.ts';

export type OpenStep =
  /** This request holds the lease and asks the provider for `checkout.attempt`. */
  | { readonly kind: 'ask_provider'; readonly checkout: Checkout }
  /** The provider has a subscription for it: go on with that one. */
  | { readonly kind: 'use_existing'; readonly checkout: Checkout; readonly stripeSubscriptionId: string }
  /** Another request is talking to the provider. */
  | { readonly kind: 'wait'; readonly checkoutId: string };

/** What the provider said of a subscription when it was last asked. */
export interface SeenSubscription {
  readonly stripeSubscriptionId: string;
  readonly status: StripeStatus;
}

/**
 * Finds or writes the one open checkout of this user and season (of a gift: of its draft) and says what comes next. Intent is committed before the provider
 * is asked (rules/money 14); of any number of equal requests one gets the lease.
 * @param seen the provider's word on the subscription of an earlier step, if it was asked
 * @throws ApiError already_subscribed
 */
export async function openCheckout(
  ctx: CommerceContext,
  order: PurchaseOrder,
  buyAnother: boolean,
  seen: SeenSubscription | null,
): Promise<OpenStep> {
  return await ctx.db.transaction(async (tx) => {
    const open = await lockOpenCheckout(tx, order);
    const facts = {
      requested: order,
      ownsSeason: await isPaidFor(tx, order),
      // A gift is given once; a second one is a second draft.
      buySecond: buyAnother && order.giftId === null,
    };
    if (open === null) {
      refuseUnlessAllowed(order, decideCheckout({ ...facts, open: null }).action);
      return await openNew(ctx, tx, order);
    }
    if (open.leaseUntil !== null && !isMade(open)) return await waitOrTakeOver(ctx, tx, open);
    const known = seen?.stripeSubscriptionId === open.stripeSubscriptionId ? seen?.status : undefined;
    const stripeStatus = open.stripeSubscriptionId === null ? 'not_created' : (known ?? 'incomplete');
    const { action } = decideCheckout({ ...facts, open: { ...open, stripeStatus } });
    refuseUnlessAllowed(order, action);
    if (action === 'reuse' && isMade(open)) {
      await setCheckoutAddress(tx, open.id, order.shippingAddressId);
      return { kind: 'use_existing', checkout: open, stripeSubscriptionId: open.stripeSubscriptionId };
    }
    return { kind: 'ask_provider', checkout: await beginAttempt(tx, open, order, ctx.clock.now(), leaseEnd(ctx)) };
  });
}

function refuseUnlessAllowed({ giftId }: PurchaseOrder, action: ReturnType<typeof decideCheckout>['action']): void {
  if (action !== 'refuse') return;
  throw new ApiError(
    'already_subscribed',
    giftId === null
      ? 'This season is already on its way to you. Say so if you want a second one.'
      : 'This gift is paid for already. It is listed in your account.',
  );
}

async function openNew(ctx: CommerceContext, tx: Transaction, order: PurchaseOrder): Promise<OpenStep> {
  const created = await insertCheckout(tx, order, ctx.clock.now(), leaseEnd(ctx));
  if (created !== null) return { kind: 'ask_provider', checkout: created };
  const winner = await lockOpenCheckout(tx, order);
  return { kind: 'wait', checkoutId: winner?.id ?? '' };
}

/** A lease that ran out belonged to a process that was killed: its attempt is finished first, with its own key and terms. */
async function waitOrTakeOver(ctx: CommerceContext, tx: Transaction, open: Checkout): Promise<OpenStep> {
  if (isHeld(open, ctx.clock.now())) return { kind: 'wait', checkoutId: open.id };
  await takeOverLease(tx, open.id, ctx.clock.now(), leaseEnd(ctx));
  return { kind: 'ask_provider', checkout: open };
}
