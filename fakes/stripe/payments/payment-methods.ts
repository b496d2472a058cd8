import type Stripe from 'stripe';
import { cardError, invalidRequest, resourceMissing } from '../http/failure.ts';
import { emit } from '../events.ts';
import { newId } from '../state/ids.ts';
import { idOf } from '../state/store.ts';
import type { World } from '../world.ts';
import { shownCard, testCardOf, type CardFacts, type Decline, type TestCard } from './cards.ts';

const NO_BILLING_DETAILS: Stripe.PaymentMethod.BillingDetails = {
  address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
  email: null,
  name: null,
  phone: null,
  tax_id: null,
};

interface NewPaymentMethod {
  card: TestCard;
  expiry: { exp_month: number; exp_year: number };
  billing_details?: Stripe.PaymentMethod.BillingDetails;
  metadata?: Record<string, string>;
}

export function createPaymentMethod(world: World, given: NewPaymentMethod): Stripe.PaymentMethod {
  const method: Stripe.PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: given.billing_details ?? NO_BILLING_DETAILS,
    card: shownCard(given.card, given.expiry),
    created: world.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: given.metadata ?? {},
    radar_options: {},
    type: 'card',
  };
  world.db.cardFacts.put({ id: method.id, behaviour: given.card.behaviour, setUp: false, spent: false });
  return world.db.paymentMethods.put(method);
}

/** Expires three years ahead. */
export function createFromTestId(world: World, id: string): Stripe.PaymentMethod | undefined {
  const card = testCardOf(id);
  const year = new Date(world.now() * 1000).getUTCFullYear() + 3;
  return card && createPaymentMethod(world, { card, expiry: { exp_month: 12, exp_year: year } });
}

/** Stripe's test ids stand for a new card each time. @throws StripeFailure 404 */
export function paymentMethod(world: World, id: string, param = 'payment_method'): Stripe.PaymentMethod {
  const found = world.db.paymentMethods.get(id) ?? createFromTestId(world, id);
  if (!found) throw resourceMissing('PaymentMethod', id, param);
  return found;
}

export function factsOf(world: World, method: Stripe.PaymentMethod): CardFacts {
  const facts = world.db.cardFacts.get(method.id);
  if (!facts) throw new Error(`No card facts for ${method.id}`);
  return facts;
}

/** @throws StripeFailure 400 when the card is spent or another customer's */
export function refuseUnusable(world: World, method: Stripe.PaymentMethod, customer: string | null): void {
  const owner = idOf(method.customer);
  if (owner === null && factsOf(world, method).spent) {
    throw invalidRequest(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, or was ' +
        'detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach ' +
        'it to a Customer first.',
      { param: 'payment_method' },
    );
  }
  if (owner !== null && owner !== customer) {
    const message =
      customer === null
        ? `The PaymentMethod ${method.id} belongs to a Customer. Please include the Customer in the 'customer' parameter.`
        : `The PaymentMethod ${method.id} does not belong to the Customer you supplied ${customer}. Please use this ` +
          'PaymentMethod with the Customer that it belongs to instead.';
    throw invalidRequest(message, { param: 'payment_method' });
  }
}

/**
 * Attaching twice to the same customer is harmless.
 * @throws StripeFailure 402 when the issuer refuses, 400 when the card is spent or another's
 */
export function attach(world: World, method: Stripe.PaymentMethod, customer: string): Stripe.PaymentMethod {
  const owner = idOf(method.customer);
  if (owner === customer) return method;
  if (owner !== null) {
    throw invalidRequest('The payment method you provided has already been attached to a customer.');
  }
  refuseUnusable(world, method, customer);
  const { behaviour } = factsOf(world, method);
  if (behaviour.kind === 'declines' && behaviour.alsoWhenVerified) throw declined(behaviour.decline);
  return attachVerified(world, method, customer);
}

export function attachVerified(world: World, method: Stripe.PaymentMethod, customer: string): Stripe.PaymentMethod {
  if (idOf(method.customer) === customer) return method;
  const attached = world.db.paymentMethods.put({ ...method, customer });
  emit(world, 'payment_method.attached', attached);
  return attached;
}

export function declined(decline: Decline) {
  return cardError({ code: decline.code, decline_code: decline.declineCode, message: decline.message });
}
