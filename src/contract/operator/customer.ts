import * as z from 'zod/mini';
import { GIFT_MESSAGE_LIMIT } from '../../domain/gift.ts';
import { LETTERS_PER_SEASON } from '../../domain/season.ts';
import { addressInput } from '../addresses.ts';
import { calendarDate, email, instant, lines, requiredText, stripeId, uuid } from '../fields.ts';
import { mailingAddress } from '../gifts.ts';
import { getDelivery } from '../subscriptions.ts';
import { RETRY_OUTCOMES } from './constants.ts';
import { byId, listOf, operatorEndpoint } from './paging.ts';
import { tagInput } from './tag.ts';

const tagReply = z.object({ tag: z.string(), operator: z.string(), since: instant });
export type TagReply = z.output<typeof tagReply>;

const tags = z.object({ tags: z.array(tagReply) });

export const getSubscriberTags = operatorEndpoint('GET /api/operator/subscribers/:id/tags', {
  summary: 'The tags of one subscriber.',
  params: byId,
  reply: tags,
  errors: ['not_found'],
});

export const addTag = operatorEndpoint('POST /api/operator/subscribers/:id/add-tag', {
  summary: 'Gives a subscriber a tag.',
  params: byId,
  body: z.object({ tag: tagInput }),
  reply: tags,
  errors: ['not_found', 'wrong_state'],
});

export const removeTag = operatorEndpoint('POST /api/operator/subscribers/:id/remove-tag', {
  summary: 'Takes a tag from a subscriber.',
  params: byId,
  body: z.object({ tag: tagInput }),
  reply: tags,
  errors: ['not_found', 'wrong_state'],
});

const noteReply = z.object({ id: uuid, text: z.string(), operator: z.string(), at: instant });
export type NoteReply = z.output<typeof noteReply>;

export const listSubscriberNotes = listOf(
  'subscribers',
  'notes',
  'Notes of operators about one subscriber, newest first.',
  noteReply,
);

export const addNote = operatorEndpoint('POST /api/operator/subscribers/:id/notes', {
  summary: 'Adds a note about a subscriber, who sees it in the data export alone. With the same `key`, once.',
  params: byId,
  body: z.object({ key: uuid, text: lines(2000).check(z.minLength(1, 'Enter a note.')) }),
  reply: noteReply,
  errors: ['not_found'],
});

export const deleteNote = operatorEndpoint('POST /api/operator/notes/:id/delete', {
  summary: 'Deletes a note about a subscriber.',
  params: byId,
  reply: z.object({ deleted: z.literal(true) }),
  errors: ['not_found'],
});

const note = requiredText(500, 'Say why; it is kept in the log.');

const cents = (least: number) => z.int('Whole cents.').check(z.minimum(least), z.maximum(100_000_000));

export const refundPayment = operatorEndpoint('POST /api/operator/payments/:id/refund', {
  summary: 'Refunds an amount of one payment, which has the id of its invoice. The subscription continues.',
  params: z.object({ id: stripeId }),
  body: z.object({
    amountCents: cents(1),
    /** The amount already refunded when the operator looked. With it, a repeated order makes only one refund. */
    refundedBeforeCents: cents(0),
    note,
  }),
  reply: z.object({ refundedCents: z.int() }),
  errors: ['not_found', 'wrong_state', 'payments_unavailable'],
});

export const cancelForCustomer = operatorEndpoint('POST /api/operator/subscriptions/:id/cancel', {
  summary: 'Cancels a subscription at the end of its paid period, as its customer can. Letters paid for still go out.',
  params: byId,
  body: z.object({ note }),
  reply: z.object({ cancelled: z.literal(true) }),
  errors: ['not_found', 'wrong_state', 'cannot_cancel'],
});

export const cancelNow = operatorEndpoint('POST /api/operator/subscriptions/:id/cancel-now', {
  summary: 'Ends a subscription and its letters at once, and refunds all payments, an amount or nothing.',
  params: byId,
  body: z.object({
    /** Null refunds all payments. */
    refundCents: z._default(z.nullable(cents(0)), null),
    note,
  }),
  reply: z.object({ refundedCents: z.int(), printed: z.array(z.string()) }),
  errors: ['not_found', 'wrong_state', 'payments_unavailable'],
});

export const resumeForCustomer = operatorEndpoint('POST /api/operator/subscriptions/:id/resume', {
  summary: 'Resumes a cancelled subscription whose paid period still runs, as its customer can.',
  params: byId,
  body: z.object({ note }),
  reply: z.object({ resumed: z.literal(true) }),
  errors: ['not_found', 'wrong_state', 'cannot_resume'],
});

