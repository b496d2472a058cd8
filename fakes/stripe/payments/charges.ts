import type Stripe from 'stripe';
import { emit } from '../events.ts';
import { newId } from '../state/ids.ts';
import { idOf } from '../state/store.ts';
import { DAY } from '../state/time.ts';
import type { World } from '../world.ts';
import type { Decline } from './cards.ts';
import { factsOf } from './payment-methods.ts';

interface Attempt {
  intent: Stripe.PaymentIntent;
  method: Stripe.PaymentMethod;
  decline: Decline | null;
  authenticated: boolean;
  now: number;
}

export function createCharge(world: World, attempt: Attempt): Stripe.Charge {
  const { intent, method, decline } = attempt;
  const paid = decline === null;
  const charge: Stripe.Charge = {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: paid ? 'SANDBOX' : null,
    captured: paid,
    created: attempt.now,
    currency: intent.currency,
    customer: idOf(intent.customer),
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcome(decline),
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: cardDetails(method, attempt.authenticated),
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: paid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  };
  world.db.charges.put(charge);
  emit(world, paid ? 'charge.succeeded' : 'charge.failed', charge);
  return paid && factsOf(world, method).behaviour.kind === 'pays_then_disputes'
    ? dispute(world, charge, charge.created)
    : charge;
}

function outcome(decline: Decline | null): Stripe.Charge.Outcome {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: decline ? 'declined_by_network' : 'approved_by_network',
    reason: decline?.declineCode ?? null,
    risk_level: 'normal',
    seller_message: decline ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
    type: decline ? 'issuer_declined' : 'authorized',
  };
}

function cardDetails(method: Stripe.PaymentMethod, authenticated: boolean): Stripe.Charge.PaymentMethodDetails {
  const { card } = method;
  if (!card) return { type: method.type };
  const details: Stripe.Charge.PaymentMethodDetails.Card = {
    amount_authorized: null,
    authorization_code: null,
    brand: card.brand,
    checks: card.checks,
    country: card.country,
    electronic_commerce_indicator: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint ?? null,
    funding: card.funding,
    installments: null,
    last4: card.last4,
    mandate: null,
    network: card.brand,
    network_transaction_id: null,
    regulated_status: card.regulated_status,
    three_d_secure: authenticated ? AUTHENTICATED : null,
    transaction_link_id: null,
    wallet: null,
  };
  return { card: details, type: 'card' };
}

const AUTHENTICATED: Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure = {
  authentication_flow: 'challenge',
  electronic_commerce_indicator: '05',
  exemption_indicator: null,
  result: 'authenticated',
  result_reason: null,
  transaction_id: null,
  version: '2.2.0',
};

/** Card networks allow about a week. */
const EVIDENCE_WITHIN = 7 * DAY;

/** An inquiry (`warning_…`) takes no money back. */
export function dispute(
  world: World,
  charge: Stripe.Charge,
  now: number,
  status: 'needs_response' | 'warning_needs_response' = 'needs_response',
): Stripe.Charge {
  const opened: Stripe.Dispute = {
    id: newId('dp'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: now + EVIDENCE_WITHIN,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: status === 'warning_needs_response',
    livemode: false,
    metadata: {},
    payment_intent: idOf(charge.payment_intent),
    reason: 'fraudulent',
    status,
  };
  world.db.disputes.put(opened);
  emit(world, 'charge.dispute.created', opened);
  return world.db.charges.put({ ...charge, disputed: true });
}

const DECIDED: ReadonlySet<string> = new Set(['won', 'lost', 'warning_closed']);

/** An inquiry may grow into a chargeback, which needs another response. */
export function changeDispute(world: World, before: Stripe.Dispute, status: Stripe.Dispute.Status): Stripe.Dispute {
  const after = world.db.disputes.put({ ...before, status });
  if (DECIDED.has(status)) emit(world, 'charge.dispute.closed', after);
  else emit(world, 'charge.dispute.updated', after, before);
  return after;
}

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};
