import { Stripe } from 'stripe';
import type { OutstandingPayment, payOutstanding as payEndpoint } from '../../../contract/billing.ts';
import type { CommerceContext, CommerceHandler } from '../context.ts';
import {
  addFailure,
  type PaymentActor,
  paymentActor,
  recordIssuedIntent,
  refuseAtLimit,
} from '../payments/card-limits.ts';
import { isOverdue } from '../payments/overdue-renewal.ts';
import { askStripe, isRefusal, mapOutage } from '../payments/stripe-client.ts';
import { listOverdueSubscriptions } from '../subscriptions/queries.ts';
import { recordSubscription } from '../purchases/record-subscription.ts';

const NOTHING_DUE: OutstandingPayment = { outcome: 'nothing_due', message: null, clientSecret: null };
const PAID: OutstandingPayment = { outcome: 'paid', message: null, clientSecret: null };

export const handlePayOutstanding: CommerceHandler<typeof payEndpoint> = async ({ ctx, user, client }) => {
  const actor = paymentActor(ctx, user.userId, client);
  await refuseAtLimit(ctx, actor);
  return await payOutstanding(ctx, actor);
};

/**
 * Stops at the first renewal that the bank declines.
 * @throws ApiError payments_unavailable
 */
export async function payOutstanding(ctx: CommerceContext, actor: PaymentActor): Promise<OutstandingPayment> {
  let outcome = NOTHING_DUE;
  for (const id of await listOverdueSubscriptions(ctx.db, actor.userId)) {
    const expand = ['data.confirmation_secret'];
    const open = ctx.stripe.invoices.list({ subscription: id, status: 'open', limit: 10, expand });
    for (const invoice of (await askStripe(open)).data.filter(isOverdue).toReversed()) {
      const tried = await payInvoice(ctx, actor, invoice);
      if (tried !== NOTHING_DUE) outcome = tried;
      if (isUnpaid(outcome)) break;
    }
    await recordSubscription(ctx, id);
    if (isUnpaid(outcome)) return outcome;
  }
  return outcome;
}

function isUnpaid({ outcome }: OutstandingPayment): boolean {
  return outcome === 'declined' || outcome === 'action_required';
}

async function payInvoice(
  ctx: CommerceContext,
  actor: PaymentActor,
  invoice: Stripe.Invoice,
): Promise<OutstandingPayment> {
  if (invoice.id === undefined) return NOTHING_DUE;
  try {
    await mapOutage(ctx.stripe.invoices.pay(invoice.id, { off_session: false }));
    return PAID;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) return await unpaid(ctx, actor, invoice, error);
    if (isRefusal(error)) return NOTHING_DUE;
    throw error;
  }
}

const WANTS_CARD_OWNER = new Set(['invoice_payment_intent_requires_action', 'authentication_required']);

async function unpaid(
  ctx: CommerceContext,
  actor: PaymentActor,
  invoice: Stripe.Invoice,
  { code, message, requestId }: Stripe.errors.StripeCardError,
): Promise<OutstandingPayment> {
  if (!WANTS_CARD_OWNER.has(code ?? '')) {
    await addFailure(ctx.db, actor, `pay:${invoice.id}:${requestId}`, ctx.clock.now());
    return { outcome: 'declined', message, clientSecret: null };
  }
  const clientSecret = invoice.confirmation_secret?.client_secret ?? null;
  const renewal = { purpose: 'renewal', stripeSubscriptionId: null } as const;
  if (clientSecret !== null) await recordIssuedIntent(ctx, actor, { clientSecret, ...renewal });
  return { outcome: 'action_required', message: null, clientSecret };
}
