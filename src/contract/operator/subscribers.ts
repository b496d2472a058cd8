import * as z from 'zod/mini';
import { GUARANTEE_DAYS } from '../../domain/guarantee.ts';
import { calendarDate, instant, requiredText, uuid } from '../fields.ts';
import { mailingAddress } from '../gifts.ts';
import { guarantee } from '../guarantee.ts';
import { byId, listOf, operatorEndpoint } from './paging.ts';
import {
  addressLines,
  disputeLine,
  emailReply,
  emailSuppression,
  eventReply,
  giftHit,
  invoiceLine,
  type logReply,
  pieceReply,
  subscriptionSummary,
  warningLine,
} from './replies.ts';

export type EmailReply = z.output<typeof emailReply>;

export type LogReply = z.output<typeof logReply>;

export type SubscriptionSummary = z.output<typeof subscriptionSummary>;

export const getSubscriber = operatorEndpoint('GET /api/operator/subscribers/:id', {
  summary: 'One subscriber: who they are.',
  params: byId,
  reply: z.object({
    id: uuid,
    email: z.string(),
    fullName: z.nullable(z.string()),
    signedUpAt: instant,
    emailConfirmed: z.boolean(),
    lastSignInAt: z.nullable(instant),
    wantsEmails: z.boolean(),
    authenticators: z.int(),
    openSessions: z.int(),
    bannedUntil: z.nullable(instant),
    stripeCustomerId: z.nullable(z.string()),
    emailSuppression: z.nullable(emailSuppression),
    isOperator: z.boolean(),
    /** The newest subscription. A running one comes before ended ones. */
    current: z.nullable(subscriptionSummary),
    paidCents: z.int(),
    refundedCents: z.int(),
  }),
  errors: ['not_found'],
});
export type SubscriberReply = z.output<typeof getSubscriber.reply>;

export const listSubscriberSubscriptions = listOf(
  'subscribers',
  'subscriptions',
  'What one subscriber has bought, newest first.',
  subscriptionSummary,
);
export const listSubscriberAddresses = listOf(
  'subscribers',
  'addresses',
  'Where one subscriber’s letters may go, newest first.',
  addressLines,
);
export const listSubscriberGifts = listOf(
  'subscribers',
  'gifts',
  'Gifts that one subscriber has given or claimed, newest first.',
  giftHit,
);
export const listSubscriberEmails = listOf(
  'subscribers',
  'emails',
  'What was written to one subscriber, newest first; mails older than ninety days are forgotten.',
  emailReply,
);

export type InvoiceLine = z.output<typeof invoiceLine>;

export type DisputeLine = z.output<typeof disputeLine>;

export type WarningLine = z.output<typeof warningLine>;

const subscriptionDetail = z.object({
  summary: subscriptionSummary,
  ownerId: uuid,
  owner: z.string(),
  ownerName: z.nullable(z.string()),
  /** Null if Stripe doesn't know it: it was imported and isn't charged here. */
  stripeSubscriptionId: z.nullable(z.string()),
  /** For such a subscription: the day on which the other shop would have charged next. */
  paidElsewhereUntil: z.nullable(calendarDate),
  resumableUntil: z.nullable(instant),
  /** Null until the subscription was read from Stripe. */
  stripe: z.nullable(
    z.object({
      rawStatus: z.string(),
      currentPeriodEnd: instant,
      cancelAtPeriodEnd: z.boolean(),
      nextChargeCents: z.nullable(z.int()),
      overdueCents: z.nullable(z.int()),
      nextAttemptAt: z.nullable(instant),
      overdueReason: z.nullable(z.string()),
      readAt: instant,
    }),
  ),
  gift: z.nullable(
    z.object({
      id: uuid,
      recipientName: z.string(),
      recipientEmail: z.string(),
      giftMessage: z.nullable(z.string()),
      startDate: calendarDate,
      announcedAt: z.nullable(instant),
      claimedAt: z.nullable(instant),
      mailingAddress,
    }),
  ),
  cancelRequestedAt: z.nullable(instant),
  refundRequestedAt: z.nullable(instant),
  disputeHeldAt: z.nullable(instant),
  disputeLostAt: z.nullable(instant),
  guarantee,
  /** The first day that isn't paid for; null if nothing is paid. */
  paidUntil: z.nullable(calendarDate),
  address: z.array(z.string()),
  /** Temporary addresses of letters that aren't mailed yet. If several apply to a letter, the last one is used. */
  elsewhere: z.array(z.object({ fromLetter: z.int(), toLetter: z.int(), address: z.array(z.string()) })),
  paidCents: z.int(),
  hold: z.nullable(z.object({ id: uuid, fromLetter: z.int(), resumeOn: calendarDate })),
  disputes: z.int(),
  /** The newest dispute that is open. */
  openDispute: z.nullable(z.object({ id: z.string(), amountCents: z.int() })),
  warnings: z.array(warningLine),
  /** Null while a dispute or warning holds the letters, and if no letter is left. */
  nextLetter: z.nullable(
    z.object({
      letter: z.int(),
      handOver: z.object({ earliest: calendarDate, latest: calendarDate }),
      /** Null if it is sealed. */
      freezesAt: z.nullable(instant),
      isPaid: z.boolean(),
      /** The street that its envelope has once it is sealed. */
      sealedTo: z.nullable(z.string()),
    }),
  ),
  /** Letters that are mailed again and aren't sealed yet. */
  copies: z.array(z.object({ reshipId: uuid, letter: z.int(), leavesOn: calendarDate, address: z.array(z.string()) })),
  printed: z.array(z.string()),
});
export type SubscriptionDetail = z.output<typeof subscriptionDetail>;

