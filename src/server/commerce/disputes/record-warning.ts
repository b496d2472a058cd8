import { sql } from 'drizzle-orm';
import type { Stripe } from 'stripe';
import type { Transaction } from '../../platform/db/database.ts';
import { paymentWarnings } from '../billing-schema.ts';
import type { CommerceContext } from '../context.ts';
import type { EventStamp } from '../payments/applied-events.ts';
import { askStripe } from '../payments/stripe-client.ts';
import { changePaidSubscription } from '../purchases/change-paid-subscription.ts';
import { applyHolds } from './hold.ts';

type Warning = Omit<typeof paymentWarnings.$inferInsert, 'subscriptionId' | 'readAt' | 'releasedAt'>;

export async function recordFraudWarning(ctx: CommerceContext, id: string, event?: EventStamp): Promise<void> {
  const readAt = ctx.clock.now();
  const warning = await askStripe(ctx.stripe.radar.earlyFraudWarnings.retrieve(id, { expand: ['charge'] }));
  const charge = typeof warning.charge === 'string' ? null : warning.charge;
  await recordWarning(ctx, warning.payment_intent ?? charge?.payment_intent ?? null, event, readAt, {
    id,
    kind: 'early_fraud_warning',
    ...factsOf(charge),
    reason: warning.fraud_type,
    status: warning.actionable ? 'open' : afterwards(charge),
    createdAt: new Date(warning.created * 1000),
  });
}

export async function recordReview(ctx: CommerceContext, id: string, event?: EventStamp): Promise<void> {
  const readAt = ctx.clock.now();
  const review = await askStripe(ctx.stripe.reviews.retrieve(id, { expand: ['charge'] }));
  const charge = typeof review.charge === 'string' ? null : review.charge;
  await recordWarning(ctx, review.payment_intent ?? charge?.payment_intent ?? null, event, readAt, {
    id,
    kind: 'review',
    ...factsOf(charge),
    reason: review.opened_reason,
    status: review.open ? 'open' : (review.closed_reason ?? 'acknowledged'),
    createdAt: new Date(review.created * 1000),
  });
}

function factsOf(charge: Stripe.Charge | null) {
  return { stripeChargeId: charge?.id ?? null, amountCents: charge?.amount ?? 0 };
}

function afterwards(charge: Stripe.Charge | null): string {
  return charge?.disputed ? 'disputed' : 'refunded';
}

async function recordWarning(
  ctx: CommerceContext,
  intent: string | Stripe.PaymentIntent | null,
  event: EventStamp | undefined,
  readAt: Date,
  warning: Warning,
): Promise<void> {
  const subscription = await changePaidSubscription(ctx, intent, event, async (tx, row) => {
    await upsertWarning(tx, { ...warning, subscriptionId: row.id, readAt });
    await applyHolds(ctx, tx, row);
  });
  const { id, kind, reason, status } = warning;
  if (subscription !== null)
    ctx.log.warn({ id, kind, reason, status, subscriptionId: subscription.id }, 'a payment is warned of');
}

async function upsertWarning(tx: Transaction, row: typeof paymentWarnings.$inferInsert): Promise<void> {
  const { status, amountCents, readAt } = row;
  await tx
    .insert(paymentWarnings)
    .values(row)
    .onConflictDoUpdate({
      target: paymentWarnings.id,
      set: { status, amountCents, readAt },
      setWhere: sql`${paymentWarnings.readAt} <= ${readAt}`,
    });
}
