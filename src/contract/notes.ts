import * as z from 'zod/mini';
import { seasonId } from './checkout.ts';
import { endpoint } from './endpoint.ts';
import { instant, untrimmedText, uuid } from './fields.ts';

export const NOTE_LENGTH = 5_000;
export const MOST_NOTES = 12_000;
export const CHANGES_PER_CALL = 50;

const pin = {
  /** The letter that a note is pinned to. The user must have received it. */
  letter: z.int().check(z.gte(1), z.lte(24)),
  kind: z.enum(['letter', 'passage', 'person']),
  /** The words of the passage or the name of the person; empty for a note on a whole letter. */
  pinnedTo: untrimmedText(500),
};

const change = z.object({
  /** The browser makes this id, and the id of a copy as well (decision 117). */
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