export const getSubscription = operatorEndpoint('GET /api/operator/subscriptions/:id', {
  summary: 'One subscription, as it stands.',
  params: byId,
  reply: subscriptionDetail,
  errors: ['not_found'],
});

export const listSubscriptionInvoices = listOf(
  'subscriptions',
  'invoices',
  'What was charged for one subscription, newest first, each with what was given back.',
  invoiceLine,
);
export const listSubscriptionDisputes = listOf(
  'subscriptions',
  'disputes',
  'Payments for one subscription that were disputed, newest first.',
  disputeLine,
);
export const listSubscriptionPieces = listOf(
  'subscriptions',
  'pieces',
  'The letters of one subscription, the latest first.',
  pieceReply,
);
export const listSubscriptionEvents = listOf(
  'subscriptions',
  'events',
  'What happened to the letters of one subscription, newest first.',
  eventReply,
);

export const refundSubscription = operatorEndpoint('POST /api/operator/subscriptions/:id/refund', {
  summary: `Gives a season back under the ${GUARANTEE_DAYS}-day guarantee, and ends it.`,
  params: byId,
  body: z.object({ note: requiredText(500, 'Say why; it is kept in the log.') }),
  reply: z.object({
    refundedCents: z.int(),
    /** The codes of envelopes that must be taken out of the printed pile. */
    printed: z.optional(z.array(z.string())),
  }),
  errors: ['not_found', 'wrong_state', 'payments_unavailable'],
});

export type RefundReply = z.output<typeof refundSubscription.reply>;

export const releaseLetters = operatorEndpoint('POST /api/operator/subscriptions/:id/release-letters', {
  summary: 'Lets letters go on that an early fraud warning or a review holds.',
  params: byId,
  body: z.object({ note: requiredText(500, 'Say why; it is kept in the log.') }),
  reply: z.object({
    /** True if a dispute still keeps the letters back. */
    held: z.boolean(),
  }),
  errors: ['not_found', 'wrong_state'],
});

const actOnUser = (name: string, summary: string) =>
  operatorEndpoint(`POST /api/operator/subscribers/:id/${name}`, {
    summary,
    params: byId,
    body: z.object({ note: requiredText(500, 'Say why; it is kept in the log.') }),
    reply: z.object({ sessionsEnded: z.int() }),
    errors: ['not_found', 'wrong_state'],
  });

export const removeFactor = actOnUser(
  'remove-factor',
  'Removes the authenticators of a user who has lost them, and ends their sessions.',
);
export const signOut = actOnUser('sign-out', 'Ends every session of a user.');
export const ban = actOnUser('ban', 'Shuts a user out, and ends their sessions.');
export const unban = actOnUser('unban', 'Lets a banned user in again.');
