import type { Stripe } from 'stripe';
import type { CommerceContext } from '../context.ts';
import { correctHolds } from '../disputes/hold.ts';
import { listOpenDisputes, listOpenWarnings, listStaleHolds } from '../disputes/queries.ts';
import { recordDispute } from '../disputes/record-dispute.ts';
import { recordFraudWarning, recordReview } from '../disputes/record-warning.ts';
import { listPages } from '../payments/stripe-client.ts';
import { listPendingRefunds, listUnfinishedRefunds } from '../refunds/queries.ts';
import { recordRefund } from '../refunds/record-refund.ts';
import { refundLateRenewals } from '../refunds/refund-invoices.ts';
import { finishRefund } from '../refunds/refund-under-guarantee.ts';
import { publish } from '../../platform/metrics/occurrences.ts';
import { logErrors } from './log-errors.ts';
import { type ComparedList, findComparedUntil, listStoredStatuses, setComparedUntil } from './queries.ts';

/** Stripe's clock and ours may differ, and Stripe's lists may be late. */
const OVERLAP_MS = 3_600_000;

export async function reconcileRefunds(ctx: CommerceContext): Promise<void> {
  await compareList(
    ctx,
    'refunds',
    (params: ListParams) => ctx.stripe.refunds.list(params),
    recordRefund,
    isSameStatus,
  );
  for (const id of await listPendingRefunds(ctx.db)) await logErrors(ctx, id, () => recordRefund(ctx, id));
  for (const id of await listUnfinishedRefunds(ctx.db)) await logErrors(ctx, id, () => finishRefund(ctx, id));
  await logErrors(ctx, 'late renewals', () => refundLateRenewals(ctx));
}

export async function reconcileDisputes(ctx: CommerceContext): Promise<void> {
  await compareList(
    ctx,
    'disputes',
    (params: ListParams) => ctx.stripe.disputes.list(params),
    recordDispute,
    isSameStatus,
  );
  for (const id of await listOpenDisputes(ctx.db)) await logErrors(ctx, id, () => recordDispute(ctx, id));
  await reconcileWarnings(ctx);
  for (const id of await listStaleHolds(ctx.db)) await logErrors(ctx, id, () => correctHolds(ctx, id));
}

const RECORD_WARNING = { early_fraud_warning: recordFraudWarning, review: recordReview } as const;

async function reconcileWarnings(ctx: CommerceContext): Promise<void> {
  const { radar, reviews } = ctx.stripe;
  const listWarnings: Lister<Stripe.Radar.EarlyFraudWarning> = (params) => radar.earlyFraudWarnings.list(params);
  await compareList(ctx, 'early_fraud_warnings', listWarnings, recordFraudWarning, isStored);
  await compareList(ctx, 'reviews', (params: ListParams) => reviews.list(params), recordReview, isStored);
  for (const { id, kind } of await listOpenWarnings(ctx.db)) {
    await logErrors(ctx, id, () => RECORD_WARNING[kind](ctx, id));
  }
}

interface ListParams {
  readonly limit: number;
  readonly created?: { readonly gte: number };
}

type Lister<T> = (params: ListParams) => Promise<Stripe.ApiList<T>>;

function isStored(_listed: object, stored: string | undefined): boolean {
  return stored !== undefined;
}

function isSameStatus({ status }: { readonly status: string | null }, stored: string | undefined): boolean {
  return status === stored;
}

async function compareList<T extends { readonly id: string }>(
  ctx: CommerceContext,
  name: ComparedList,
  list: Lister<T>,
  record: (ctx: CommerceContext, id: string) => Promise<void>,
  isCurrent: (listed: T, stored: string | undefined) => boolean,
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
    for (const listed of page) {
      if (isCurrent(listed, stored.get(listed.id))) continue;
      publish('drift', { what: name });
      isComplete = (await logErrors(ctx, listed.id, () => record(ctx, listed.id))) && isComplete;
    }
  }
  if (isComplete) await setComparedUntil(ctx.db, name, startedAt);
}
