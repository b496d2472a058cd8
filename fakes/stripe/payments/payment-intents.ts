import type Stripe from 'stripe';
import { cardError, StripeFailure } from '../http/failure.ts';
import { emit } from '../events.ts';
import { newClientSecret, newId } from '../state/ids.ts';
import { idOf } from '../state/store.ts';
import type { World } from '../world.ts';
import { AUTHENTICATION_REQUIRED, CARD_EXPIRED, hasExpired, type Decline } from './cards.ts';
import { createCharge } from './charges.ts';
import { attachVerified, factsOf, refuseUnusable } from './payment-methods.ts';

interface NewIntent {
  amount: number;
  customer: string | null;
  payment_method: string | null;
  description?: string | null;
  metadata?: Record<string, string>;
  setup_future_usage?: 'on_session' | 'off_session' | null;
}

export function createPaymentIntent(world: World, given: NewIntent): Stripe.PaymentIntent {
  const id = newId('pi');
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: given.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: { allow_redirects: 'always', enabled: true },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: newClientSecret(id),
    confirmation_method: 'automatic',
    created: nowOf(world, given.customer),
    currency: 'usd',
    customer: given.customer,
    customer_account: null,
    description: given.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: given.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: given.payment_method,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: given.setup_future_usage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: given.payment_method ? 'requires_confirmation' : 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
  world.db.paymentIntents.put(intent);
  emit(world, 'payment_intent.created', intent);
  return intent;
}

export type Outcome =
  | { kind: 'paid'; intent: Stripe.PaymentIntent }
  | { kind: 'challenged'; intent: Stripe.PaymentIntent }
  | { kind: 'refused'; intent: Stripe.PaymentIntent };

const CONFIRMABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/**
 * @param offSession refuses a card that wants authentication
 * @throws StripeFailure 400 when the intent or the card cannot be used
 */
export function confirmPaymentIntent(
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  { offSession }: { offSession: boolean },
): Outcome {
  if (!CONFIRMABLE.includes(intent.status)) throw unexpectedState(intent, 'confirm');
  refuseUnusable(world, method, idOf(intent.customer));
  const { behaviour, setUp } = factsOf(world, method);
  if (hasExpired(method, nowOf(world, idOf(intent.customer)))) return refuse(world, intent, method, CARD_EXPIRED);
  if (behaviour.kind === 'declines') return refuse(world, intent, method, behaviour.decline);
  const wantsAuthentication = behaviour.kind === 'authenticates' && !(behaviour.unlessSetUp && setUp);
  if (!wantsAuthentication) return pay(world, intent, method, false);
  return offSession ? refuse(world, intent, method, AUTHENTICATION_REQUIRED) : challenge(world, intent, method);
}

export function authenticatePaymentIntent(world: World, intent: Stripe.PaymentIntent, succeeded: boolean): Outcome {
  if (intent.status !== 'requires_action') throw unexpectedState(intent, 'authenticate');
  const method = world.db.paymentMethods.get(idOf(intent.payment_method) ?? '');
  if (!method) throw unexpectedState(intent, 'authenticate');
  if (succeeded) return pay(world, intent, method, true);
  const failed = changeIntent(world, intent, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error: {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message:
        'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new ' +
        'PaymentMethod to attempt to fulfill this PaymentIntent again.',
      payment_method: method,
    },
  });
  emit(world, 'payment_intent.payment_failed', failed);
  return { kind: 'refused', intent: failed };
}

/** @throws StripeFailure 400 when it was paid or cancelled before */
export function cancelPaymentIntent(
  world: World,
  intent: Stripe.PaymentIntent,
  reason: Stripe.PaymentIntent.CancellationReason | null,
): Stripe.PaymentIntent {
  if (!CONFIRMABLE.includes(intent.status)) throw unexpectedState(intent, 'cancel');
  const canceled = changeIntent(world, intent, {
    status: 'canceled',
    canceled_at: nowOf(world, idOf(intent.customer)),
    cancellation_reason: reason,
    next_action: null,
  });
  emit(world, 'payment_intent.canceled', canceled);
  return canceled;
}

export function refusalOf(intent: Stripe.PaymentIntent): StripeFailure {
  const { code, decline_code, message = '', charge, payment_method } = intent.last_payment_error ?? {};
  return cardError({
    message,
    payment_intent: intent,
    ...(code === undefined ? {} : { code }),
    ...(decline_code === undefined ? {} : { decline_code }),
    ...(charge === undefined ? {} : { charge }),
    ...(payment_method === undefined ? {} : { payment_method }),
  });
}

export function nowOf(world: World, customer: string | null): number {
  return world.now(idOf(customer === null ? null : world.db.customers.get(customer)?.test_clock));
}

function pay(
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  authenticated: boolean,
): Outcome {
  const now = nowOf(world, idOf(intent.customer));
  const charge = createCharge(world, { intent, method, decline: null, authenticated, now });
  const customer = idOf(intent.customer);
  const saves = customer !== null && intent.setup_future_usage !== null;
  if (saves) attachVerified(world, method, customer);
  const facts = factsOf(world, method);
  const stays = saves || method.customer !== null;
  world.db.cardFacts.put({ ...facts, setUp: facts.setUp || (saves && authenticated), spent: !stays });
  const paid = changeIntent(world, intent, {
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    payment_method: method.id,
    next_action: null,
    last_payment_error: null,
  });
  emit(world, 'payment_intent.succeeded', paid);
  return { kind: 'paid', intent: paid };
}

function challenge(world: World, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod): Outcome {
  const challenged = changeIntent(world, intent, {
    status: 'requires_action',
    payment_method: method.id,
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} },
    last_payment_error: null,
  });
  emit(world, 'payment_intent.requires_action', challenged);
  return { kind: 'challenged', intent: challenged };
}

function refuse(world: World, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod, decline: Decline): Outcome {
  const now = nowOf(world, idOf(intent.customer));
  const charge = createCharge(world, { intent, method, decline, authenticated: false, now });
  const refused = changeIntent(world, intent, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    latest_charge: charge.id,
    last_payment_error: {
      type: 'card_error',
      code: decline.code,
      decline_code: decline.declineCode,
      message: decline.message,
      charge: charge.id,
      payment_method: method,
    },
  });
  emit(world, 'payment_intent.payment_failed', refused);
  return { kind: 'refused', intent: refused };
}

function changeIntent(
  world: World,
  intent: Stripe.PaymentIntent,
  change: Partial<Stripe.PaymentIntent>,
): Stripe.PaymentIntent {
  return world.db.paymentIntents.put({ ...intent, ...change });
}

function unexpectedState(intent: Stripe.PaymentIntent, verb: string): StripeFailure {
  return new StripeFailure(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`,
    payment_intent: intent,
  });
}
