import type { Checkout } from '../purchases/queries.ts';
import { listIdleCheckouts, recordAttempt } from '../checkout/queries.ts';
import type { CommerceContext } from '../context.ts';
import { askStripe } from '../payments/stripe-client.ts';
import { logErrors } from './log-errors.ts';
import { reconcileSubscriptions } from './reconcile-subscriptions.ts';
import { recordSubscription } from '../purchases/record-subscription.ts';

const PAGE = 100;

export async function reconcile(ctx: CommerceContext): Promise<void> {
  await reconcileCheckouts(ctx);
  await reconcileSubscriptions(ctx);
}

export async function reconcileCheckouts(ctx: CommerceContext): Promise<void> {
  for await (const checkout of idleCheckouts(ctx)) {
    await logErrors(ctx, checkout.id, async () => {
      const id = checkout.stripeSubscriptionId ?? (await findUnrecorded(ctx, checkout));
      if (id !== null) await recordSubscription(ctx, id);
    });
  }
}

async function* idleCheckouts(ctx: CommerceContext): AsyncGenerator<Checkout> {
  let last: Checkout | null = null;
  do {
    const page: Checkout[] = await listIdleCheckouts(ctx.db, ctx.clock.now(), PAGE, last);
    yield* page;
    last = page.length === PAGE ? (page.at(-1) ?? null) : null;
  } while (last !== null);
}

/** Finds a subscription by our checkout id if a process was killed before it recorded it. */
async function findUnrecorded(ctx: CommerceContext, checkout: Checkout): Promise<string | null> {
  if (checkout.leaseUntil === null) return null;
  const made = await askStripe(
    ctx.stripe.subscriptions
      .list({ customer: checkout.stripeCustomerId, status: 'all', limit: PAGE })
      .autoPagingToArray({ limit: 1000 }),
  );
  const own = made.find(({ metadata }) => metadata['checkout_id'] === checkout.id);
  if (own === undefined) return null;
  await recordAttempt(ctx.db, checkout, own.id, ctx.clock.now());
  return own.id;
}
