import type Stripe from 'stripe';
import { z } from 'zod';
import { API_VERSION } from '../events.ts';
import { invalidRequest, resourceMissing } from '../http/failure.ts';
import { page } from '../http/list.ts';
import { clearable, listParams, mergeMetadata, metadata, text } from '../http/params.ts';
import { route, type Route } from '../http/route.ts';
import { newId, randomText } from '../state/ids.ts';
import type { World } from '../world.ts';

const eventList = z.strictObject({ ...listParams, type: text.optional(), types: z.array(text).max(20).optional() });
const newEndpoint = z.strictObject({
  url: text,
  enabled_events: z.array(text).min(1),
  // Events are written in this version alone.
  api_version: z.literal(API_VERSION).optional(),
  description: clearable(text).optional(),
  metadata,
});

export const eventRoutes: Route[] = [
  route('GET', '/v1/events', eventList, ({ world, params }) => {
    const wanted = world.db.events
      .newestFirst()
      .filter(({ type }) => params.type === undefined || type === params.type)
      .filter(({ type }) => params.types === undefined || params.types.includes(type));
    return page(wanted, world.db.events, params, '/v1/events');
  }),
  route('GET', '/v1/events/:id', z.strictObject({}), ({ world, id }) => {
    const found = world.db.events.get(id);
    if (!found) throw resourceMissing('event', id);
    return found;
  }),
  route('POST', '/v1/webhook_endpoints', newEndpoint, ({ world, params }) => create(world, params)),
  route('GET', '/v1/webhook_endpoints', z.strictObject({ ...listParams }), ({ world, params }) =>
    page(
      world.db.webhookEndpoints.newestFirst().map(withoutSecret),
      world.db.webhookEndpoints,
      params,
      '/v1/webhook_endpoints',
    ),
  ),
  route('GET', '/v1/webhook_endpoints/:id', z.strictObject({}), ({ world, id }) => withoutSecret(endpoint(world, id))),
  route('DELETE', '/v1/webhook_endpoints/:id', z.strictObject({}), ({ world, id }) => {
    const { id: deleted } = endpoint(world, id);
    world.db.webhookEndpoints.delete(deleted);
    const answer: Stripe.DeletedWebhookEndpoint = { id: deleted, object: 'webhook_endpoint', deleted: true };
    return answer;
  }),
];

function endpoint(world: World, id: string): Stripe.WebhookEndpoint {
  const found = world.db.webhookEndpoints.get(id);
  if (!found) throw resourceMissing('webhook endpoint', id);
  return found;
}

function withoutSecret({ secret: _secret, ...shown }: Stripe.WebhookEndpoint): Stripe.WebhookEndpoint {
  return shown;
}

function create(world: World, given: z.output<typeof newEndpoint>): Stripe.WebhookEndpoint {
  if (!URL.canParse(given.url))
    throw invalidRequest(`Not a valid URL: ${given.url}`, { code: 'url_invalid', param: 'url' });
  const created: Stripe.WebhookEndpoint = {
    id: newId('we'),
    object: 'webhook_endpoint',
    api_version: API_VERSION,
    application: null,
    created: world.now(),
    description: given.description ?? null,
    enabled_events: given.enabled_events,
    livemode: false,
    metadata: mergeMetadata({}, given.metadata),
    secret: `whsec_${randomText(32)}`,
    status: 'enabled',
    url: given.url,
  };
  return world.db.webhookEndpoints.put(created);
}
