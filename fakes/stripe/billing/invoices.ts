import type Stripe from 'stripe';
import { emit } from '../events.ts';
import { invalidRequest } from '../http/failure.ts';
import { cancelPaymentIntent, createPaymentIntent } from '../payments/payment-intents.ts';
import { newId } from '../state/ids.ts';
import { idOf } from '../state/store.ts';
import type { World } from '../world.ts';
import { amountDue } from './balance.ts';

export function finalizeInvoice(world: World, draft: Stripe.Invoice, now: number): Stripe.Invoice {
  if (draft.status !== 'draft')
    throw invalidRequest(`This invoice is already finalized.`, { code: 'invoice_not_editable' });
  const open = world.db.invoices.put({
    ...draft,
    ...settleBalance(world, draft),
    status: 'open',
    number: takeNumber(world, idOf(draft.customer) ?? ''),
    automatically_finalizes_at: null,
    effective_at: now,
    status_transitions: { ...draft.status_transitions, finalized_at: now },
  });
  emit(world, 'invoice.finalized', open);
  if (open.amount_due === 0) return markPaid(world, open, now);
  requestPayment(world, open, now);
  return open;
}

/** The customer's balance pays first and keeps what is left (https://docs.stripe.com/billing/customer/balance). */
function settleBalance(world: World, { total, customer }: Stripe.Invoice) {
  const owner = world.db.customers.get(idOf(customer) ?? '');
  const starting_balance = owner?.balance ?? 0;
  const amount_due = amountDue(total, starting_balance);
  const ending_balance = starting_balance + total - amount_due;
  if (owner && ending_balance !== starting_balance) {
    emit(world, 'customer.updated', world.db.customers.put({ ...owner, balance: ending_balance }), owner);
  }
  return { starting_balance, ending_balance, amount_due, amount_remaining: amount_due };
}

function requestPayment(world: World, invoice: Stripe.Invoice, now: number): void {
  const subscription = world.db.subscriptions.get(subscriptionIdOf(invoice) ?? '');
  const first = invoice.billing_reason === 'subscription_create';
  const intent = createPaymentIntent(world, {
    amount: invoice.amount_due,
    customer: idOf(invoice.customer),
    payment_method: idOf(subscription?.default_payment_method),
    description: first ? 'Subscription creation' : 'Subscription update',
    setup_future_usage: 'off_session',
  });
  const payment: Stripe.InvoicePayment = {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  };
  world.db.invoicePayments.put(payment);
}

export function markPaid(world: World, invoice: Stripe.Invoice, now: number): Stripe.Invoice {
  const paid = world.db.invoices.put({
    ...invoice,
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: now },
  });
  emit(world, 'invoice.updated', paid, invoice);
  emit(world, 'invoice.paid', paid);
  emit(world, 'invoice.payment_succeeded', paid);
  const payment = defaultPayment(world, invoice);
  if (payment?.status === 'open') {
    emit(world, 'invoice_payment.paid', closePayment(world, payment, { status: 'paid', now }));
  }
  return paid;
}

export function voidInvoice(world: World, invoice: Stripe.Invoice, now: number): Stripe.Invoice {
  if (invoice.status !== 'open') {
    throw invalidRequest(`You can only pass in open invoices. This invoice is ${invoice.status}.`);
  }
  const voided = world.db.invoices.put({
    ...invoice,
    status: 'void',
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, voided_at: now },
  });
  emit(world, 'invoice.voided', voided);
  cancelPayment(world, invoice, now);
  return voided;
}

function cancelPayment(world: World, invoice: Stripe.Invoice, now: number): void {
  const payment = defaultPayment(world, invoice);
  const intent = payment && intentOf(world, payment);
  if (!payment || !intent) return;
  closePayment(world, payment, { status: 'canceled', now });
  if (intent.status !== 'canceled') cancelPaymentIntent(world, intent, 'void_invoice');
}

/** Written off as a bad debt (https://docs.stripe.com/invoicing/overview#uncollectible). */
export function markUncollectible(world: World, invoice: Stripe.Invoice, now: number): Stripe.Invoice {
  if (invoice.status !== 'open') {
    throw invalidRequest(`You can only pass in open invoices. This invoice is ${invoice.status}.`);
  }
  const written = world.db.invoices.put({
    ...invoice,
    status: 'uncollectible',
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, marked_uncollectible_at: now },
  });
  emit(world, 'invoice.updated', written, invoice);
  emit(world, 'invoice.marked_uncollectible', written);
  return written;
}

/** Paid by cash or check, say: no card is charged (https://docs.stripe.com/api/invoices/pay, paid_out_of_band). */
export function payOutOfBand(world: World, invoice: Stripe.Invoice, now: number): Stripe.Invoice {
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') {
    throw invalidRequest(invoice.status === 'paid' ? 'Invoice is already paid' : 'This invoice is not open.');
  }
  cancelPayment(world, invoice, now);
  return markPaid(world, invoice, now);
}

/** Open invoices of a cancelled subscription are no longer collected, and stay owed. */
export function stopCollecting(world: World, invoice: Stripe.Invoice): void {
  const changed = { ...invoice, auto_advance: false, automatically_finalizes_at: null, next_payment_attempt: null };
  world.db.invoices.put(changed);
  emit(world, 'invoice.updated', changed, invoice);
}

export function subscriptionIdOf(invoice: Stripe.Invoice): string | null {
  return idOf(invoice.parent?.subscription_details?.subscription);
}

export function defaultPayment(world: World, invoice: Stripe.Invoice): Stripe.InvoicePayment | undefined {
  return world.db.invoicePayments.where('invoice', invoice.id).find(({ is_default }) => is_default);
}

export function intentOf(world: World, payment: Stripe.InvoicePayment): Stripe.PaymentIntent | undefined {
  return world.db.paymentIntents.get(idOf(payment.payment.payment_intent) ?? '');
}

function closePayment(
  world: World,
  payment: Stripe.InvoicePayment,
  { status, now }: { status: 'paid' | 'canceled'; now: number },
): Stripe.InvoicePayment {
  const paid = status === 'paid';
  return world.db.invoicePayments.put({
    ...payment,
    status,
    amount_paid: paid ? payment.amount_requested : null,
    status_transitions: { canceled_at: paid ? null : now, paid_at: paid ? now : null },
  });
}

function takeNumber(world: World, customerId: string): string {
  const customer = world.db.customers.get(customerId);
  if (!customer) throw new Error(`No customer ${customerId}`);
  const sequence = customer.next_invoice_sequence ?? 1;
  world.db.customers.put({ ...customer, next_invoice_sequence: sequence + 1 });
  return `${customer.invoice_prefix ?? 'SANDBOX'}-${String(sequence).padStart(4, '0')}`;
}
