import type Stripe from 'stripe';
import { z } from 'zod';
import { passTime } from '../billing/passing-time.ts';
import { emit } from '../events.ts';
import { invalidRequest, resourceMissing } from '../http/failure.ts';
import { page } from '../http/list.ts';
import { listParams, text, timestamp } from '../http/params.ts';
import { route, type Route } from '../http/route.ts';
import { newId } from '../state/ids.ts';
import { idOf } from '../state/store.ts';
import { DAY } from '../state/time.ts';
import type { World } from '../world.ts';
import { removeCustomer } from './customers.ts';

const PATH = '/v1/test_helpers/test_clocks';
/** Stripe deletes a clock after 30 days; the sandbox only says so. */
const LIFETIME = 30 * DAY;

export const testClockRoutes: Route[] = [
  route('POST', PATH, z.strictObject({ frozen_time: timestamp, name: text.optional() }), ({ world, params }) => {
    const created: Stripe.TestHelpers.TestClock = {
      id: newId('clock'),
      object: 'test_helpers.test_clock',
      created: world.now(),
      deletes_after: world.now() + LIFETIME,
      frozen_time: params.frozen_time,
      livemode: false,
      name: params.name ?? null,
      status: 'ready',
      status_details: {},
    };
    world.db.testClocks.put(created);
    emit(world, 'test_helpers.test_clock.created', created);
    return created;
  }),
  route('GET', PATH, z.strictObject({ ...listParams }), ({ world, params }) =>
    page(world.db.testClocks.newestFirst(), world.db.testClocks, params, PATH),
  ),
  route('GET', `${PATH}/:id`, z.strictObject({}), ({ world, id }) => clock(world, id)),
  route('DELETE', `${PATH}/:id`, z.strictObject({}), ({ world, id }) => remove(world, clock(world, id))),
  route('POST', `${PATH}/:id/advance`, z.strictObject({ frozen_time: timestamp }), ({ world, params, id }) =>
    advance(world, clock(world, id), params.frozen_time),
  ),
];

function clock(world: World, id: string): Stripe.TestHelpers.TestClock {
  const found = world.db.testClocks.get(id);
  if (!found) throw resourceMissing('billingclock', id);
  return found;
}

/** Stripe advances in the background; the sandbox is done when it answers. */
function advance(world: World, before: Stripe.TestHelpers.TestClock, until: number): Stripe.TestHelpers.TestClock {
  if (until <= before.frozen_time) {
    throw invalidRequest('The test clock can only be advanced to a later time.', { param: 'frozen_time' });
  }
  passTime(world, until, before.id);
  const after = world.db.testClocks.put({ ...before, frozen_time: until });
  emit(world, 'test_helpers.test_clock.ready', after);
  return after;
}

function remove(world: World, deleted: Stripe.TestHelpers.TestClock): Stripe.TestHelpers.DeletedTestClock {
  for (const customer of world.db.customers.newestFirst()) {
    if (idOf(customer.test_clock) === deleted.id) removeCustomer(world, customer);
  }
  world.db.testClocks.delete(deleted.id);
  emit(world, 'test_helpers.test_clock.deleted', deleted);
  return { id: deleted.id, object: 'test_helpers.test_clock', deleted: true };
}
