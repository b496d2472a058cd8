import type { Stripe } from 'stripe';
import type { CommerceContext } from '../context.ts';
import { askStripe } from '../payments/stripe-client.ts';
import { comparedUntilOf } from '../refunds/queries.ts';

const PAGE = 100;
/** The provider's clock and ours need not agree, and its lists may lag behind. */
const OVERLAP_MS = 3_600_000;

interface ListParams {
  readonly limit: number;
  readonly created?: { readonly gte: number };
  readonly starting_after?: string;
}

/** What the provider has listed since that list was last compared as a whole: newest first, a hundred with one call. */
export async function* listedSince<T extends { readonly id: string }>(
  ctx: CommerceContext,
  name: Parameters<typeof comparedUntilOf>[1],
  list: (params: ListParams) => Promise<Stripe.ApiList<T>>,
): AsyncGenerator<T[]> {
  const compared = await comparedUntilOf(ctx.db, name);
  const since = compared && { created: { gte: Math.floor((compared.getTime() - OVERLAP_MS) / 1000) } };
  for (let after: string | undefined; ;) {
    const page = await askStripe(
      list({ ...since, limit: PAGE, ...(after !== undefined && { starting_after: after }) }),
    );
    yield page.data;
    after = page.data.at(-1)?.id;
    if (!page.has_more || after === undefined) return;
  }
}
