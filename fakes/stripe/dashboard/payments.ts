import type Stripe from 'stripe';
import { z } from 'zod';
import { markUncollectible, payOutOfBand, subscriptionIdOf, voidInvoice } from '../billing/invoices.ts';
import { changeSubscription } from '../billing/subscriptions.ts';
import { invalidRequest, resourceMissing } from '../http/failure.ts';
import { changeDispute, dispute } from '../payments/charges.ts';
import { nowOf } from '../payments/payment-intents.ts';
import { attach, createFromTestId } from '../payments/payment-methods.ts';
import { refundCharge } from '../resources/charges.ts';
import { changeCustomer, customer, removeCustomer } from '../resources/customers.ts';
import { closeReview, openReview, review, warnOfFraud } from '../resources/radar.ts';
import { idOf } from '../state/store.ts';
import type { World } from '../world.ts';

export const CUSTOMER_EDITS = ['email', 'card', 'delete'] as const;
export const INVOICE_EDITS = ['void', 'paid_out_of_band', 'uncollectible'] as const;
export const CHARGE_EDITS = [
  'refund',
  'dispute',
  'dispute_won',
  'dispute_lost',
  'early_fraud_warning',
  'open_review',
] as const;
export const REVIEW_EDITS = ['approved', 'refunded', 'refunded_as_fraud'] as const;

const customerEdit = z.discriminatedUnion('edit', [
  z.strictObject({ edit: z.literal('email'), email: z.email().default('changed-at-stripe@example.com') }),
  z.strictObject({ edit: z.literal('card'), card: z.string().default('pm_card_mastercard') }),
  z.strictObject({ edit: z.literal('delete') }),
]);
const invoiceEdit = z.strictObject({ edit: z.enum(INVOICE_EDITS) });
const chargeEdit = z.strictObject({
  edit: z.enum(CHARGE_EDITS),
  /** Cents of a refund; all that is left unless given. */
  amount: z.coerce.number().int().min(1).optional(),
});
const reviewEdit = z.strictObject({ edit: z.enum(REVIEW_EDITS) });

export function editCustomer(world: World, id: string, given: unknown): unknown {
  const before = customer(world, id, 'id');
  const asked = customerEdit.parse(given);
  if (asked.edit === 'delete') return removeCustomer(world, before);
  if (asked.edit === 'email') return changeCustomer(world, before, { email: asked.email });
  const default_payment_method = attachNewCard(world, before.id, asked.card);
  return changeCustomer(world, before, { invoice_settings: { default_payment_method } });
}

/** @param card one of Stripe's test ids @returns the new payment method's id */
export function attachNewCard(world: World, customerId: string, card: string): string {
  const method = createFromTestId(world, card);
  if (!method) throw resourceMissing('PaymentMethod', card);
  return attach(world, method, customerId).id;
}

export function editInvoice(world: World, id: string, given: unknown): unknown {
  const before = world.db.invoices.get(id);
  if (!before) throw resourceMissing('invoice', id);
  const now = nowOf(world, idOf(before.customer));
  const { edit } = invoiceEdit.parse(given);
  const after = { void: voidInvoice, paid_out_of_band: payOutOfBand, uncollectible: markUncollectible }[edit](
    world,
    before,
    now,
  );
  revive(world, after);
  return after;
}

/** A subscription whose latest invoice is settled or written off becomes active (rules/stripe-sandbox 32). */
function revive(world: World, invoice: Stripe.Invoice): void {
  const subscription = world.db.subscriptions.get(subscriptionIdOf(invoice) ?? '');
  if (subscription?.status !== 'past_due' || idOf(subscription.latest_invoice) !== invoice.id) return;
  changeSubscription(world, subscription, { status: 'active' });
}

export function editCharge(world: World, id: string, given: unknown): unknown {
  const charge = world.db.charges.get(id);
  if (!charge?.paid) throw resourceMissing('charge', id);
  const asked = chargeEdit.parse(given);
  const now = nowOf(world, idOf(charge.customer));
  switch (asked.edit) {
    case 'refund':
      return refundCharge(world, { charge: id, amount: asked.amount });
    case 'dispute':
      return dispute(world, charge, now);
    case 'dispute_won':
    case 'dispute_lost':
      return changeDispute(world, openDisputeOf(world, id), asked.edit === 'dispute_won' ? 'won' : 'lost');
    case 'early_fraud_warning':
      return warnOfFraud(world, charge, now);
    default:
      return openReview(world, charge, now);
  }
}

function openDisputeOf(world: World, charge: string): Stripe.Dispute {
  const open = world.db.disputes
    .newestFirst()
    .find((row) => idOf(row.charge) === charge && row.status !== 'won' && row.status !== 'lost');
  if (!open) throw invalidRequest(`Charge ${charge} has no open dispute.`);
  return open;
}

/** Refunding the charge settles the review (unconfirmed). */
export function editReview(world: World, id: string, given: unknown): unknown {
  const { edit } = reviewEdit.parse(given);
  const open = review(world, id);
  const charge = idOf(open.charge);
  if (charge !== null && edit !== 'approved') refundCharge(world, { charge });
  return closeReview(world, open, edit);
}