export const giveFreeMonth = operatorEndpoint('POST /api/operator/subscriptions/:id/free-month', {
  summary: 'Makes the next charge of a monthly subscription free, once. Other charges and all letters stay.',
  params: byId,
  body: z.object({ note }),
  reply: z.object({ chargeOn: calendarDate }),
  errors: ['not_found', 'wrong_state', 'payments_unavailable'],
});

const done = z.object({ done: z.literal(true) });

export const getSubscriptionDelivery = operatorEndpoint('GET /api/operator/subscriptions/:id/delivery', {
  summary: 'Where the letters of one subscription go, and the first letter that a new address would still reach.',
  params: byId,
  reply: getDelivery.reply,
  errors: ['not_found'],
});

export const changeAddressForCustomer = operatorEndpoint('POST /api/operator/subscriptions/:id/address', {
  summary: 'Gives one subscription another address, from the first letter that is not sealed.',
  params: byId,
  /** `alsoDefault`: changes the default address of the account too, if the letters go there now. */
  body: z.object({ address: addressInput, alsoDefault: z.optional(z.boolean()), note }),
  reply: getDelivery.reply,
  errors: ['not_found'],
});

export const holdForCustomer = operatorEndpoint('POST /api/operator/subscriptions/:id/hold', {
  summary: 'Holds the letters of a subscription from one on until a day, as its customer can.',
  params: byId,
  body: z.object({
    fromLetter: z.int().check(z.minimum(1), z.maximum(LETTERS_PER_SEASON)),
    resumeOn: calendarDate,
    note,
  }),
  reply: done,
  errors: ['not_found', 'wrong_state'],
});

export const liftHoldForCustomer = operatorEndpoint('POST /api/operator/subscriptions/:id/lift-hold', {
  summary: 'Lifts a hold of letters.',
  params: byId,
  body: z.object({ holdId: uuid, note }),
  reply: done,
  errors: ['not_found'],
});

export const correctName = operatorEndpoint('POST /api/operator/subscribers/:id/name', {
  summary: 'Corrects the name of an account. Addresses keep theirs.',
  params: byId,
  body: z.object({ fullName: requiredText(100), note }),
  reply: done,
  errors: ['not_found'],
});

export const correctEmail = operatorEndpoint('POST /api/operator/subscribers/:id/email', {
  summary: 'Corrects the email of an account. The former address gets an email about it.',
  params: byId,
  body: z.object({ email, note }),
  reply: done,
  errors: ['not_found', 'wrong_state'],
});

export const retryPayment = operatorEndpoint('POST /api/operator/subscribers/:id/retry-payment', {
  summary: 'Charges the overdue payments of a customer again.',
  params: byId,
  body: z.object({ note }),
  reply: z.object({
    outcome: z.enum(RETRY_OUTCOMES),
    /** Why the bank declined it, in words for operators. */
    reason: z.nullable(z.string()),
  }),
  errors: ['not_found', 'wrong_state', 'payments_unavailable'],
});

export const sendCardLink = operatorEndpoint('POST /api/operator/subscribers/:id/card-link', {
  summary: 'Emails a customer the link to update the card, once a day.',
  params: byId,
  body: z.object({ note }),
  reply: done,
  errors: ['not_found', 'wrong_state'],
});

export const correctGiftForCustomer = operatorEndpoint('POST /api/operator/gifts/:id/correct', {
  summary: 'Corrects the recipient, email, message and start of a gift before letter 1 is printed.',
  params: byId,
  body: z.object({
    recipientName: requiredText(100),
    recipientEmail: email,
    giftMessage: lines(GIFT_MESSAGE_LIMIT),
    startDate: calendarDate,
    note,
  }),
  reply: z.object({
    done: z.literal(true),
    recipientEmail: z.string(),
    startDate: calendarDate,
    /** Whether the recipient gets an email. `before`: they had it before, and it isn’t sent again. */
    emailed: z.enum(['now', 'on_start_date', 'before', 'no']),
  }),
  errors: ['not_found', 'gift_frozen'],
});

export const changeGiftAddressForCustomer = operatorEndpoint('POST /api/operator/gifts/:id/address', {
  summary:
    'Corrects the name and address on the envelopes of a gift, until its first letter is frozen, as its giver can.',
  params: byId,
  body: z.object({ mailingAddress, note }),
  reply: done,
  errors: ['not_found', 'gift_frozen', 'validation_failed'],
});

export const resendEmail = operatorEndpoint('POST /api/operator/emails/:id/resend', {
  summary: 'Sends an email again that was sent, to the same address, once an hour.',
  params: byId,
  reply: done,
  errors: ['not_found', 'wrong_state'],
});
