import type { Stripe } from 'stripe';
import { PLANS, PLAN_TYPES, type Plan, type PlanType } from '../../../domain/plans.ts';
import { featuredSeason } from '../../../../seasons/shelf.ts';
import { askStripe, idOf } from './stripe-client.ts';

export type PriceIds = Readonly<Record<PlanType, string>>;

type Plans = Readonly<Record<PlanType, Plan>>;

/** A process sells at the prices that its pages show, so prices are read once. Failures aren't cached. */
const known = new WeakMap<Stripe, Promise<PriceIds>>();

/**
 * Finds prices by lookup key (rules/money 5).
 * @throws ApiError payments_unavailable
 */
export async function priceIds(stripe: Stripe): Promise<PriceIds> {
  const pending = known.get(stripe) ?? askStripe(findPrices(stripe, PLANS));
  known.set(stripe, pending);
  try {
    return await pending;
  } catch (error) {
    known.delete(stripe);
    throw error;
  }
}

async function findPrices(stripe: Stripe, plans: Plans): Promise<PriceIds> {
  const found = await listPrices(stripe, plans);
  const idFor = (type: PlanType): string | null => {
    const price = found.get(plans[type].lookupKey);
    return price !== undefined && isOf(plans[type], price) ? price.id : null;
  };
  const [monthly, annual] = [idFor('monthly'), idFor('annual')];
  if (monthly !== null && annual !== null) return { monthly, annual };
  const missing = PLAN_TYPES.filter((type) => idFor(type) === null).join(' and ');
  throw new Error(`The payment account has no price for ${missing} as sold: run \`npm run payments:setup\`.`);
}

/** @param plans tests pass plans with other prices */
export async function setUpCatalogue(stripe: Stripe, plans: Plans = PLANS): Promise<PriceIds> {
  const found = await listPrices(stripe, plans);
  for (const type of PLAN_TYPES) {
    const plan = plans[type];
    const before = found.get(plan.lookupKey);
    if (before === undefined || !isOf(plan, before)) await createPrice(stripe, plan, before);
  }
  known.delete(stripe);
  return await askStripe(findPrices(stripe, plans));
}

function isOf({ priceCents, interval }: Plan, { unit_amount: cents, currency, recurring }: Stripe.Price): boolean {
  const isPeriod = recurring?.interval === interval && recurring.interval_count === 1;
  return cents === priceCents && currency === 'usd' && isPeriod;
}

/** Moves the lookup key from the old price to the new one. Running subscriptions keep the old price (rules/money 5). */
async function createPrice(stripe: Stripe, plan: Plan, before: Stripe.Price | undefined): Promise<void> {
  await stripe.prices.create(
    {
      product: idOf(before?.product) ?? (await ensureProduct(stripe)),
      currency: 'usd',
      unit_amount: plan.priceCents,
      recurring: { interval: plan.interval },
      lookup_key: plan.lookupKey,
      transfer_lookup_key: true,
    },
    // The key contains the old price's id. Otherwise going back to an earlier price within a day would return the first
    // answer.
    { idempotencyKey: `price:${plan.lookupKey}:${plan.priceCents}:${before?.id ?? 'first'}` },
  );
}

async function ensureProduct(stripe: Stripe): Promise<string> {
  const { id, name } = featuredSeason();
  const product = await stripe.products.create({ name }, { idempotencyKey: `product:${id}` });
  return product.id;
}

async function listPrices(stripe: Stripe, plans: Plans): Promise<ReadonlyMap<string | null, Stripe.Price>> {
  const lookupKeys = PLAN_TYPES.map((type) => plans[type].lookupKey);
  const prices = await stripe.prices.list({ lookup_keys: lookupKeys, active: true, limit: 10 });
  return new Map(prices.data.map((price) => [price.lookup_key, price]));
}
