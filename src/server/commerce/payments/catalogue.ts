import type { Stripe } from 'stripe';
import { PLANS, PLAN_TYPES, type Plan, type PlanType } from '../../../domain/plans.ts';
import { featuredSeason } from '../../../../seasons/shelf.ts';
import { askStripe } from './stripe-client.ts';

export type PriceIds = Readonly<Record<PlanType, string>>;

/** Prices never change under a key, so one look per process is enough; a failed look is not cached. */
const known = new WeakMap<Stripe, Promise<PriceIds>>();

/** Found by lookup key (rules/money 5). @throws ApiError payments_unavailable */
export async function priceIds(stripe: Stripe): Promise<PriceIds> {
  const pending = known.get(stripe) ?? askStripe(findPrices(stripe));
  known.set(stripe, pending);
  try {
    return await pending;
  } catch (error) {
    known.delete(stripe);
    throw error;
  }
}

async function findPrices(stripe: Stripe): Promise<PriceIds> {
  const found = await listPrices(stripe);
  const missing = PLAN_TYPES.filter((type) => !found.has(PLANS[type].lookupKey));
  if (missing.length > 0) {
    throw new Error(`The payment account has no price for ${missing.join(' and ')}: run \`npm run payments:setup\`.`);
  }
  return { monthly: found.get(PLANS.monthly.lookupKey) ?? '', annual: found.get(PLANS.annual.lookupKey) ?? '' };
}

export async function setUpCatalogue(stripe: Stripe): Promise<PriceIds> {
  const found = await listPrices(stripe);
  const missing = PLAN_TYPES.map((type) => PLANS[type]).filter((plan) => !found.has(plan.lookupKey));
  if (missing.length > 0) {
    const product = await stripe.products.create(
      { name: featuredSeason().name },
      { idempotencyKey: `product:${featuredSeason().id}` },
    );
    for (const plan of missing) await createPrice(stripe, product.id, plan);
  }
  known.delete(stripe);
  return await priceIds(stripe);
}

async function createPrice(stripe: Stripe, product: string, plan: Plan): Promise<void> {
  await stripe.prices.create(
    {
      product,
      currency: 'usd',
      unit_amount: plan.priceCents,
      recurring: { interval: plan.interval },
      lookup_key: plan.lookupKey,
    },
    { idempotencyKey: `price:${plan.lookupKey}` },
  );
}

/** Prices of another amount under our lookup keys are left out (rules/money 5). */
async function listPrices(stripe: Stripe): Promise<Map<string, string>> {
  const plans = new Map<string | null, Plan>(PLAN_TYPES.map((type) => [PLANS[type].lookupKey, PLANS[type]]));
  const prices = await stripe.prices.list({
    lookup_keys: PLAN_TYPES.map((type) => PLANS[type].lookupKey),
    active: true,
    limit: 10,
  });
  const usable = prices.data.filter(
    (price) => price.unit_amount === plans.get(price.lookup_key)?.priceCents && price.currency === 'usd',
  );
  return new Map(usable.map((price) => [price.lookup_key ?? '', price.id]));
}
