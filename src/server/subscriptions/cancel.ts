import { and, eq, isNull } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { subscriptions } from '../db/schema.ts';
import { notFound } from '../errors.ts';
import { askStripe } from '../payments/stripe.ts';
import { recordSubscription } from './record-subscription.ts';

/**
 * Cancels one of a person's subscriptions: shown as cancelled at once, not renewed at the provider, letters already paid for keep
 * coming (PRODUCT, cancel). The wish is written down before the provider is asked; asking again does no harm.
 * @throws ApiError not_found, payments_unavailable
 */
export async function cancelSubscription(ctx: Context, userId: string, id: string): Promise<void> {
  const isOwn = and(eq(subscriptions.id, id), eq(subscriptions.userId, userId));
  const [row] = await ctx.db.select().from(subscriptions).where(isOwn);
  if (row === undefined) throw notFound('subscription');
  await ctx.db
    .update(subscriptions)
    .set({ cancelRequestedAt: ctx.clock.now() })
    .where(and(isOwn, isNull(subscriptions.cancelRequestedAt)));
  await askStripe(
    ctx.stripe.subscriptions.update(row.stripeSubscriptionId, {
      cancel_at_period_end: true,
      metadata: { cancelled_by: 'user' },
    }),
  );
  await recordSubscription(ctx, row.stripeSubscriptionId);
}
