import * as z from 'zod/mini';
import { instant, lines, text, uuid } from '../fields.ts';
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
