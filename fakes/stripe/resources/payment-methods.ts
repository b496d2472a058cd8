import type Stripe from 'stripe';
import { z } from 'zod';
import { emit } from '../events.ts';
import { invalidRequest, resourceMissing } from '../http/failure.ts';
import { page } from '../http/list.ts';
import {
  address,
  clearable,
  integer,
  listParams,
  mergeMetadata,
  metadata,
  text,
  withoutUndefined,
} from '../http/params.ts';
import { route, type Route } from '../http/route.ts';
import { readCard, testCardOf } from '../payments/cards.ts';
import { attach, createPaymentMethod, factsOf, paymentMethod } from '../payments/payment-methods.ts';
import type { World } from '../world.ts';
import { customer } from './customers.ts';

const billingDetails = z.strictObject({
  address: clearable(address).optional(),
  email: clearable(text).optional(),
  name: clearable(text).optional(),
  phone: clearable(text).optional(),
});
const typedCard = z.strictObject({ number: text, exp_month: integer, exp_year: integer, cvc: text.optional() });
const newMethod = z.strictObject({
  type: z.literal('card'),
  card: z.union([z.strictObject({ token: text }), typedCard]),
  billing_details: billingDetails.optional(),
  metadata,
});
const methodChange = z.strictObject({
  billing_details: billingDetails.optional(),
  card: z.strictObject({ exp_month: integer.optional(), exp_year: integer.optional() }).optional(),
  metadata,
});

export const paymentMethodRoutes: Route[] = [
  route('POST', '/v1/payment_methods', newMethod, ({ world, params }) => create(world, params), { publishable: true }),
  route(
    'GET',
    '/v1/payment_methods',
    z.strictObject({ ...listParams, type: z.literal('card').optional(), customer: text.optional() }),
    ({ world, params }) => {
      const rows =
        params.customer === undefined
          ? world.db.paymentMethods.newestFirst()
          : world.db.paymentMethods.where('customer', customer(world, params.customer).id).reverse();
      return page(rows, world.db.paymentMethods, params, '/v1/payment_methods');
    },
  ),
  route('GET', '/v1/payment_methods/:id', z.strictObject({}), ({ world, id }) => stored(world, id)),
  route('POST', '/v1/payment_methods/:id', methodChange, ({ world, params, id }) =>
    change(world, stored(world, id), params),
  ),
  route('POST', '/v1/payment_methods/:id/attach', z.strictObject({ customer: text }), ({ world, params, id }) =>
    attach(world, paymentMethod(world, id, 'id'), customer(world, params.customer).id),
  ),
  route('POST', '/v1/payment_methods/:id/detach', z.strictObject({}), ({ world, id }) =>
    detach(world, stored(world, id)),
  ),
];

function stored(world: World, id: string): Stripe.PaymentMethod {
  const found = world.db.paymentMethods.get(id);
  if (!found) throw resourceMissing('PaymentMethod', id);
  return found;
}

function create(world: World, given: z.output<typeof newMethod>): Stripe.PaymentMethod {
  const { card, expiry } = 'token' in given.card ? fromToken(world, given.card.token) : fromTyped(world, given.card);
  return createPaymentMethod(world, {
    card,
    expiry,
    billing_details: shownBillingDetails(given.billing_details),
    metadata: mergeMetadata({}, given.metadata),
  });
}

function fromTyped(world: World, typed: z.output<typeof typedCard>) {
  const exp_year = typed.exp_year < 100 ? 2000 + typed.exp_year : typed.exp_year;
  const expiry = { exp_month: typed.exp_month, exp_year };
  return { card: readCard({ ...typed, ...expiry }, world.now()), expiry };
}

function fromToken(world: World, token: string) {
  const card = testCardOf(token);
  if (!card) throw resourceMissing('token', token, 'card[token]');
  return { card, expiry: { exp_month: 12, exp_year: new Date(world.now() * 1000).getUTCFullYear() + 3 } };
}

const NO_ADDRESS = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

function shownBillingDetails(
  given: z.output<typeof billingDetails> | undefined,
  before: Stripe.PaymentMethod.BillingDetails = {
    address: NO_ADDRESS,
    email: null,
    name: null,
    phone: null,
    tax_id: null,
  },
): Stripe.PaymentMethod.BillingDetails {
  const { address: given_address, ...rest } = given ?? {};
  const newAddress =
    given_address === undefined ? before.address : { ...NO_ADDRESS, ...withoutUndefined(given_address ?? {}) };
  return { ...before, ...withoutUndefined(rest), address: newAddress };
}

function change(
  world: World,
  before: Stripe.PaymentMethod,
  given: z.output<typeof methodChange>,
): Stripe.PaymentMethod {
  if (before.customer === null) {
    throw invalidRequest('You must save this PaymentMethod to a customer before you can update it.');
  }
  const after: Stripe.PaymentMethod = {
    ...before,
    billing_details: shownBillingDetails(given.billing_details, before.billing_details),
    ...(before.card && given.card ? { card: { ...before.card, ...withoutUndefined(given.card) } } : {}),
    metadata: mergeMetadata(before.metadata ?? {}, given.metadata),
  };
  world.db.paymentMethods.put(after);
  emit(world, 'payment_method.updated', after, before);
  return after;
}

function detach(world: World, before: Stripe.PaymentMethod): Stripe.PaymentMethod {
  if (before.customer === null) throw invalidRequest('The payment method you provided is not attached to a customer.');
  const detached = world.db.paymentMethods.put({ ...before, customer: null });
  world.db.cardFacts.put({ ...factsOf(world, before), spent: true });
  emit(world, 'payment_method.detached', detached, before);
  return detached;
}

/** A card network's own update of a card on file (https://docs.stripe.com/payments/cards/overview#automatic-card-updates). */
export function updateByNetwork(
  world: World,
  before: Stripe.PaymentMethod,
  expiry: { exp_month: number; exp_year: number },
): Stripe.PaymentMethod {
  if (!before.card || before.customer === null)
    throw invalidRequest('Only a customer’s card is updated by its network.');
  const after = world.db.paymentMethods.put({ ...before, card: { ...before.card, ...expiry } });
  emit(world, 'payment_method.automatically_updated', after, before);
  return after;
}
