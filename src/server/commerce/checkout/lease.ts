import type { CommerceContext } from '../context.ts';
import type { Checkout } from '../purchases/queries.ts';
import { findCheckout, hasSubscription, LONGEST_LEASE_MS, setLease } from './queries.ts';

/** How long a checkout stays blocked if its process was killed (decision 003). */
export const LEASE_MILLISECONDS = 6_000;
const RENEW_EVERY_MILLISECONDS = 2_000;
const LOOK_AGAIN_MILLISECONDS = 150;

export function leaseEnd(ctx: CommerceContext): Date {
  return new Date(ctx.clock.now().getTime() + LEASE_MILLISECONDS);
}

export function isLeased(checkout: Checkout, now: Date): boolean {
  const { leaseUntil } = checkout;
  if (hasSubscription(checkout) || leaseUntil === null) return false;
  const left = leaseUntil.getTime() - now.getTime();
  return left > 0 && left <= LONGEST_LEASE_MS;
}

export async function withLease<T>(ctx: CommerceContext, checkout: Checkout, work: () => Promise<T>): Promise<T> {
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

async function renew(ctx: CommerceContext, checkout: Checkout): Promise<void> {
  try {
    await setLease(ctx.db, checkout, leaseEnd(ctx));
  } catch (error) {
    // Losing the lease is harmless: the next process repeats the attempt with the same idempotency key.
    ctx.log.warn({ err: error, checkoutId: checkout.id }, 'could not renew the lease of a checkout');
  }
}

export async function waitForRelease(ctx: CommerceContext, checkoutId: string, deadline: number) {
  while (performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MILLISECONDS));
    const checkout = await findCheckoutOnce(ctx, checkoutId);
    if (checkout === null || !isLeased(checkout, ctx.clock.now())) return checkout;
  }
  return null;
}

const lookups = new Map<string, Promise<Checkout | null>>();

function findCheckoutOnce(ctx: CommerceContext, checkoutId: string): Promise<Checkout | null> {
  const looking =
    lookups.get(checkoutId) ?? findCheckout(ctx.db, checkoutId).finally(() => void lookups.delete(checkoutId));
  lookups.set(checkoutId, looking);
  return looking;
}
