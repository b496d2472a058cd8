import * as z from 'zod/mini';
import { instant, lines, requiredText, stripeId, text, uuid } from '../fields.ts';
import { byId, listOf, operatorEndpoint } from './paging.ts';

const tag = text(40).check(
  z.toLowerCase(),
  z.regex(/^[\p{L}\p{N}][\p{L}\p{N} _-]*$/u, 'Letters, digits, spaces and hyphens, please.'),
);

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
  body: z.object({ tag }),
  reply: tags,
  errors: ['not_found', 'wrong_state'],
});

export const removeTag = operatorEndpoint('POST /api/operator/subscribers/:id/remove-tag', {
  summary: 'Takes a tag from a subscriber.',
  params: byId,
  body: z.object({ tag }),
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
    /** Refunded of it so far, as the operator saw it: the same order twice is one refund. */
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
    /** Null: all payments. */
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
