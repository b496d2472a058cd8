import * as z from 'zod/mini';
import { CANCEL_REASONS } from '../domain/cancel-reasons.ts';
import { subscriptionReply } from './account.ts';
import { addressInput, addressReply } from './addresses.ts';
import { endpoint } from './endpoint.ts';
import { calendarDate, lines, uuid } from './fields.ts';
import { guarantee } from './guarantee.ts';

/** Letters that are already paid for are still mailed (rules/subscriptions 8). Repeating the call does nothing. */
export const cancelSubscription = endpoint('POST /api/subscriptions/:id/cancel', {
  access: 'session',
  summary: 'Cancels one of the signed-in person’s subscriptions.',
  params: z.object({ id: uuid }),
  body: z.object({
    reason: z._default(z.nullable(z.enum(CANCEL_REASONS, 'Choose one of the listed reasons.')), null),
    comment: z._default(z.nullable(lines(500)), null),
  }),
  reply: subscriptionReply,
  errors: ['not_found', 'cannot_cancel'],
});

export const resumeSubscription = endpoint('POST /api/subscriptions/:id/resume', {
  access: 'session',
  summary: 'Resumes a subscription that was cancelled and whose paid period still runs.',
  params: z.object({ id: uuid }),
  reply: subscriptionReply,
  errors: ['not_found', 'cannot_resume'],
});

const deliveryReply = z.object({
  address: addressReply,
  guarantee,
  toCome: z.nullable(z.object({ first: z.int(), last: z.int(), lastHandOver: calendarDate })),
  /** The first letter that would go to the new address if it were changed now (rules/subscriptions 27). */
  firstLetter: z.nullable(
    z.object({ letter: z.int(), handOver: z.object({ earliest: calendarDate, latest: calendarDate }) }),
  ),
  /** True if there are letters left and all of them go to temporary addresses. */
  elsewhere: z.boolean(),
  /** Lost or returned letters whose replacement would also go to the new address. */
  copies: z.array(z.int()),
});
export type DeliveryReply = z.output<typeof deliveryReply>;

export const getDelivery = endpoint('GET /api/subscriptions/:id/address', {
  access: 'user',
  summary: 'Where one subscription’s letters go, and the first letter that a new address would still reach.',
  params: z.object({ id: uuid }),
  reply: deliveryReply,
  errors: ['not_found'],
});

/**
 * Changes only this subscription's address: the default address and the addresses of other subscriptions and gifts stay
 * (rules/subscriptions 25).
 */
export const changeDelivery = endpoint('PUT /api/subscriptions/:id/address', {
  access: 'session',
  summary: 'Gives one subscription an address of its own.',
  params: z.object({ id: uuid }),
  body: addressInput,
  reply: deliveryReply,
  errors: ['not_found'],
});

/**
 * Changes several addresses in one call (rules/subscriptions 26). Subscriptions that aren't listed keep the old
 * address.
 */
export const moveAddress = endpoint('POST /api/moves', {
  access: 'session',
  summary: 'Changes an address of the signed-in person’s, and sends the letters of the named subscriptions there.',
  body: z.object({
    addressId: z.nullable(uuid),
    address: addressInput,
    subscriptions: z.array(uuid).check(z.maxLength(100)),
  }),
  reply: z.object({
    address: addressReply,
    /** `firstLetter` is null if no remaining letter can go to the new address. */
    moved: z.array(z.object({ subscription: uuid, firstLetter: z.nullable(z.int()), copies: z.array(z.int()) })),
  }),
  errors: ['not_found'],
});
export type MoveReply = z.output<typeof moveAddress.reply>;
