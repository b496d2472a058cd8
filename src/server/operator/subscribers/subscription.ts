import type { ReplyOf } from '../../../contract/endpoint.ts';
import type {
  getSubscription,
  listSubscriptionDisputes,
  listSubscriptionEvents,
  listSubscriptionInvoices,
  listSubscriptionPieces,
  SubscriptionDetail,
} from '../../../contract/operator/subscribers.ts';
import { newYorkDate } from '../../../domain/calendar-date.ts';
import { envelopeLines, storedAddress } from '../../../domain/envelope.ts';
import { guaranteeEndsOn, isGuaranteed } from '../../../domain/guarantee.ts';
import { firstMailingOn } from '../../fulfilment/pieces/ledger-counts.ts';
import type { CommerceCall, CommerceContext } from '../../commerce/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { notFound } from '../../platform/errors/api-error.ts';
import { listOpenHolds } from '../../fulfilment/calendar/queries.ts';
import { eventIn, notAPlace, pageOf, placeIn, placeOf } from '../paging/paging.ts';
import {
  countDisputesOf,
  findAddressOf,
  findStripeState,
  findSummary,
  listDisputesOf,
  listInvoicesOf,
  listPiecesOf,
  sumPaid,
} from './subscriber-queries.ts';
import { listEventsOfSubscription } from '../runs/fulfilment-queries.ts';
import { pageOfEvents, presentPiece } from '../runs/present-fulfilment.ts';
import { presentSummary } from './subscriber.ts';

export async function handleGetSubscription({
  ctx,
  params,
}: CommerceCall<typeof getSubscription>): Promise<SubscriptionDetail> {
  return await readSubscription(ctx, params.id);
}

/** @throws ApiError not_found */
export async function readSubscription(
  { db, clock }: Pick<CommerceContext, 'db' | 'clock'>,
  id: string,
): Promise<SubscriptionDetail> {
  const row = await findSummary(db, id);
  if (row === null) throw notFound('subscription');
  const { subscription } = row;
  const [stripe, address, guarantee, hold, paidCents, disputes] = await Promise.all([
    findStripeState(db, id),
    findAddressOf(db, subscription.shippingAddressId),
    guaranteeOf(db, id, clock.now()),
    openHoldOf(db, id, clock.now()),
    sumPaid(db, id),
    countDisputesOf(db, id),
  ]);
  return {
    summary: presentSummary(row),
    ownerId: subscription.userId,
    owner: row.owner,
    stripeSubscriptionId: subscription.stripeSubscriptionId,
    stripe: stripe && {
      rawStatus: stripe.rawStatus,
      currentPeriodEnd: stripe.currentPeriodEnd.toISOString(),
      cancelAtPeriodEnd: stripe.cancelAtPeriodEnd,
      readAt: stripe.readAt.toISOString(),
    },
    cancelRequestedAt: subscription.cancelRequestedAt?.toISOString() ?? null,
    refundRequestedAt: subscription.refundRequestedAt?.toISOString() ?? null,
    disputeHeldAt: subscription.disputeHeldAt?.toISOString() ?? null,
    guarantee,
    address: address === null ? [] : [...envelopeLines(storedAddress(address))],
    paidCents,
    hold,
    disputes,
  };
}

async function guaranteeOf(db: Db, id: string, now: Date): Promise<SubscriptionDetail['guarantee']> {
  const firstMailing = await firstMailingOn(db, id);
  return { open: isGuaranteed(firstMailing, newYorkDate(now)), lastDay: guaranteeEndsOn(firstMailing) };
}

/** The one that ends last, when there are several. */
async function openHoldOf(db: Db, id: string, now: Date): Promise<SubscriptionDetail['hold']> {
  const holds = await listOpenHolds(db, id, newYorkDate(now));
  const last = holds.toSorted((one, other) => one.resumeOn.localeCompare(other.resumeOn)).at(-1);
  return last === undefined ? null : { fromLetter: last.fromLetter, resumeOn: last.resumeOn };
}

/** @throws ApiError not_found */
async function requireSubscription(db: Db, id: string): Promise<void> {
  if ((await findSummary(db, id)) === null) throw notFound('subscription');
}

export async function handleListInvoices({
  ctx: { db },
  params: { id },
  query,
}: CommerceCall<typeof listSubscriptionInvoices>): Promise<ReplyOf<typeof listSubscriptionInvoices>> {
  await requireSubscription(db, id);
  return await pageOfInvoices(db, id, query.after);
}

const STRIPE_ID = /^[\w-]+$/;

export async function pageOfInvoices(db: Db, id: string, after?: string) {
  const rows = await listInvoicesOf(db, id, placeIn(after, STRIPE_ID));
  return pageOf(
    rows,
    ({ invoice, refundedCents }) => ({
      id: invoice.stripeInvoiceId,
      number: invoice.number,
      status: invoice.status,
      totalCents: invoice.totalCents,
      refundedCents,
      createdAt: invoice.createdAt.toISOString(),
      paidAt: invoice.paidAt?.toISOString() ?? null,
    }),
    ({ invoice }) => placeOf({ at: invoice.createdAt, id: invoice.stripeInvoiceId }),
  );
}

export async function handleListDisputes({
  ctx: { db },
  params: { id },
  query,
}: CommerceCall<typeof listSubscriptionDisputes>): Promise<ReplyOf<typeof listSubscriptionDisputes>> {
  await requireSubscription(db, id);
  return await pageOfDisputes(db, id, query.after);
}

export async function pageOfDisputes(db: Db, id: string, after?: string) {
  const rows = await listDisputesOf(db, id, placeIn(after, STRIPE_ID));
  return pageOf(
    rows,
    ({ stripeDisputeId, status, reason, amountCents, createdAt }) => ({
      id: stripeDisputeId,
      status,
      reason,
      amountCents,
      createdAt: createdAt.toISOString(),
    }),
    ({ stripeDisputeId, createdAt }) => placeOf({ at: createdAt, id: stripeDisputeId }),
  );
}

export async function handleListPieces({
  ctx: { db },
  params: { id },
  query,
}: CommerceCall<typeof listSubscriptionPieces>): Promise<ReplyOf<typeof listSubscriptionPieces>> {
  await requireSubscription(db, id);
  return await pageOfPieces(db, id, query.after);
}

export async function pageOfPieces(db: Db, id: string, after?: string) {
  const rows = await listPiecesOf(db, id, attemptIn(after));
  return pageOf(rows, presentPiece, ({ piece: { letter, attempt } }) => `${letter}_${attempt}`);
}

function attemptIn(cursor: string | undefined): { letter: number; attempt: number } | null {
  if (cursor === undefined) return null;
  const [, letter, attempt] = /^(\d{1,2})_(\d{1,4})$/.exec(cursor) ?? [];
  if (letter === undefined || attempt === undefined) throw notAPlace();
  return { letter: Number(letter), attempt: Number(attempt) };
}

export async function handleListEvents({
  ctx: { db },
  params: { id },
  query,
}: CommerceCall<typeof listSubscriptionEvents>): Promise<ReplyOf<typeof listSubscriptionEvents>> {
  await requireSubscription(db, id);
  return await pageOfEvents(db, await listEventsOfSubscription(db, id, eventIn(query.after)));
}
