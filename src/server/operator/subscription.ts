import type { getSubscription, SubscriptionDetail } from '../../contract/operator/people.ts';
import { newYorkDate } from '../../domain/calendar-date.ts';
import { envelopeLines, storedAddress } from '../../domain/envelope.ts';
import { guaranteeEndsOn, isGuaranteed } from '../../domain/guarantee.ts';
import { firstMailingOf } from '../billing/queries.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/database.ts';
import { notFound } from '../errors.ts';
import type { SignedInCall } from '../http/serve.ts';
import { calendarDate } from '../mailing/holidays.ts';
import { presentEntry, readLog } from './log-page.ts';
import {
  findAddressOf,
  findProvider,
  findSummary,
  listDisputesOf,
  listEventsOf,
  listHoldsOf,
  listInvoicesOf,
  listPiecesOf,
} from './people-queries.ts';
import { listReshipsOf } from './post-queries.ts';
import { presentEvents, presentPiece, presentReship } from './present-post.ts';
import { presentSummary } from './subscriber.ts';

export async function handleGetSubscription({
  ctx,
  params,
}: SignedInCall<typeof getSubscription>): Promise<SubscriptionDetail> {
  return await readSubscription(ctx, params.id);
}

/** @throws ApiError not_found */
export async function readSubscription({ db, clock }: Context, id: string): Promise<SubscriptionDetail> {
  const row = await findSummary(db, id);
  if (row === null) throw notFound('subscription');
  const { subscription } = row;
  const [money, post, address, log] = await Promise.all([
    readMoney(db, id),
    readPost(db, id),
    findAddressOf(db, subscription.shippingAddressId),
    readLog(db, id, null),
  ]);
  return {
    summary: presentSummary(row),
    ownerId: subscription.userId,
    stripeSubscriptionId: subscription.stripeSubscriptionId,
    cancelRequestedAt: subscription.cancelRequestedAt?.toISOString() ?? null,
    refundRequestedAt: subscription.refundRequestedAt?.toISOString() ?? null,
    mailHeldAt: subscription.mailHeldAt?.toISOString() ?? null,
    guarantee: await guaranteeOf(db, id, clock.now()),
    address: address === null ? [] : [...envelopeLines(storedAddress(address))],
    ...money,
    ...post,
    log: log.map(presentEntry),
  };
}

async function guaranteeOf(db: Db, id: string, now: Date): Promise<SubscriptionDetail['guarantee']> {
  const first = await firstMailingOf(db, id);
  const firstMailing = first === null ? null : calendarDate(first);
  return { open: isGuaranteed(firstMailing, newYorkDate(now)), lastDay: guaranteeEndsOn(firstMailing) };
}

async function readMoney(db: Db, id: string) {
  const [provider, invoices, disputes] = await Promise.all([
    findProvider(db, id),
    listInvoicesOf(db, id),
    listDisputesOf(db, id),
  ]);
  return {
    provider: provider && {
      rawStatus: provider.rawStatus,
      currentPeriodEnd: provider.currentPeriodEnd.toISOString(),
      cancelAtPeriodEnd: provider.cancelAtPeriodEnd,
      readAt: provider.readAt.toISOString(),
    },
    invoices: invoices.map(({ invoice, refundedCents }) => ({
      id: invoice.stripeInvoiceId,
      number: invoice.number,
      status: invoice.status,
      totalCents: invoice.totalCents,
      refundedCents,
      createdAt: invoice.createdAt.toISOString(),
      paidAt: invoice.paidAt?.toISOString() ?? null,
    })),
    disputes: disputes.map(({ stripeDisputeId, status, reason, amountCents }) => ({
      id: stripeDisputeId,
      status,
      reason,
      amountCents,
    })),
  };
}

async function readPost(db: Db, id: string) {
  const [pieces, reships, holds, events] = await Promise.all([
    listPiecesOf(db, id),
    listReshipsOf(db, id),
    listHoldsOf(db, id),
    listEventsOf(db, id),
  ]);
  return {
    pieces: pieces.map(presentPiece),
    reships: reships.map(presentReship),
    holds: holds.map(({ fromLetter, resumeOn, liftedAt }) => ({
      fromLetter,
      resumeOn,
      liftedAt: liftedAt?.toISOString() ?? null,
    })),
    events: await presentEvents(db, events),
  };
}
