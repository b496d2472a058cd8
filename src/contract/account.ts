import * as z from 'zod/mini';
import { addressReply } from './addresses.ts';
import { planType } from './checkout.ts';
import { endpoint } from './endpoint.ts';
import { calendarDate, instant, requiredText, uuid } from './fields.ts';

/** What the account shows of one subscription (rules/subscriptions 17). Letters are counted from the mailing ledger, never stored. */
export const subscriptionReply = z.object({
  id: uuid,
  status: z.enum(['active', 'cancelled', 'completed']),
  /** The last charge failed; shown as active, with a notice (rules/subscriptions 1). */
  pastDue: z.boolean(),
  planType,
  /** Bought for somebody else: counted in costs, never the owner's own season (rules/gifts 24). */
  isGift: z.boolean(),
  seasonId: z.string(),
  seasonName: z.string(),
  currentPeriodStart: instant,
  currentPeriodEnd: instant,
  cancelAt: z.nullable(instant),
  /** Until when a cancellation can be taken back; null when there is nothing to take back, or no way to. */
  resumableUntil: z.nullable(instant),
  /** The same of a cancellation made now; null when it would end at once, or cannot be cancelled. */
  resumableIfCancelled: z.nullable(instant),
  /** Refunded under the 30-day guarantee: neither charges nor letters follow. */
  refunded: z.boolean(),
  /** What the next charge of a monthly plan takes, or what an annual one took: discounts included. */
  costCents: z.int(),
  startDate: calendarDate,
  monthsPaid: z.int(),
  lettersReceived: z.int(),
  totalLetters: z.int(),
  /** Letter 1's hand-over window, while it has not been handed over. */
  firstLetter: z.nullable(z.object({ earliest: calendarDate, latest: calendarDate })),
  stripeCustomerId: z.string(),
  stripeSubscriptionId: z.string(),
  shippingAddress: z.nullable(addressReply),
  createdAt: instant,
  updatedAt: instant,
});
export type SubscriptionReply = z.output<typeof subscriptionReply>;

export const profileReply = z.object({
  id: uuid,
  email: z.string(),
  fullName: z.nullable(z.string()),
  preferences: z.object({ emailNotifications: z.boolean() }),
  signedUpAt: instant,
});
export type ProfileReply = z.output<typeof profileReply>;

/** Everything the dashboard's first screen needs, in one round trip. */
export const getAccount = endpoint({
  method: 'GET',
  path: '/api/account',
  access: 'user',
  summary: 'Profile and subscriptions of the signed-in person, oldest subscription first.',
  reply: z.object({
    profile: profileReply,
    subscriptions: z.array(subscriptionReply),
    /** There only for somebody who works here. */
    operator: z.optional(z.literal(true)),
  }),
  errors: [],
});
export type AccountReply = z.output<typeof getAccount.reply>;

/** rules/accounts 4, word for word: what a change of the profile is answered when nobody is signed in. */
export const NOT_AUTHENTICATED = 'User not authenticated';

/** The profile, made or changed (rules/accounts 10). The id and the e-mail are the session's. */
export const saveProfile = endpoint({
  method: 'PUT',
  path: '/api/profile',
  access: 'session',
  summary: 'Saves the signed-in person’s name and contact preferences.',
  whenSignedOut: NOT_AUTHENTICATED,
  body: z.object({
    fullName: z.optional(requiredText(100)),
    preferences: z.optional(z.object({ emailNotifications: z.boolean() })),
  }),
  reply: profileReply,
  errors: [],
});
