import * as z from 'zod/mini';
import { LETTERS_HELD_BY } from '../domain/held-letters.ts';
import { RETURN_REASONS, type ReturnReason } from '../domain/return-reasons.ts';
import { email, text, calendarDate, instant, requiredText, uuid } from './fields.ts';
import { addressReply } from './addresses.ts';
import { planType } from './checkout.ts';
import { endpoint } from './endpoint.ts';

export const subscriptionReply = z.object({
  id: uuid,
  status: z.enum(['active', 'cancelled', 'completed']),
  pastDue: z.boolean(),
  /** What is overdue, and when Stripe tries the card again; null when nothing is. */
  overdue: z.nullable(z.object({ amountCents: z.int(), nextAttempt: z.nullable(instant) })),
  planType,
  isGift: z.boolean(),
  seasonId: z.string(),
  seasonName: z.string(),
  currentPeriodStart: instant,
  currentPeriodEnd: instant,
  cancelAt: z.nullable(instant),
  /** Whether all charges fall on one day of New York's months (rules/subscriptions 33). */
  sameDay: z.boolean(),
  /** The end of the time in which a cancellation can be taken back; null when it cannot. */
  resumableUntil: z.nullable(instant),
  resumableIfCancelled: z.nullable(instant),
  /** Of a cancelled season (rules/checkout 42). */
  toCome: z.nullable(z.object({ first: z.int(), last: z.int() })),
  /** Refunded under the guarantee: neither charges nor letters follow. */
  refunded: z.boolean(),
  held: z.nullable(z.enum(LETTERS_HELD_BY)),
  missedMonths: z.int(),
  collectionPaused: z.boolean(),
  /** The next charge of a monthly plan, or the one of an annual plan, after discounts. */
  costCents: z.int(),
  /** A promo code leaves nothing to charge: an annual plan's payment, or a monthly plan's next charge and, at its end, all. */
  isFree: z.boolean(),
  startDate: calendarDate,
  monthsPaid: z.int(),
  lettersReceived: z.int(),
  totalLetters: z.int(),
  firstLetter: z.nullable(z.object({ earliest: calendarDate, latest: calendarDate })),
  stripeCustomerId: z.string(),
  stripeSubscriptionId: z.string(),
  shippingAddress: z.nullable(addressReply),
  /** From that very address (rules/fulfilment 62). */
  cameBack: z.nullable(
    z.object({ letter: z.int(), why: z.nullable(z.enum(Object.keys(RETURN_REASONS) as ReturnReason[])) }),
  ),
  createdAt: instant,
  updatedAt: instant,
});
export type SubscriptionReply = z.output<typeof subscriptionReply>;

const profileReply = z.object({
  id: uuid,
  email: z.string(),
  fullName: z.nullable(z.string()),
  preferences: z.object({ emailNotifications: z.boolean(), guideEmails: z.boolean() }),
  signedUpAt: instant,
});
export type ProfileReply = z.output<typeof profileReply>;

export const getAccount = endpoint('GET /api/account', {
  access: 'user',
  summary: 'Profile and subscriptions of the signed-in person, oldest subscription first.',
  reply: z.object({
    profile: profileReply,
    subscriptions: z.array(subscriptionReply),
    operator: z.optional(z.literal(true)),
  }),
});
export type AccountReply = z.output<typeof getAccount.reply>;

/** rules/accounts 4, word for word. */
export const NOT_AUTHENTICATED = 'User not authenticated';

export const saveProfile = endpoint('PUT /api/profile', {
  access: 'session',
  summary: 'Saves the signed-in person’s name and contact preferences.',
  whenSignedOut: NOT_AUTHENTICATED,
  body: z.object({
    fullName: z.optional(requiredText(100)),
    preferences: z.optional(z.object({ emailNotifications: z.boolean(), guideEmails: z.optional(z.boolean()) })),
  }),
  reply: profileReply,
});

/** rules/accounts 11: `to` is ignored, so the call cannot write to strangers. */
export const sendWelcomeEmail = endpoint('POST /functions/v1/send-welcome-email', {
  access: 'session',
  summary: 'Welcomes the signed-in person by email, unless that has been done.',
  body: z.object({ to: email, userName: text(200), type: z.literal('welcome') }),
  reply: z.object({ success: z.literal(true) }),
});
