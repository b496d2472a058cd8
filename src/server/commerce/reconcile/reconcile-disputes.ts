import type { CommerceContext } from '../context.ts';
import { logErrors } from '../subscriptions/log-errors.ts';
import { knownDisputes, listHeldForNothing, listOpenDisputes } from '../disputes/queries.ts';
import { listedSince } from './listed-since.ts';
import { recordDispute, releaseDisputeHold } from '../disputes/record-dispute.ts';
import { markCompared } from '../refunds/queries.ts';

/**
 * Finds disputes whose event was lost: those opened since the last comparison, and what has become of those that we take to be open. A
 * lost event would otherwise send letters to somebody who wants their money back, or keep them from somebody whose bank has made peace.
 * At last it lets go what is held for nothing.
 */
export async function reconcileDisputes(ctx: CommerceContext): Promise<void> {
  const began = ctx.clock.now();
  let allWell = true;
  for await (const page of listedSince(ctx, 'disputes', (params) => ctx.stripe.disputes.list(params))) {
    const known = await knownDisputes(
      ctx.db,
      page.map(({ id }) => id),
    );
    for (const dispute of page) {
      if (known.get(dispute.id) === dispute.status) continue;
      allWell = (await logErrors(ctx, dispute.id, () => recordDispute(ctx, dispute.id))) && allWell;
    }
  }
  if (allWell) await markCompared(ctx.db, 'disputes', began);
  for (const id of await listOpenDisputes(ctx.db)) await logErrors(ctx, id, () => recordDispute(ctx, id));
  for (const id of await listHeldForNothing(ctx.db)) await logErrors(ctx, id, () => releaseDisputeHold(ctx, id));
}
