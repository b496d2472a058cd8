import type Stripe from 'stripe';
import { z } from 'zod';
import { invalidRequest, resourceMissing } from '../http/failure.ts';
import { page } from '../http/list.ts';
import { flag, listParams, mergeMetadata, metadata, text } from '../http/params.ts';
import { route, type Route } from '../http/route.ts';
import { paymentMethod, refuseUnusable } from '../payments/payment-methods.ts';
import { cancelSetupIntent, confirmSetupIntent, createSetupIntent } from '../payments/setup-intents.ts';
import { idOf } from '../state/store.ts';
import type { World } from '../world.ts';
import { customer } from './customers.ts';

const newIntent = z.strictObject({
  customer: text.optional(),
  payment_method: text.optional(),
  usage: z.enum(['on_session', 'off_session']).optional(),
  automatic_payment_methods: z
    .strictObject({ enabled: flag, allow_redirects: z.enum(['always', 'never']).optional() })
    .optional(),
  allowed_payment_method_types: z.tuple([z.literal('card')]).optional(),
  description: text.optional(),
  metadata,
});
const confirmation = z.strictObject({
  client_secret: text.optional(),
  payment_method: text.optional(),
  return_url: text.optional(),
  use_stripe_sdk: z.literal('true').optional(),
});

export const setupIntentRoutes: Route[] = [
  route('POST', '/v1/setup_intents', newIntent, ({ world, params }) => create(world, params)),
  route(
    'GET',
    '/v1/setup_intents',
    z.strictObject({ ...listParams, customer: text.optional() }),
    ({ world, params }) => {
      const rows = world.db.setupIntents.newestFirst();
      const wanted = rows.filter((row) => params.customer === undefined || idOf(row.customer) === params.customer);
      return page(wanted, world.db.setupIntents, params, '/v1/setup_intents');
    },
  ),
  route(
    'GET',
    '/v1/setup_intents/:id',
    z.strictObject({ client_secret: text.optional() }),
    ({ world, params, id, asPayer }) => setupIntent(world, id, params.client_secret, asPayer),
    { publishable: true },
  ),
  route(
    'POST',
    '/v1/setup_intents/:id/confirm',
    confirmation,
    ({ world, params, id, asPayer }) =>
      confirm(world, setupIntent(world, id, params.client_secret, asPayer), params.payment_method),
    { publishable: true },
  ),
  route(
    'POST',
    '/v1/setup_intents/:id/cancel',
    z.strictObject({ cancellation_reason: z.enum(['abandoned', 'duplicate', 'requested_by_customer']).optional() }),
    ({ world, params, id }) => cancelSetupIntent(world, setupIntent(world, id), params.cancellation_reason ?? null),
  ),
];

/**
 * The publishable key must bring the client secret.
 * @throws StripeFailure 404, also for a wrong secret; 400 when it is missing
 */
export function setupIntent(world: World, id: string, secret?: string, asPayer = false): Stripe.SetupIntent {
  const found = world.db.setupIntents.get(id);
  if (asPayer && secret === undefined) {
    throw invalidRequest('Missing required param: client_secret.', {
      code: 'parameter_missing',
      param: 'client_secret',
    });
  }
  if (!found || (secret !== undefined && found.client_secret !== secret)) {
    throw resourceMissing('setupintent', id, 'intent');
  }
  return found;
}

function create(world: World, given: z.output<typeof newIntent>): Stripe.SetupIntent {
  const owner = given.customer === undefined ? null : customer(world, given.customer).id;
  const method = given.payment_method === undefined ? null : paymentMethod(world, given.payment_method);
  if (method) refuseUnusable(world, method, owner);
  return createSetupIntent(world, {
    customer: owner,
    payment_method: method?.id ?? null,
    usage: given.usage ?? 'off_session',
    description: given.description ?? null,
    metadata: mergeMetadata({}, given.metadata),
    allowed_payment_method_types: given.allowed_payment_method_types ?? null,
  });
}

function confirm(world: World, before: Stripe.SetupIntent, given: string | undefined): Stripe.SetupIntent {
  const methodId = given ?? idOf(before.payment_method);
  if (methodId === null) {
    throw invalidRequest("You cannot confirm this SetupIntent because it's missing a payment method.", {
      code: 'setup_intent_unexpected_state',
    });
  }
  return confirmSetupIntent(world, before, paymentMethod(world, methodId));
}
