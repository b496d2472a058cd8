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
  /** The overdue payment, and when Stripe tries the card again. Null if nothing is overdue. */
  overdue: z.nullable(z.object({ amountCents: z.int(), nextAttempt: z.nullable(instant) })),
  planType,
  isGift: z.boolean(),
  seasonId: z.string(),
  seasonName: z.string(),
  currentPeriodStart: instant,
  currentPeriodEnd: instant,
  cancelAt: z.nullable(instant),
  /** Whether New York's calendar puts every charge on the same day of the month (rules/subscriptions 33). */
  sameDay: z.boolean(),
  /** Until this instant the user can resume a cancelled subscription. Null if it can't be resumed. */
  resumableUntil: z.nullable(instant),
  resumableIfCancelled: z.nullable(instant),
  /** The letters that a cancelled subscription still gets; null if it isn't cancelled (rules/checkout 42). */
  toCome: z.nullable(z.object({ first: z.int(), last: z.int() })),
  /** Refunded under the guarantee: no more charges and no more letters. */
  refunded: z.boolean(),
  held: z.nullable(z.enum(LETTERS_HELD_BY)),
  missedMonths: z.int(),
  collectionPaused: z.boolean(),
  /** Imported, and paid for at another shop: nothing is charged here. */
  paidElsewhere: z.boolean(),
  /** Stripe charges nothing more, whatever the plan says. */
  chargesEnded: z.boolean(),
  /** The amount of a monthly plan's next charge, or of an annual plan's only charge, after discounts. */
  costCents: z.int(),
  /** A promo code makes it free: an annual plan's payment, or a monthly plan's next charge and all later ones. */
  isFree: z.boolean(),
  startDate: calendarDate,
  monthsPaid: z.int(),
  lettersReceived: z.int(),
  totalLetters: z.int(),
  firstLetter: z.nullable(z.object({ earliest: calendarDate, latest: calendarDate })),
  stripeCustomerId: z.string(),
  stripeSubscriptionId: z.string(),
  shippingAddress: z.nullable(addressReply),
  /** The letter that was returned from this address (rules/fulfilment 62). */
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

/** rules/accounts 4 prescribes this text word for word. */
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

/** The server ignores `to`, so this call cannot send email to strangers (rules/accounts 11). */
export const sendWelcomeEmail = endpoint('POST /functions/v1/send-welcome-email', {
  access: 'session',
  summary: 'Welcomes the signed-in person by email, unless that has been done.',
  body: z.object({ to: email, userName: text(200), type: z.literal('welcome') }),
  reply: z.object({ success: z.literal(true) }),
});
