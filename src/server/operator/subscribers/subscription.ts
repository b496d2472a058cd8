import { eq } from 'drizzle-orm';
import { disputeLine, invoiceLine, warningLine } from '../../../contract/operator/replies.ts';
import type { SubscriptionDetail } from '../../../contract/operator/subscribers.ts';
import { calendarDate, newYorkDate } from '../../../domain/calendar-date.ts';
import { envelopeLines, storedAddress } from '../../../domain/envelope.ts';
import { declineReason } from '../../../domain/operator-decline-words.ts';
import { guaranteeOn } from '../../../domain/guarantee.ts';
import { findOpenDisputeOf, listWarningsOf } from '../../commerce/disputes/queries.ts';
import { presentMailingAddress } from '../../commerce/gifts/present.ts';
import { releaseLetters } from '../../commerce/disputes/release-letters.ts';
import { refundUnderGuarantee } from '../../commerce/refunds/refund-under-guarantee.ts';
import { findHasPaid } from '../../commerce/paid-invoices.sql.ts';
import { idAtStripe, isChargedHere } from '../../commerce/subscriptions/charged-here.ts';
import { findResumeDeadlines } from '../../commerce/subscriptions/resumable.ts';
import { findStripeState, type Subscription } from '../../commerce/subscriptions/queries.ts';
import { requireRefundWithin } from '../../identity/operators/roles.ts';
import { type AddressRow, findAddressById } from '../../customers/addresses/queries.ts';
import { listOpenHolds, listTemporaryAddresses } from '../../fulfilment/calendar/queries.ts';
import { serviceThrough } from '../../../domain/mailing-calendar.ts';
import { findMonthsPaid } from '../../commerce/subscriptions/months-paid.ts';
import { listPrintedCodes } from '../../fulfilment/pieces/open-pieces.ts';
import { firstMailingOn } from '../../fulfilment/pieces/ledger-counts.ts';
import type { CommerceContext } from '../../commerce/context.ts';
import { gifts } from '../../commerce/schema.ts';
import type { Db } from '../../platform/db/database.ts';
import { findRow } from '../../platform/db/find-row.ts';
import { ApiError, orNotFound, OperatorError } from '../../platform/api-error.ts';
import { present } from '../../platform/http/present.ts';
import type { OperatorHandlers } from '../calls/operator-call.ts';
import { matchCursor, pageOf, decodeCursor, encodeCursor } from '../calls/paging.ts';
import { pageOfSubscriptionEvents } from '../events.ts';
import { presentPiece } from '../pieces.ts';
import {
  countDisputesOf,
  findSummary,
  listDisputesOf,
  listInvoicesOf,
  listPiecesOf,
  sumPaid,
} from './subscriber-queries.ts';
import { lettersAheadOf } from './letters-ahead.ts';
import { knownSubscription } from './money-actions.ts';
import { presentSummary } from './subscriber.ts';

const STRIPE_ID = /^[\w-]+$/;

