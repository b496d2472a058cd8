import type Stripe from 'stripe';
import { z } from 'zod';
import { wireDecimal } from '../billing/price-shapes.ts';
import { emit } from '../events.ts';
import { invalidRequest, resourceMissing } from '../http/failure.ts';
import { page } from '../http/list.ts';
import {
  amount,
  clearable,
  currency,
  flag,
  listParams,
  mergeMetadata,
  metadata,
  text,
  withoutUndefined,
} from '../http/params.ts';
import { route, type Route } from '../http/route.ts';
import { newId } from '../state/ids.ts';
import { idOf } from '../state/store.ts';
import type { World } from '../world.ts';

const newProduct = z.strictObject({
  name: text,
  description: text.optional(),
  active: flag.optional(),
  metadata,
});
const productChange = z.strictObject({
  name: text.optional(),
  description: clearable(text).optional(),
  active: flag.optional(),
  metadata,
});
const newPrice = z.strictObject({
  product: text,
  currency,
  unit_amount: amount,
  recurring: z.strictObject({ interval: z.enum(['month', 'year']) }).optional(),
  lookup_key: text.optional(),
  transfer_lookup_key: flag.optional(),
  nickname: text.optional(),
  active: flag.optional(),
  metadata,
});
const priceChange = z.strictObject({
  active: flag.optional(),
  lookup_key: clearable(text).optional(),
  transfer_lookup_key: flag.optional(),
  nickname: clearable(text).optional(),
  metadata,
});
const priceList = z.strictObject({
  ...listParams,
  active: flag.optional(),
  product: text.optional(),
  lookup_keys: z.array(text).max(10).optional(),
});

export const catalogueRoutes: Route[] = [
  route('POST', '/v1/products', newProduct, ({ world, params }) => createProduct(world, params)),
  route('GET', '/v1/products', z.strictObject({ ...listParams, active: flag.optional() }), ({ world, params }) => {
    const rows = world.db.products.newestFirst();
    return page(rows.filter(isActive(params.active)), world.db.products, params, '/v1/products');
  }),
  route('GET', '/v1/products/:id', z.strictObject({}), ({ world, id }) => product(world, id)),
  route('POST', '/v1/products/:id', productChange, ({ world, params, id }) =>
    changeProduct(world, product(world, id), params),
  ),
  route('POST', '/v1/prices', newPrice, ({ world, params }) => createPrice(world, params)),
  route('GET', '/v1/prices', priceList, ({ world, params }) => {
    const rows = world.db.prices
      .newestFirst()
      .filter(isActive(params.active))
      .filter((row) => params.product === undefined || idOf(row.product) === params.product)
      .filter((row) => params.lookup_keys === undefined || params.lookup_keys.includes(row.lookup_key ?? ''));
    return page(rows, world.db.prices, params, '/v1/prices');
  }),
  route('GET', '/v1/prices/:id', z.strictObject({}), ({ world, id }) => price(world, id)),
  route('POST', '/v1/prices/:id', priceChange, ({ world, params, id }) => changePrice(world, price(world, id), params)),
];

function isActive(wanted: boolean | undefined): (row: { active: boolean }) => boolean {
  return ({ active }) => wanted === undefined || active === wanted;
}

/** @throws StripeFailure 404 */
export function product(world: World, id: string, param = 'id'): Stripe.Product {
  const found = world.db.products.get(id);
  if (!found) throw resourceMissing('product', id, param);
  return found;
}

/** @throws StripeFailure 404 */
export function price(world: World, id: string, param = 'id'): Stripe.Price {
  const found = world.db.prices.get(id);
  if (!found) throw resourceMissing('price', id, param);
  return found;
}

function createProduct(world: World, given: z.output<typeof newProduct>): Stripe.Product {
  const created: Stripe.Product = {
    id: newId('prod'),
    object: 'product',
    active: given.active ?? true,
    created: world.now(),
    default_price: null,
    description: given.description ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: mergeMetadata({}, given.metadata),
    name: given.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: world.now(),
    url: null,
  };
  world.db.products.put(created);
  emit(world, 'product.created', created);
  return created;
}

function changeProduct(world: World, before: Stripe.Product, given: z.output<typeof productChange>): Stripe.Product {
  const { metadata: newMetadata, ...plain } = given;
  const after: Stripe.Product = {
    ...before,
    ...withoutUndefined(plain),
    metadata: mergeMetadata(before.metadata, newMetadata),
    updated: world.now(),
  };
  world.db.products.put(after);
  emit(world, 'product.updated', after, before);
  return after;
}

function createPrice(world: World, given: z.output<typeof newPrice>): Stripe.Price {
  freeLookupKey(world, given.lookup_key ?? null, given.transfer_lookup_key ?? false);
  const created: Stripe.Price = {
    id: newId('price'),
    object: 'price',
    active: given.active ?? true,
    billing_scheme: 'per_unit',
    created: world.now(),
    currency: given.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: given.lookup_key ?? null,
    metadata: mergeMetadata({}, given.metadata),
    nickname: given.nickname ?? null,
    product: product(world, given.product, 'product').id,
    recurring: given.recurring
      ? {
          interval: given.recurring.interval,
          interval_count: 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: given.recurring ? 'recurring' : 'one_time',
    unit_amount: given.unit_amount,
    unit_amount_decimal: wireDecimal(given.unit_amount),
  };
  world.db.prices.put(created);
  emit(world, 'price.created', created);
  return created;
}

function changePrice(world: World, before: Stripe.Price, given: z.output<typeof priceChange>): Stripe.Price {
  const { metadata: newMetadata, transfer_lookup_key: transfers = false, ...plain } = given;
  if (given.lookup_key !== before.lookup_key) freeLookupKey(world, given.lookup_key ?? null, transfers);
  return putPrice(world, before, {
    ...before,
    ...withoutUndefined(plain),
    metadata: mergeMetadata(before.metadata, newMetadata),
  });
}

/** Subscriptions show the price as it is now, as Stripe's do. */
function putPrice(world: World, before: Stripe.Price, after: Stripe.Price): Stripe.Price {
  world.db.prices.put(after);
  for (const row of world.db.subscriptions.newestFirst()) {
    if (!row.items.data.some(({ price: sold }) => sold.id === after.id)) continue;
    const data = row.items.data.map((item) => (item.price.id === after.id ? { ...item, price: after } : item));
    world.db.subscriptions.put({ ...row, items: { ...row.items, data } });
  }
  emit(world, 'price.updated', after, before);
  return after;
}

/** https://docs.stripe.com/products-prices/manage-prices#transfer-lookup-key */
function freeLookupKey(world: World, key: string | null, transfers: boolean): void {
  const taken = key === null ? undefined : world.db.prices.newestFirst().find(({ lookup_key }) => lookup_key === key);
  if (taken && transfers) putPrice(world, taken, { ...taken, lookup_key: null });
  else if (taken) throw invalidRequest(`A price (${taken.id}) already uses that lookup key.`, { param: 'lookup_key' });
}
