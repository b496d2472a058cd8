import type Stripe from 'stripe';
import { z } from 'zod';
import { emit } from '../events.ts';
import { invalidRequest, resourceMissing } from '../http/failure.ts';
import { page } from '../http/list.ts';
import { integer, listParams, mergeMetadata, metadata, text } from '../http/params.ts';
import { route, type Route } from '../http/route.ts';
import { nowOf } from '../payments/payment-intents.ts';
import { newId } from '../state/ids.ts';
import { idOf } from '../state/store.ts';
import type { World } from '../world.ts';

const newRefund = z.strictObject({
  payment_intent: text.optional(),
  charge: text.optional(),
  amount: integer.refine((value) => value >= 1, 'integer').optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata,
});
const chargeList = z.strictObject({ ...listParams, customer: text.optional(), payment_intent: text.optional() });
const refundList = z.strictObject({ ...listParams, charge: text.optional(), payment_intent: text.optional() });

export const chargeRoutes: Route[] = [
  route('GET', '/v1/charges', chargeList, ({ world, params }) => {
    const rows =
      params.payment_intent === undefined
        ? world.db.charges.newestFirst()
        : world.db.charges.where('intent', params.payment_intent).reverse();
    const wanted = rows.filter((row) => params.customer === undefined || idOf(row.customer) === params.customer);
    return page(wanted, world.db.charges, params, '/v1/charges');
  }),
  route('GET', '/v1/charges/:id', z.strictObject({}), ({ world, id }) => charge(world, id, 'id')),
  route('POST', '/v1/refunds', newRefund, ({ world, params }) => refundCharge(world, params)),
  route('GET', '/v1/refunds', refundList, ({ world, params }) => {
    const wanted = world.db.refunds
      .newestFirst()
      .filter((row) => params.charge === undefined || idOf(row.charge) === params.charge)
      .filter((row) => params.payment_intent === undefined || idOf(row.payment_intent) === params.payment_intent);
    return page(wanted, world.db.refunds, params, '/v1/refunds');
  }),
  route('GET', '/v1/refunds/:id', z.strictObject({}), ({ world, id }) => {
    const found = world.db.refunds.get(id);
    if (!found) throw resourceMissing('refund', id);
    return found;
  }),
];

function charge(world: World, id: string, param: string): Stripe.Charge {
  const found = world.db.charges.get(id);
  if (!found) throw resourceMissing('charge', id, param);
  return found;
}

export function refundCharge(world: World, given: z.output<typeof newRefund>): Stripe.Refund {
  const before = chargeToRefund(world, given);
  const left = before.amount - before.amount_refunded;
  if (!before.paid) throw invalidRequest(`Charge ${before.id} failed and cannot be refunded.`);
  if (left === 0) {
    const message = `Charge ${before.id} has already been refunded.`;
    throw invalidRequest(message, { code: 'charge_already_refunded' });
  }
  if (isChargedBack(world, before))
    throw invalidRequest(`Charge ${before.id} is disputed.`, { code: 'charge_disputed' });
  const amount = given.amount ?? left;
  if (amount > left) {
    const message = `Refund amount ($${(amount / 100).toFixed(2)}) is greater than unrefunded amount on charge ($${(left / 100).toFixed(2)})`;
    throw invalidRequest(message, { param: 'amount' });
  }
  return record(world, before, { ...given, amount });
}

/** An inquiry leaves the charge refundable. */
function isChargedBack(world: World, { id, disputed }: Stripe.Charge): boolean {
  if (!disputed) return false;
  const about = world.db.disputes.newestFirst().filter((row) => idOf(row.charge) === id);
  return about.length === 0 || about.some(({ status }) => !status.startsWith('warning_'));
}

function chargeToRefund(world: World, given: z.output<typeof newRefund>): Stripe.Charge {
  if ((given.charge === undefined) === (given.payment_intent === undefined)) {
    throw invalidRequest('You must provide exactly one of charge and payment_intent.', { param: 'charge' });
  }
  if (given.charge !== undefined) return charge(world, given.charge, 'charge');
  const intent = world.db.paymentIntents.get(given.payment_intent ?? '');
  if (!intent) throw resourceMissing('payment_intent', given.payment_intent ?? '', 'payment_intent');
  const latest = idOf(intent.latest_charge);
  if (latest === null) {
    throw invalidRequest(`PaymentIntent ${intent.id} does not have a successful charge to refund.`);
  }
  return charge(world, latest, 'payment_intent');
}

function record(
  world: World,
  before: Stripe.Charge,
  given: z.output<typeof newRefund> & { amount: number },
): Stripe.Refund {
  const made: Stripe.Refund = {
    id: newId('re'),
    object: 'refund',
    amount: given.amount,
    balance_transaction: null,
    charge: before.id,
    created: nowOf(world, idOf(before.customer)),
    currency: before.currency,
    customer: idOf(before.customer),
    customer_account: null,
    destination_details: traced('pending'),
    metadata: mergeMetadata({}, given.metadata),
    payment_intent: idOf(before.payment_intent),
    payment_method: before.payment_method,
    reason: given.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
  const settled = world.db.refunds.put({ ...made, destination_details: traced('available') });
  const amount_refunded = before.amount_refunded + given.amount;
  const after = world.db.charges.put({ ...before, amount_refunded, refunded: amount_refunded === before.amount });
  emit(world, 'refund.created', made);
  emit(world, 'charge.refunded', after, before);
  emit(world, 'refund.updated', settled, made);
  return made;
}

/** The network's reference follows the refund (https://docs.stripe.com/refunds#tracing-refunds). */
function traced(reference_status: 'pending' | 'available'): Stripe.Refund.DestinationDetails {
  const reference = reference_status === 'available' ? { reference: '74500010000000000000001' } : {};
  const card = { ...reference, reference_status, reference_type: 'acquirer_reference_number', type: 'refund' } as const;
  return { card, type: 'card' };
}

/**
 * A failed refund puts its amount back on the charge (https://docs.stripe.com/refunds#failed-refunds).
 * @throws StripeFailure 400 for one that has failed already
 */
export function settleRefund(
  world: World,
  before: Stripe.Refund,
  status: 'pending' | 'succeeded' | 'failed',
): Stripe.Refund {
  if (before.status === 'failed') throw invalidRequest(`Refund ${before.id} has failed for good.`);
  const failed = status === 'failed';
  const after = world.db.refunds.put({ ...before, status, ...(failed && { failure_reason: 'declined' }) });
  const refunded = world.db.charges.get(idOf(before.charge) ?? '');
  if (failed && refunded) {
    const amount_refunded = refunded.amount_refunded - before.amount;
    world.db.charges.put({ ...refunded, amount_refunded, refunded: false });
  }
  emit(world, 'refund.updated', after, before);
  if (failed) emit(world, 'refund.failed', after);
  return after;
}
