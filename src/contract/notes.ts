import * as z from 'zod/mini';
import { seasonId } from './checkout.ts';
import { endpoint } from './endpoint.ts';
import { instant, untrimmedText, uuid } from './fields.ts';

export const NOTE_LENGTH = 5_000;
export const MOST_NOTES = 12_000;
export const CHANGES_PER_CALL = 50;

const pin = {
  /** No note is pinned to a letter that has not come. */
  letter: z.int().check(z.gte(1), z.lte(24)),
  kind: z.enum(['letter', 'passage', 'person']),
  /** The passage's words or the person's name; empty for a letter as a whole. */
  pinnedTo: untrimmedText(500),
};

const change = z.object({
  /** Made by the device, as is that of a copy (decision 117). */
  id: uuid,
  copyId: uuid,
  seq: z.int().check(z.gte(1)),
  base: z.int().check(z.gte(0)),
  ...pin,
  text: untrimmedText(NOTE_LENGTH),
  deleted: z.boolean(),
});
export type NoteChangeBody = z.output<typeof change>;

const note = z.object({
  id: uuid,
  version: z.int(),
  ...pin,
  text: z.string(),
  deleted: z.boolean(),
  changedAt: instant,
});
export type NoteReply = z.output<typeof note>;

export const syncNotes = endpoint('POST /api/case-notes/sync', {
  access: 'session',
  summary: 'Takes a device’s changes of the signed-in person’s notes, each once, and answers what has changed since.',
  body: z.object({
    seasonId,
    device: uuid,
    since: z.int().check(z.gte(0)),
    changes: z.array(change).check(z.maxLength(CHANGES_PER_CALL)),
  }),
  reply: z.object({
    cursor: z.int(),
    more: z.boolean(),
    notes: z.array(note),
    taken: z.array(z.object({ id: uuid, seq: z.int() })),
  }),
  errors: ['not_found', 'wrong_state', 'rate_limited'],
});
export type SyncReply = z.output<typeof syncNotes.reply>;
