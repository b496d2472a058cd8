import type Stripe from 'stripe';
import { newId } from './state/ids.ts';
import { queue } from './webhooks.ts';
import type { World } from './world.ts';

/** The API version of the pinned SDK. */
export const API_VERSION = '2026-10-28.endive';

export type EventType = Stripe.Event['type'];
export type Payload<T extends EventType> = Extract<Stripe.Event, { type: T }>['data']['object'];

/**
 * Queues the event for every webhook endpoint that listens.
 * @param before given for `*.updated`, it yields `data.previous_attributes`
 */
export function emit<T extends EventType>(world: World, type: T, object: Payload<T>, before?: Payload<T>): void {
  queue(world, {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: world.now(testClockOf(object)),
    data: before ? { object, previous_attributes: previousAttributes(before, object) } : { object },
    livemode: false,
    pending_webhooks: 0,
    request: world.cause,
    type,
  });
}

function testClockOf(object: object): string | null {
  return 'test_clock' in object && typeof object.test_clock === 'string' ? object.test_clock : null;
}

type Fields = Record<string, unknown>;

/** Nested objects give only the changed keys; lists give the whole list. */
function previousAttributes(before: object, after: object): Fields {
  const changed: Fields = {};
  for (const [key, was] of Object.entries(before)) {
    const is = (after as Fields)[key];
    if (JSON.stringify(was) === JSON.stringify(is)) continue;
    changed[key] = isPlainObject(was) && isPlainObject(is) ? previousAttributes(was, is) : was;
  }
  for (const key of Object.keys(after)) if (!(key in before)) changed[key] = null;
  return changed;
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
