import type { Stripe } from 'stripe';
import type { Context } from '../context.ts';
import { askStripe } from '../payments/stripe.ts';
import { eachAlone } from '../subscriptions/each-alone.ts';
import { finishRefund } from './guarantee.ts';
import { recordRefund } from './record-refund.ts';
import {
  knownRefunds,
  listPendingRefunds,
  listUnfinishedRefunds,
  markRefundsCompared,
  refundsComparedUntil,
} from './refund-queries.ts';

const PAGE = 100;
/** The provider's clock and ours need not agree, and its lists may lag behind. */
const OVERLAP_MS = 3_600_000;

/**
 * Finds refunds whose event was lost, however long ago: the provider's list is read from where the last comparison ended. Then those a
 * bank may have sent back, and seasons given back by a process that was killed over it.
 */
export async function reconcileRefunds(ctx: Context): Promise<void> {
  const began = ctx.clock.now();
  let allWell = true;
  for await (const page of madeSince(ctx.stripe, await refundsComparedUntil(ctx.db))) {
    const known = await knownRefunds(
      ctx.db,
      page.map(({ id }) => id),
    );
    for (const { id, status } of page) {
      if (known.get(id) !== status) allWell = (await eachAlone(ctx, id, () => recordRefund(ctx, id))) && allWell;
    }
  }
  if (allWell) await markRefundsCompared(ctx.db, began);
  for (const id of await listPendingRefunds(ctx.db)) await eachAlone(ctx, id, () => recordRefund(ctx, id));
  for (const id of await listUnfinishedRefunds(ctx.db)) await eachAlone(ctx, id, () => finishRefund(ctx, id));
}

/** Newest first, a hundred with one call. */
async function* madeSince(stripe: Stripe, compared: Date | null): AsyncGenerator<Stripe.Refund[]> {
  const since = compared === null ? {} : { created: { gte: Math.floor((compared.getTime() - OVERLAP_MS) / 1000) } };
  for (let after: string | undefined; ;) {
    const page = await askStripe(
      stripe.refunds.list({ ...since, limit: PAGE, ...(after !== undefined && { starting_after: after }) }),
    );
    yield page.data;
    after = page.data.at(-1)?.id;
    if (!page.has_more || after === undefined) return;
  }
}
