import type Stripe from 'stripe';
import { z } from 'zod';
import { endSubscription, expireIncomplete } from '../billing/subscriptions.ts';
import { emit } from '../events.ts';
import { resourceMissing } from '../http/failure.ts';
import { page } from '../http/list.ts';
import { address, clearable, listParams, mergeMetadata, metadata, text, withoutUndefined } from '../http/params.ts';
import { route, type Route } from '../http/route.ts';
import { newId, randomText } from '../state/ids.ts';
import { idOf } from '../state/store.ts';
import type { World } from '../world.ts';

const details = {
  email: clearable(text).optional(),
  name: clearable(text).optional(),
  phone: clearable(text).optional(),
  description: clearable(text).optional(),
  address: clearable(address).optional(),
  metadata,
};
const newCustomer = z.strictObject({ ...details, test_clock: text.optional() });
const customerChange = z.strictObject({
  ...details,
  invoice_settings: z.strictObject({ default_payment_method: clearable(text) }).optional(),
});

export const customerRoutes: Route[] = [
  route('POST', '/v1/customers', newCustomer, ({ world, params }) => create(world, params)),
  route(
    'GET',
    '/v1/customers',
    z.strictObject({ ...listParams, email: text.optional(), test_clock: text.optional() }),
    ({ world, params }) => {
      const rows = world.db.customers
        .newestFirst()
        .filter(({ email }) => params.email === undefined || email === params.email)
        .filter(({ test_clock }) => params.test_clock === undefined || test_clock === params.test_clock);
      return page(rows, world.db.customers, params, '/v1/customers');
    },
  ),
  route('GET', '/v1/customers/:id', z.strictObject({}), ({ world, id }) => shown(world, id)),
  route('POST', '/v1/customers/:id', customerChange, ({ world, params, id }) =>
    changeCustomer(world, customer(world, id, 'id'), params),
  ),
  route('DELETE', '/v1/customers/:id', z.strictObject({}), ({ world, id }) =>
    removeCustomer(world, customer(world, id, 'id')),
  ),
  route(
    'GET',
    '/v1/customers/:id/payment_methods',
    z.strictObject({ ...listParams, type: z.literal('card').optional() }),
    ({ world, params, id }) => {
      const methods = world.db.paymentMethods.where('customer', customer(world, id, 'id').id);
      return page(methods.reverse(), world.db.paymentMethods, params, `/v1/customers/${id}/payment_methods`);
    },
  ),
];

/** A deleted customer stays readable, marked as deleted (https://docs.stripe.com/api/customers/retrieve). */
function shown(world: World, id: string): Stripe.Customer | Stripe.DeletedCustomer {
  return world.db.deletedCustomers.get(id) ?? customer(world, id, 'id');
}

/** @throws StripeFailure 404, also for a deleted one */
export function customer(world: World, id: string, param = 'customer'): Stripe.Customer {
  const found = world.db.customers.get(id);
  if (!found) throw resourceMissing('customer', id, param);
  return found;
}

function create(world: World, given: z.output<typeof newCustomer>): Stripe.Customer {
  const clock = given.test_clock ?? null;
  if (clock !== null && !world.db.testClocks.get(clock)) throw resourceMissing('test clock', clock, 'test_clock');
  const created: Stripe.Customer = {
    id: newId('cus'),
    object: 'customer',
    address: shownAddress(given.address),
    balance: 0,
    created: world.now(clock),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: given.description ?? null,
    discount: null,
    email: given.email ?? null,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: mergeMetadata({}, given.metadata),
    name: given.name ?? null,
    next_invoice_sequence: 1,
    phone: given.phone ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: clock,
  };
  world.db.customers.put(created);
  emit(world, 'customer.created', created);
  return created;
}

export function changeCustomer(
  world: World,
  before: Stripe.Customer,
  given: z.output<typeof customerChange>,
): Stripe.Customer {
  const { address: newAddress, metadata: newMetadata, invoice_settings, ...plain } = given;
  const method = invoice_settings?.default_payment_method;
  if (method && !isAttached(world, method, before.id))
    throw resourceMissing('PaymentMethod', method, 'invoice_settings');
  const after: Stripe.Customer = {
    ...before,
    ...withoutUndefined(plain),
    ...(newAddress === undefined ? {} : { address: shownAddress(newAddress) }),
    metadata: mergeMetadata(before.metadata, newMetadata),
    invoice_settings:
      method === undefined ? before.invoice_settings : { ...before.invoice_settings, default_payment_method: method },
  };
  world.db.customers.put(after);
  emit(world, 'customer.updated', after, before);
  return after;
}

export function isAttached(world: World, method: string, customerId: string): boolean {
  return idOf(world.db.paymentMethods.get(method)?.customer) === customerId;
}

/** Deleting a customer ends their subscriptions at once (https://docs.stripe.com/api/customers/delete). */
export function removeCustomer(world: World, deleted: Stripe.Customer): Stripe.DeletedCustomer {
  const now = world.now(idOf(deleted.test_clock));
  for (const subscription of world.db.subscriptions.where('customer', deleted.id)) {
    if (subscription.status === 'incomplete') expireIncomplete(world, subscription, now);
    else if (subscription.ended_at === null) endSubscription(world, subscription, now);
  }
  for (const method of world.db.paymentMethods.where('customer', deleted.id)) {
    world.db.paymentMethods.put({ ...method, customer: null });
  }
  world.db.customers.delete(deleted.id);
  emit(world, 'customer.deleted', deleted);
  return world.db.deletedCustomers.put({ id: deleted.id, object: 'customer', deleted: true });
}

function shownAddress(given: z.output<typeof address> | null | undefined): Stripe.Address | null {
  return given ? { ...NO_ADDRESS, ...withoutUndefined(given) } : null;
}

const NO_ADDRESS: Stripe.Address = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};
