import type { Stripe } from 'stripe';
import type { CommerceContext } from '../context.ts';
import { listOpenDisputes, listStaleDisputeHolds } from '../disputes/queries.ts';
import { recordDispute, releaseDisputeHold } from '../disputes/record-dispute.ts';
import { listPages } from '../payments/stripe-client.ts';
import { listPendingRefunds, listUnfinishedRefunds } from '../refunds/queries.ts';
import { recordRefund } from '../refunds/record-refund.ts';
import { refundLateRenewals } from '../refunds/refund-invoices.ts';
import { finishRefund } from '../refunds/refund-under-guarantee.ts';
import { publish } from '../../platform/metrics/occurrences.ts';
import { logErrors } from './log-errors.ts';
import { type ComparedList, findComparedUntil, listStoredStatuses, setComparedUntil } from './queries.ts';

/** Stripe's clock and ours may differ, and Stripe's lists may lag behind. */
const OVERLAP_MS = 3_600_000;

export async function reconcileRefunds(ctx: CommerceContext): Promise<void> {
  await compareList(ctx, 'refunds', (params) => ctx.stripe.refunds.list(params), recordRefund);
  for (const id of await listPendingRefunds(ctx.db)) await logErrors(ctx, id, () => recordRefund(ctx, id));
  for (const id of await listUnfinishedRefunds(ctx.db)) await logErrors(ctx, id, () => finishRefund(ctx, id));
  await logErrors(ctx, 'late renewals', () => refundLateRenewals(ctx));
}

export async function reconcileDisputes(ctx: CommerceContext): Promise<void> {
  await compareList(ctx, 'disputes', (params) => ctx.stripe.disputes.list(params), recordDispute);
  for (const id of await listOpenDisputes(ctx.db)) await logErrors(ctx, id, () => recordDispute(ctx, id));
  for (const id of await listStaleDisputeHolds(ctx.db)) await logErrors(ctx, id, () => releaseDisputeHold(ctx, id));
}

async function compareList<T extends { readonly id: string; readonly status: string | null }>(
  ctx: CommerceContext,
  name: ComparedList,
  list: (params: { limit: number; created?: { gte: number } }) => Promise<Stripe.ApiList<T>>,
  record: (ctx: CommerceContext, id: string) => Promise<void>,
): Promise<void> {
  const startedAt = ctx.clock.now();
  const comparedUntil = await findComparedUntil(ctx.db, name);
  const since = comparedUntil && { created: { gte: Math.floor((comparedUntil.getTime() - OVERLAP_MS) / 1000) } };
  let isComplete = true;
  for await (const page of listPages((params) => list({ ...since, ...params }))) {
    const stored = await listStoredStatuses(
      ctx.db,
      name,
      page.map(({ id }) => id),
    );
    for (const { id, status } of page) {
      if (stored.get(id) === status) continue;
      publish('drift', { what: name });
      isComplete = (await logErrors(ctx, id, () => record(ctx, id))) && isComplete;
    }
  }
  if (isComplete) await setComparedUntil(ctx.db, name, startedAt);
}
