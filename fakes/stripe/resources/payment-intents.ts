import type Stripe from 'stripe';
import { z } from 'zod';
import { cancelIntent, payIntent } from '../billing/collection.ts';
import { invalidRequest, resourceMissing } from '../http/failure.ts';
import { page } from '../http/list.ts';
import { amount, currency, flag, listParams, mergeMetadata, metadata, text } from '../http/params.ts';
import { route, type Route } from '../http/route.ts';
import { createPaymentIntent, refusalOf } from '../payments/payment-intents.ts';
import { paymentMethod, refuseUnusable } from '../payments/payment-methods.ts';
import { idOf } from '../state/store.ts';
import type { World } from '../world.ts';
import { customer } from './customers.ts';

const usage = z.enum(['on_session', 'off_session']);
const newIntent = z.strictObject({
  amount: amount.refine((value) => value >= 50, 'integer'),
  currency,
  customer: text.optional(),
  payment_method: text.optional(),
  confirm: flag.optional(),
  off_session: flag.optional(),
  automatic_payment_methods: z
    .strictObject({ enabled: flag, allow_redirects: z.enum(['always', 'never']).optional() })
    .optional(),
  setup_future_usage: usage.optional(),
  return_url: text.optional(),
  description: text.optional(),
  metadata,
});
const confirmation = z.strictObject({
  client_secret: text.optional(),
  payment_method: text.optional(),
  off_session: flag.optional(),
  setup_future_usage: usage.optional(),
  return_url: text.optional(),
  // The browser's library shows the challenge itself.
  use_stripe_sdk: z.literal('true').optional(),
});
const query = z.strictObject({ client_secret: text.optional() });

export const paymentIntentRoutes: Route[] = [
  route('POST', '/v1/payment_intents', newIntent, ({ world, params }) => create(world, params)),
  route(
    'GET',
    '/v1/payment_intents',
    z.strictObject({ ...listParams, customer: text.optional() }),
    ({ world, params }) => {
      const rows = world.db.paymentIntents.newestFirst();
      const wanted = rows.filter((row) => params.customer === undefined || idOf(row.customer) === params.customer);
      return page(wanted, world.db.paymentIntents, params, '/v1/payment_intents');
    },
  ),
  route(
    'GET',
    '/v1/payment_intents/:id',
    query,
    ({ world, params, id, asPayer }) => intent(world, id, params.client_secret, asPayer),
    { publishable: true },
  ),
  route(
    'POST',
    '/v1/payment_intents/:id/confirm',
    confirmation,
    ({ world, params, id, asPayer }) => confirm(world, intent(world, id, params.client_secret, asPayer), params),
    { publishable: true },
  ),
  route(
    'POST',
    '/v1/payment_intents/:id/cancel',
    z.strictObject({
      cancellation_reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned']).optional(),
    }),
    ({ world, params, id }) => cancelIntent(world, intent(world, id), params.cancellation_reason ?? null),
  ),
];

/**
 * The publishable key must bring the client secret.
 * @throws StripeFailure 404, also for a wrong secret; 400 when it is missing
 */
export function intent(world: World, id: string, secret?: string, asPayer = false): Stripe.PaymentIntent {
  const found = world.db.paymentIntents.get(id);
  if (asPayer && secret === undefined) {
    throw invalidRequest('Missing required param: client_secret.', {
      code: 'parameter_missing',
      param: 'client_secret',
    });
  }
  if (!found || (secret !== undefined && found.client_secret !== secret))
    throw resourceMissing('payment_intent', id, 'intent');
  return found;
}

function create(world: World, given: z.output<typeof newIntent>): Stripe.PaymentIntent {
  const payer = given.customer === undefined ? null : customer(world, given.customer).id;
  const method = given.payment_method === undefined ? null : paymentMethod(world, given.payment_method);
  if (method) refuseUnusable(world, method, payer);
  const created = createPaymentIntent(world, {
    amount: given.amount,
    customer: payer,
    payment_method: method?.id ?? null,
    description: given.description ?? null,
    metadata: mergeMetadata({}, given.metadata),
    setup_future_usage: given.setup_future_usage ?? null,
  });
  return given.confirm ? confirm(world, created, { off_session: given.off_session }) : created;
}

function confirm(
  world: World,
  before: Stripe.PaymentIntent,
  given: Pick<z.output<typeof confirmation>, 'payment_method' | 'off_session' | 'setup_future_usage'>,
): Stripe.PaymentIntent {
  const methodId = given.payment_method ?? idOf(before.payment_method);
  if (methodId === null) {
    throw invalidRequest("You cannot confirm this PaymentIntent because it's missing a payment method.", {
      code: 'payment_intent_unexpected_state',
    });
  }
  const usageNow = given.setup_future_usage ?? before.setup_future_usage;
  const confirmed: Stripe.PaymentIntent = { ...before, setup_future_usage: usageNow };
  const method = paymentMethod(world, methodId);
  const outcome = payIntent(world, confirmed, method, { offSession: given.off_session ?? false });
  if (outcome.kind === 'refused') throw refusalOf(outcome.intent);
  return outcome.intent;
}
