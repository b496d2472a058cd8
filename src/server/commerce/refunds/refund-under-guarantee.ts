import { formatDate, newYorkDate } from '../../../domain/calendar-date.ts';
import { amountInWords } from '../../../domain/charge-words.ts';
import { formatUsd } from '../../../domain/money.ts';
import { GUARANTEE_DAYS, guaranteeEndsOn, isGuaranteed } from '../../../domain/guarantee.ts';
import type { CommerceContext } from '../context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { type OperatorAct, writeOperatorLog } from '../../platform/operator-log.ts';
import { ApiError, OperatorError, orNotFound } from '../../platform/api-error.ts';
import { queueEmailToUser } from '../../customers/profile/queue-email-to-user.ts';
import { isChargedHere } from '../subscriptions/charged-here.ts';
import {
  findRecipientName,
  findSubscription,
  hasEndedForGood,
  lockSubscription,
  lockSubscriptionOf,
  setRefundRequested,
  type Subscription,
  updateStatus,
} from '../subscriptions/queries.ts';
import { recordSubscription } from '../purchases/record-subscription.ts';
import { hasNotifiedRefundSince, listPaidInvoices, sumRefunds } from '../invoices/queries.ts';
import { refundInvoices } from './refund-invoices.ts';
import { claimUnnotified, listPaidRows } from './queries.ts';
import { finishRefundRequests, requestPart } from './refund-requests.ts';

/**
 * Ends the subscription and refunds its payments. Can be repeated (rules/money 33).
 * @returns total refunded cents
 * @throws OperatorError, ApiError payments_unavailable
 */
export async function refundUnderGuarantee(ctx: CommerceContext, id: string, act: OperatorAct): Promise<number> {
  const found = await findSubscription(ctx.db, id);
  if (found === null) throw new OperatorError(`There is no subscription ${id}.`);
  await ctx.db.transaction(async (tx) => {
    const row = await lockSubscriptionOf(tx, found.stripeSubscriptionId);
    if (row === null || row.refundRequestedAt !== null) return;
    await refuseAfterGuarantee(ctx, tx, row);
    await end(ctx, tx, row, null);
    const entry = { ...act, action: 'refund' as const, subscriptionId: row.id, detail: { seasonName: row.seasonName } };
    await writeOperatorLog(tx, entry, ctx.clock.now());
  });
  return await finishRefund(ctx, found.id);
}

async function end(ctx: CommerceContext, tx: Transaction, row: Subscription, partCents: number | null): Promise<void> {
  const now = ctx.clock.now();
  await setRefundRequested(tx, row.id, now, partCents);
  if (row.status !== 'cancelled') await updateStatus(tx, row.id, 'cancelled', now);
  await ctx.jobs.enqueue(tx, 'refund-subscription', { subscriptionId: row.id }, { afterSeconds: 30 });
}

/**
 * Ends charges and letters at once, also after the guarantee has ended.
 * @param refundCents null for all payments
 * @returns total refunded cents
 * @throws ApiError not_found, wrong_state, validation_failed, payments_unavailable
 */
export async function cancelNow(
  ctx: CommerceContext,
  id: string,
  refundCents: number | null,
  act: OperatorAct,
): Promise<number> {
  await ctx.db.transaction(async (tx) => {
    const row = orNotFound(await lockSubscription(tx, id), 'subscription');
    if (hasEndedForGood(row) || row.status === 'completed') {
      throw new ApiError('wrong_state', 'This subscription has ended already.');
    }
    const now = ctx.clock.now();
    const requests = refundCents === null ? [] : await requestPart(tx, await listPaidRows(tx, id), refundCents, now);
    await end(ctx, tx, row, refundCents);
    const detail = { refund: refundCents === null ? 'all payments' : formatUsd(refundCents), requests };
    await writeOperatorLog(tx, { ...act, action: 'cancel_now', subscriptionId: id, detail }, now);
  });
  return await finishRefund(ctx, id);
}

async function refuseAfterGuarantee(ctx: CommerceContext, tx: Transaction, row: Subscription): Promise<void> {
  if (!isChargedHere(row)) {
    throw new OperatorError(
      'Nothing was paid here for this subscription, so nothing can be refunded. Cancel it instead.',
    );
  }
  const firstMailing = await ctx.ledger.firstMailingOn(tx, row.id);
  if (isGuaranteed(firstMailing, newYorkDate(ctx.clock.now()))) return;
  const lastDay = guaranteeEndsOn(firstMailing);
  throw new OperatorError(
    `The guarantee ended on ${lastDay === null ? '' : formatDate(lastDay)}, ${GUARANTEE_DAYS} days after the first mailing.`,
  );
}

/**
 * Can be repeated.
 * @returns total refunded cents
 * @throws ApiError payments_unavailable, OperatorError
 */
export async function finishRefund(ctx: CommerceContext, subscriptionId: string): Promise<number> {
  const row = await findSubscription(ctx.db, subscriptionId);
  const endedAt = row?.refundRequestedAt ?? null;
  if (row === null) return 0;
  // The subscription is ended before the refund, so that no charge happens in between.
  if (endedAt !== null) await recordSubscription(ctx, row.stripeSubscriptionId);
  await finishRefundRequests(ctx, row.id);
  if (endedAt === null) return 0;
  const isWhole = row.refundPartCents === null;
  const left = isWhole ? await refundInvoices(ctx, await listPaidInvoices(ctx.db, row.id)) : [];
  const cents = await sumRefunds(ctx.db, row.id);
  await ctx.db.transaction((tx) => queueGuaranteeEmail(ctx, tx, row, endedAt));
  ctx.log.info({ subscriptionId: row.id, refunded: formatUsd(cents), left }, 'refunded and ended');
  if (left.length === 0) return cents;
  throw new OperatorError(
    `The subscription has ended. ${amountInWords(cents)} is given back so far, but not everything. ${left.join(' ')}`,
  );
}

/**
 * Leaves out refunds that an earlier email reported. Without any new refund, the email reports only the end (decision
 * 032).
 */
async function queueGuaranteeEmail(ctx: CommerceContext, tx: Transaction, row: Subscription, endedAt: Date) {
  await lockSubscriptionOf(tx, row.stripeSubscriptionId);
  const claimed = await claimUnnotified(tx, { subscriptionId: row.id }, ctx.clock.now());
  if (claimed === null && (await hasNotifiedRefundSince(tx, row.id, endedAt))) return;
  const giftFor = await findRecipientName(tx, row);
  await queueEmailToUser(ctx, tx, row.userId, {
    kind: 'refunded',
    dedupeKey: claimed?.dedupeKey ?? `refunded-under-guarantee:${row.id}`,
    data: {
      seasonName: row.seasonName,
      giftFor,
      amountCents: claimed?.amountCents ?? 0,
      ended: true,
    },
  });
}
