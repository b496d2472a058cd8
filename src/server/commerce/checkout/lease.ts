import type { CommerceContext } from '../context.ts';
import { type Checkout, findCheckout, isMade, renewLease } from '../purchases/queries.ts';

/** Somebody waits that long at most for a process that was killed; the holder renews it thrice in that time. */
export const LEASE_MILLISECONDS = 6_000;
const RENEW_EVERY_MILLISECONDS = 2_000;
const LOOK_AGAIN_MILLISECONDS = 150;

export function leaseEnd(ctx: CommerceContext): Date {
  return new Date(ctx.clock.now().getTime() + LEASE_MILLISECONDS);
}

export function isHeld(checkout: Checkout, now: Date): boolean {
  const { leaseUntil } = checkout;
  return !isMade(checkout) && leaseUntil !== null && leaseUntil > now;
}

/** Renews the lease on talking to the provider for as long as `work` lasts, however long the provider takes. */
export async function holdingLease<T>(ctx: CommerceContext, checkout: Checkout, work: () => Promise<T>): Promise<T> {
  let renewal = Promise.resolve();
  const timer = setInterval(() => {
    renewal = renew(ctx, checkout);
  }, RENEW_EVERY_MILLISECONDS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await renewal;
  }
}

/** A renewal that fails may cost the lease: then another finishes the same attempt with the same key, and no harm is done. */
async function renew(ctx: CommerceContext, checkout: Checkout): Promise<void> {
  try {
    await renewLease(ctx.db, checkout, leaseEnd(ctx));
  } catch (error) {
    ctx.log.warn({ err: error, checkoutId: checkout.id }, 'could not renew the lease of a checkout');
  }
}

/** @returns the checkout once nobody talks to the provider about it any more; null when that takes until `deadline` */
export async function waitForRelease(
  ctx: CommerceContext,
  checkoutId: string,
  deadline: number,
): Promise<Checkout | null> {
  while (Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MILLISECONDS));
    const checkout = await lookTogether(ctx, checkoutId);
    if (checkout === null || !isHeld(checkout, ctx.clock.now())) return checkout;
  }
  return null;
}

const looks = new Map<string, Promise<Checkout | null>>();

/** A thousand that wait for the same checkout ask the database once. */
function lookTogether(ctx: CommerceContext, checkoutId: string): Promise<Checkout | null> {
  const looking =
    looks.get(checkoutId) ?? findCheckout(ctx.db, checkoutId).finally(() => void looks.delete(checkoutId));
  looks.set(checkoutId, looking);
  return looking;
}
