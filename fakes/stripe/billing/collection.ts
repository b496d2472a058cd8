import type Stripe from 'stripe';
import { emit } from '../events.ts';
import { invalidRequest } from '../http/failure.ts';
import {
  authenticatePaymentIntent,
  cancelPaymentIntent,
  confirmPaymentIntent,
  nowOf,
  type Outcome,
} from '../payments/payment-intents.ts';
import { idOf } from '../state/store.ts';
import { DAY } from '../state/time.ts';
import type { World } from '../world.ts';
import { defaultPayment, intentOf, markPaid, subscriptionIdOf, voidInvoice } from './invoices.ts';
import { cancellationDetails, changeSubscription, endSubscription } from './subscriptions.ts';

export type Initiative = 'manual' | 'automatic';

/** Days after each failed automatic attempt until the next; after the last one the subscription is cancelled. */
export const RETRY_AFTER_DAYS: readonly number[] = [3, 5, 7];

export function payIntent(
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  { offSession, initiative = 'manual' }: { offSession: boolean; initiative?: Initiative },
): Outcome {
  const outcome = confirmPaymentIntent(world, intent, method, { offSession });
  settle(world, outcome, initiative);
  return outcome;
}

export function authenticateIntent(world: World, intent: Stripe.PaymentIntent, succeeded: boolean): Outcome {
  const outcome = authenticatePaymentIntent(world, intent, succeeded);
  settle(world, outcome, 'manual');
  return outcome;
}

/** Cancels a PaymentIntent and voids its invoice, which could never be paid. */
export function cancelIntent(
  world: World,
  intent: Stripe.PaymentIntent,
  reason: Stripe.PaymentIntent.CancellationReason | null,
): Stripe.PaymentIntent {
  const canceled = cancelPaymentIntent(world, intent, reason);
  const [payment] = world.db.invoicePayments.where('intent', intent.id);
  const invoice = world.db.invoices.get(idOf(payment?.invoice) ?? '');
  if (invoice) voidInvoice(world, invoice, nowOf(world, idOf(invoice.customer)));
  return canceled;
}

/**
 * Charges the card on file; one that wants authentication waits for it
 * (https://docs.stripe.com/billing/subscriptions/overview#requires-action).
 */
export function collectOnSchedule(world: World, invoice: Stripe.Invoice): void {
  const card = cardOnFile(world, invoice);
  if (card) payIntent(world, openIntentOf(world, invoice), card, { offSession: false, initiative: 'automatic' });
  else recordFailure(world, invoice, 'automatic');
}

/** @throws StripeFailure 400 when the invoice is not open or there is no card */
export function collectNow(
  world: World,
  invoice: Stripe.Invoice,
  { method, offSession }: { method: Stripe.PaymentMethod | undefined; offSession: boolean },
): Outcome {
  const intent = openIntentOf(world, invoice);
  const card = method ?? cardOnFile(world, invoice);
  if (!card) throw invalidRequest('There is no default_payment_method set on this Customer or Invoice.');
  return payIntent(world, intent, card, { offSession });
}

function openIntentOf(world: World, invoice: Stripe.Invoice): Stripe.PaymentIntent {
  const payment = defaultPayment(world, invoice);
  const intent = payment && intentOf(world, payment);
  if (invoice.status === 'open' && intent) return intent;
  throw invalidRequest(invoice.status === 'paid' ? 'Invoice is already paid' : 'This invoice is not open.');
}

function cardOnFile(world: World, invoice: Stripe.Invoice): Stripe.PaymentMethod | undefined {
  const subscription = world.db.subscriptions.get(subscriptionIdOf(invoice) ?? '');
  const customer = world.db.customers.get(idOf(invoice.customer) ?? '');
  const id =
    idOf(subscription?.default_payment_method) ?? idOf(customer?.invoice_settings.default_payment_method) ?? '';
  const method = world.db.paymentMethods.get(id);
  return method?.customer ? method : undefined;
}

function settle(world: World, { kind, intent }: Outcome, initiative: Initiative): void {
  const [payment] = world.db.invoicePayments.where('intent', intent.id);
  const invoice = world.db.invoices.get(idOf(payment?.invoice) ?? '');
  if (!invoice) return;
  if (kind === 'paid') settlePaid(world, counted(world, invoice, initiative), intent);
  if (kind === 'refused') recordFailure(world, invoice, initiative);
  if (kind === 'challenged') {
    emit(world, 'invoice.payment_action_required', invoice);
    if (initiative === 'automatic') recordFailure(world, invoice, initiative);
  }
}

function settlePaid(world: World, invoice: Stripe.Invoice, intent: Stripe.PaymentIntent): void {
  const subscription = world.db.subscriptions.get(subscriptionIdOf(invoice) ?? '');
  markPaid(world, invoice, nowOf(world, idOf(invoice.customer)));
  if (!subscription || subscription.ended_at !== null) return;
  const saves = subscription.payment_settings?.save_default_payment_method === 'on_subscription';
  const isLatest = idOf(subscription.latest_invoice) === invoice.id;
  const revives = subscription.status === 'incomplete' || (subscription.status === 'past_due' && isLatest);
  changeSubscription(world, subscription, {
    ...(revives ? { status: 'active' } : {}),
    ...(saves ? { default_payment_method: idOf(intent.payment_method) } : {}),
  });
}

/**
 * Only automatic attempts after the first move the schedule on (https://docs.stripe.com/api/invoices/object,
 * attempt_count).
 */
function counted(world: World, invoice: Stripe.Invoice, initiative: Initiative): Stripe.Invoice {
  const attempt_count = initiative === 'automatic' ? invoice.attempt_count + 1 : Math.max(1, invoice.attempt_count);
  return world.db.invoices.put({ ...invoice, attempted: true, attempt_count });
}

function recordFailure(world: World, before: Stripe.Invoice, initiative: Initiative): void {
  const now = nowOf(world, idOf(before.customer));
  const invoice = counted(world, before, initiative);
  const subscription = world.db.subscriptions.get(subscriptionIdOf(invoice) ?? '');
  const retryAfter = RETRY_AFTER_DAYS[invoice.attempt_count - 1];
  // An invoice of a single item leaves the subscription as it is.
  const renews = invoice.billing_reason !== 'subscription_create' && invoice.billing_reason !== 'manual';
  const next_payment_attempt =
    initiative === 'manual' ? invoice.next_payment_attempt : renews && retryAfter ? now + retryAfter * DAY : null;
  const failed = world.db.invoices.put({ ...invoice, next_payment_attempt });
  emit(world, 'invoice.updated', failed, before);
  emit(world, 'invoice.payment_failed', failed);
  if (!subscription || subscription.ended_at !== null || !renews) return;
  if (initiative === 'automatic' && next_payment_attempt === null) {
    endSubscription(world, subscription, now, cancellationDetails('payment_failed'));
  } else if (subscription.status === 'active') {
    changeSubscription(world, subscription, { status: 'past_due' });
  }
}
