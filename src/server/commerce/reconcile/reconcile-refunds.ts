import type { CommerceContext } from '../context.ts';
import { logErrors } from '../subscriptions/log-errors.ts';
import { finishRefund } from '../refunds/refund-under-guarantee.ts';
import { giveBackLateRenewals } from '../refunds/refund-late-renewals.ts';
import { listedSince } from './listed-since.ts';
import { recordRefund } from '../refunds/record-refund.ts';
import { knownRefunds, listPendingRefunds, listUnfinishedRefunds, markCompared } from '../refunds/queries.ts';

/**
 * Finds refunds whose event was lost, however long ago: the provider's list is read from where the last comparison ended. Then those a
 * bank may have sent back, seasons given back by a process that was killed over it, and renewals charged after a cancellation.
 */
export async function reconcileRefunds(ctx: CommerceContext): Promise<void> {
  const began = ctx.clock.now();
  let allWell = true;
  for await (const page of listedSince(ctx, 'refunds', (params) => ctx.stripe.refunds.list(params))) {
    const known = await knownRefunds(
      ctx.db,
      page.map(({ id }) => id),
    );
    for (const { id, status } of page) {
      if (known.get(id) !== status) allWell = (await logErrors(ctx, id, () => recordRefund(ctx, id))) && allWell;
    }
  }
  if (allWell) await markCompared(ctx.db, 'refunds', began);
  for (const id of await listPendingRefunds(ctx.db)) await logErrors(ctx, id, () => recordRefund(ctx, id));
  for (const id of await listUnfinishedRefunds(ctx.db)) await logErrors(ctx, id, () => finishRefund(ctx, id));
  await logErrors(ctx, 'late renewals', () => giveBackLateRenewals(ctx));
}