export const subscriptionHandlers = {
  async getSubscription({ ctx, params: { id } }) {
    const { db, clock } = ctx;
    const row = await requireSubscription(ctx, id);
    const { subscription } = row;
    const summary = presentSummary(row);
    const [stripe, address, elsewhere, guarantee, hold, paidCents, disputes, warnings, printed] = await Promise.all([
      findStripeState(db, id),
      findAddressById(db, subscription.shippingAddressId),
      listTemporaryAddresses(db, id),
      guaranteeOf(db, subscription, clock.now()),
      openHoldOf(db, id, clock.now()),
      sumPaid(db, id),
      countDisputesOf(db, id),
      listWarningsOf(db, id),
      listPrintedCodes(db, id),
    ]);
    const [openDispute, deadlines, ahead, months] = await Promise.all([
      findOpenDisputeOf(db, id),
      findResumeDeadlines(ctx, db, subscription),
      lettersAheadOf(db, subscription, clock.now()),
      findMonthsPaid(db, id),
    ]);
    const gift = address === null ? null : await giftOf(db, subscription.giftId, address);
    return {
      summary,
      ownerId: subscription.userId,
      owner: row.owner,
      ownerName: row.ownerName,
      stripeSubscriptionId: idAtStripe(subscription),
      paidElsewhereUntil: stripe === null || isChargedHere(subscription) ? null : newYorkDate(stripe.currentPeriodEnd),
      resumableUntil: deadlines.resumableUntil?.toISOString() ?? null,
      stripe: stripe && {
        rawStatus: stripe.rawStatus,
        currentPeriodEnd: stripe.currentPeriodEnd.toISOString(),
        cancelAtPeriodEnd: stripe.cancelAtPeriodEnd,
        nextChargeCents: stripe.nextChargeCents,
        overdueCents: stripe.overdueCents,
        nextAttemptAt: stripe.nextAttemptAt?.toISOString() ?? null,
        overdueReason: stripe.overdueCents === null ? null : declineReason(stripe.declineCode),
        readAt: stripe.readAt.toISOString(),
      },
      gift,
      cancelRequestedAt: subscription.cancelRequestedAt?.toISOString() ?? null,
      refundRequestedAt: subscription.refundRequestedAt?.toISOString() ?? null,
      disputeHeldAt: subscription.disputeHeldAt?.toISOString() ?? null,
      disputeLostAt: subscription.disputeLostAt?.toISOString() ?? null,
      guarantee,
      paidUntil: months === 0 ? null : serviceThrough(subscription.serviceStart, months),
      address: address === null ? [] : [...envelopeLines(storedAddress(address))],
      elsewhere: elsewhere
        .filter(({ toLetter }) => toLetter > summary.lettersMailed)
        .map(({ fromLetter, toLetter, address }) => ({
          fromLetter,
          toLetter,
          address: [...envelopeLines(storedAddress(address))],
        })),
      paidCents,
      hold,
      disputes,
      openDispute,
      ...ahead,
      warnings: warnings.map((row) => present(warningLine, row)),
      printed,
    };
  },

  async listSubscriptionInvoices({ ctx, params: { id }, query: { after } }) {
    await requireSubscription(ctx, id);
    return pageOf(
      await listInvoicesOf(ctx.db, id, decodeCursor(after, STRIPE_ID)),
      ({ invoice, refundedCents }) => present(invoiceLine, { ...invoice, id: invoice.stripeInvoiceId, refundedCents }),
      ({ invoice }) => encodeCursor({ at: invoice.createdAt, id: invoice.stripeInvoiceId }),
    );
  },

  async listSubscriptionDisputes({ ctx, params: { id }, query: { after } }) {
    await requireSubscription(ctx, id);
    return pageOf(
      await listDisputesOf(ctx.db, id, decodeCursor(after, STRIPE_ID)),
      (dispute) => present(disputeLine, { ...dispute, id: dispute.stripeDisputeId }),
      ({ stripeDisputeId, createdAt }) => encodeCursor({ at: createdAt, id: stripeDisputeId }),
    );
  },

  async listSubscriptionPieces({ ctx, params: { id }, query: { after } }) {
    await requireSubscription(ctx, id);
    const [, letter, attempt] = matchCursor(after, /^(\d{1,2})_(\d{1,4})$/) ?? [];
    const last = letter === undefined ? null : { letter: Number(letter), attempt: Number(attempt) };
    return pageOf(
      await listPiecesOf(ctx.db, id, last),
      presentPiece,
      ({ piece }) => `${piece.letter}_${piece.attempt}`,
    );
  },

  async listSubscriptionEvents({ ctx, params: { id }, query: { after } }) {
    await requireSubscription(ctx, id);
    return await pageOfSubscriptionEvents(ctx.db, id, after);
  },

  async refundSubscription({ ctx, params: { id }, body: { note }, role, act }) {
    requireRefundWithin(role, await sumPaid(ctx.db, id));
    await knownSubscription(ctx, id);
    try {
      const refundedCents = await refundUnderGuarantee(ctx, id, { ...act, note });
      const printed = await listPrintedCodes(ctx.db, id);
      return { refundedCents, ...(printed.length > 0 && { printed }) };
    } catch (error) {
      if (error instanceof OperatorError) throw new ApiError('wrong_state', error.message);
      throw error;
    }
  },

  async releaseLetters({ ctx, params: { id }, body: { note }, act }) {
    return await releaseLetters(ctx, id, { ...act, note });
  },
} satisfies Partial<OperatorHandlers>;

/** @throws ApiError not_found */
async function requireSubscription({ db, clock }: CommerceContext, id: string) {
  return orNotFound(await findSummary(db, id, newYorkDate(clock.now())), 'subscription');
}

async function guaranteeOf(db: Db, subscription: Subscription, now: Date): Promise<SubscriptionDetail['guarantee']> {
  const first = await firstMailingOn(db, subscription.id);
  const firstMailing = first === null ? null : calendarDate(first);
  return guaranteeOn(newYorkDate(now), firstMailing, await findHasPaid(db, subscription.id));
}

async function openHoldOf(db: Db, id: string, now: Date): Promise<SubscriptionDetail['hold']> {
  const holds = await listOpenHolds(db, id, newYorkDate(now));
  const last = holds.toSorted((one, other) => one.resumeOn.localeCompare(other.resumeOn)).at(-1);
  return last === undefined ? null : { id: last.id, fromLetter: last.fromLetter, resumeOn: last.resumeOn };
}

async function giftOf(db: Db, giftId: string | null, address: AddressRow): Promise<SubscriptionDetail['gift']> {
  const gift = giftId === null ? null : await findRow(db, gifts, eq(gifts.id, giftId));
  if (gift === null) return null;
  const { id, recipientName, recipientEmail, message: giftMessage, startDate } = gift;
  const mailingAddress = presentMailingAddress(address);
  const times = {
    announcedAt: gift.announcedAt?.toISOString() ?? null,
    claimedAt: gift.claimedAt?.toISOString() ?? null,
  };
  return { id, recipientName, recipientEmail, giftMessage, startDate, ...times, mailingAddress };
}
