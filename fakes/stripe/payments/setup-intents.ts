import type Stripe from 'stripe';
import { emit } from '../events.ts';
import { cardError, StripeFailure } from '../http/failure.ts';
import { newClientSecret, newId } from '../state/ids.ts';
import { idOf } from '../state/store.ts';
import type { World } from '../world.ts';
import type { Decline } from './cards.ts';
import { nowOf } from './payment-intents.ts';
import { attachVerified, factsOf, refuseUnusable } from './payment-methods.ts';

interface NewSetupIntent {
  customer: string | null;
  payment_method: string | null;
  usage: 'on_session' | 'off_session';
  description: string | null;
  metadata: Record<string, string>;
  allowed_payment_method_types: ['card'] | null;
}

export function createSetupIntent(world: World, given: NewSetupIntent): Stripe.SetupIntent {
  const id = newId('seti');
  const intent: Stripe.SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: given.allowed_payment_method_types,
    application: null,
    automatic_payment_methods: { allow_redirects: 'always', enabled: true },
    cancellation_reason: null,
    client_secret: newClientSecret(id),
    created: nowOf(world, given.customer),
    customer: given.customer,
    customer_account: null,
    description: given.description,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: given.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: given.payment_method,
    payment_method_configuration_details: null,
    payment_method_options: { card: CARD_OPTIONS },
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: given.payment_method ? 'requires_confirmation' : 'requires_payment_method',
    usage: given.usage,
  };
  world.db.setupIntents.put(intent);
  emit(world, 'setup_intent.created', intent);
  return intent;
}

const CARD_OPTIONS: Stripe.SetupIntent.PaymentMethodOptions.Card = {
  mandate_options: null,
  network: null,
  request_three_d_secure: 'automatic',
};

const CONFIRMABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/** @throws StripeFailure 402 when the issuer refuses; 400 when the intent or the card cannot be used */
export function confirmSetupIntent(
  world: World,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
): Stripe.SetupIntent {
  if (!CONFIRMABLE.includes(intent.status)) throw unexpectedState(intent, 'confirm');
  refuseUnusable(world, method, idOf(intent.customer));
  const { behaviour } = factsOf(world, method);
  if (behaviour.kind === 'declines' && behaviour.alsoWhenVerified) {
    throw refusalOf(refuse(world, intent, method, behaviour.decline));
  }
  if (behaviour.kind !== 'authenticates') return succeed(world, intent, method);
  const challenged = world.db.setupIntents.put({
    ...intent,
    status: 'requires_action',
    payment_method: method.id,
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} },
    last_setup_error: null,
  });
  emit(world, 'setup_intent.requires_action', challenged);
  return challenged;
}

export function authenticateSetupIntent(world: World, intent: Stripe.SetupIntent, succeeded: boolean): void {
  const method = world.db.paymentMethods.get(idOf(intent.payment_method) ?? '');
  if (intent.status !== 'requires_action' || !method) throw unexpectedState(intent, 'authenticate');
  if (succeeded) {
    succeed(world, intent, method);
    return;
  }
  fail(world, intent, {
    type: 'invalid_request_error',
    code: 'setup_intent_authentication_failure',
    message:
      'The latest attempt to set up the payment method has failed because authentication failed. You can provide a ' +
      'new PaymentMethod to attempt to fulfill this SetupIntent again.',
    payment_method: method,
  });
}

/** @throws StripeFailure 400 when it succeeded or was cancelled before */
export function cancelSetupIntent(
  world: World,
  intent: Stripe.SetupIntent,
  reason: Stripe.SetupIntent.CancellationReason | null,
): Stripe.SetupIntent {
  if (!CONFIRMABLE.includes(intent.status)) throw unexpectedState(intent, 'cancel');
  const canceled = world.db.setupIntents.put({
    ...intent,
    status: 'canceled',
    cancellation_reason: reason,
    next_action: null,
  });
  emit(world, 'setup_intent.canceled', canceled);
  return canceled;
}

function succeed(world: World, intent: Stripe.SetupIntent, method: Stripe.PaymentMethod): Stripe.SetupIntent {
  const customer = idOf(intent.customer);
  if (customer !== null) attachVerified(world, method, customer);
  world.db.cardFacts.put({ ...factsOf(world, method), setUp: true });
  const succeeded = world.db.setupIntents.put({
    ...intent,
    status: 'succeeded',
    payment_method: method.id,
    next_action: null,
    last_setup_error: null,
  });
  emit(world, 'setup_intent.succeeded', succeeded);
  return succeeded;
}

function refuse(world: World, intent: Stripe.SetupIntent, method: Stripe.PaymentMethod, decline: Decline) {
  return fail(world, intent, {
    type: 'card_error',
    code: decline.code,
    decline_code: decline.declineCode,
    message: decline.message,
    payment_method: method,
  });
}

function fail(world: World, intent: Stripe.SetupIntent, error: Stripe.SetupIntent.LastSetupError): Stripe.SetupIntent {
  const failed = world.db.setupIntents.put({
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: error,
  });
  emit(world, 'setup_intent.setup_failed', failed);
  return failed;
}

function refusalOf(intent: Stripe.SetupIntent): StripeFailure {
  const { code = 'card_declined', decline_code = code, message = '' } = intent.last_setup_error ?? {};
  return cardError({ code, decline_code, message, setup_intent: intent });
}

function unexpectedState(intent: Stripe.SetupIntent, verb: string): StripeFailure {
  return new StripeFailure(400, {
    type: 'invalid_request_error',
    code: 'setup_intent_unexpected_state',
    message: `You cannot ${verb} this SetupIntent because it has a status of ${intent.status}.`,
    setup_intent: intent,
  });
}
