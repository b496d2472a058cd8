import type { Stripe } from 'stripe';
import { type EndingChange, endingChange } from '../../domain/ending.ts';
import type { Context } from '../context.ts';
import { askStripe, isRefusal } from '../payments/stripe.ts';
import type { Subscription } from './queries.ts';
import { instant, type ProviderReading } from './read-provider.ts';

/**
 * Tells the provider how a subscription is to end when it does not know: the wish in our row comes first, the provider follows,
 * whether it was the request itself, a job or the reconciler that found it behind.
 * @returns whether something was changed there
 * @throws ApiError payments_unavailable
 */
export async function alignEnding(ctx: Context, row: Subscription, reading: ProviderReading): Promise<boolean> {
  const change = changeFor(row, reading);
  if (change.kind === 'none') return false;
  if (change.kind === 'end_now') await endNow(ctx.stripe, row, reading);
  else await askStripe(ctx.stripe.subscriptions.update(row.stripeSubscriptionId, endingParams(row, change)));
  return true;
}

/** What the provider would have to be told; also how the reconciler recognises drift. */
export function changeFor(
  row: Pick<Subscription, 'planType' | 'cancelRequestedAt' | 'refundRequestedAt'>,
  { subscription, status, period }: Pick<ProviderReading, 'subscription' | 'status' | 'period'>,
): EndingChange {
  const { cancel_at: cancelAt, cancel_at_period_end: withPeriod } = subscription;
  return endingChange({
    planType: row.planType,
    cancelRequested: row.cancelRequestedAt !== null,
    refunded: row.refundRequestedAt !== null,
    providerStatus: status,
    anchor: instant(subscription.billing_cycle_anchor),
    currentPeriodEnd: period.end,
    providerCancelAt: cancelAt === null ? (withPeriod ? period.end : null) : instant(cancelAt),
  });
}

/** Who asked for it stands with the provider too, for whoever looks there (PAYMENTS-CONTRACT §3.7). */
function endingParams(
  { cancelRequestedAt }: Subscription,
  change: Exclude<EndingChange, { kind: 'none' | 'end_now' }>,
): Stripe.SubscriptionUpdateParams {
  const metadata = { cancelled_by: cancelRequestedAt === null ? '' : 'user' };
  if (change.kind === 'end_with_period') return { cancel_at_period_end: true, metadata };
  return { cancel_at: change.at.getTime() / 1000, proration_behavior: 'none', metadata };
}

/** What is unpaid is voided first: voiding is what decides a race with a payment, since a paid invoice cannot be voided. */
async function endNow(stripe: Stripe, row: Subscription, { invoices }: ProviderReading): Promise<void> {
  const open = invoices.flatMap(({ id, status }) => (status === 'open' && id !== undefined ? [id] : []));
  for (const id of open) {
    const voided = await unlessRefused(stripe.invoices.voidInvoice(id));
    if (!voided && row.refundRequestedAt === null) return;
  }
  await unlessRefused(stripe.subscriptions.cancel(row.stripeSubscriptionId, { prorate: false, invoice_now: false }));
}

async function unlessRefused(request: Promise<unknown>): Promise<boolean> {
  try {
    await askStripe(request);
    return true;
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
}
