import { MOST_NOTES, type NoteReply, type SyncReply, type syncNotes } from '../../../contract/notes.ts';
import { newYorkDate } from '../../../domain/calendar-date.ts';
import type { CommerceContext, CommerceHandler } from '../../commerce/context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { ApiError, notFound } from '../../platform/api-error.ts';
import { enforceLimit } from '../../platform/rate-limits/rate-limits.ts';
import { type CaseFile, requireCaseFile } from '../case-file/letters-at-hand.ts';
import { NoteMerger, placesOf } from './merge-changes.ts';
import {
  countNotes,
  findNotes,
  listNotesSince,
  lockNoteBook,
  type NoteBook,
  type NoteRow,
  saveLastChange,
  saveNotes,
} from './queries.ts';

const LIMIT = { points: 900, seconds: 600 };
const REFUSAL =
  'Your notes are saved on this device. Keep this page open, and we’ll save them to your account in about ten minutes.';
const NOTES_PER_REPLY = 500;

type Call = Parameters<CommerceHandler<typeof syncNotes>>[0];

/**
 * Stores a device's changes of notes and returns the changes of other devices (rules/reading 13 to 17, decision 117).
 */
export const handleSyncNotes: CommerceHandler<typeof syncNotes> = async ({ ctx, user, body }) => {
  const { seasonId, since, changes } = body;
  await enforceLimit(ctx, `notes:${user.userId}`, LIMIT, REFUSAL);
  const file = await requireCaseFile(ctx.db, user.userId, seasonId, newYorkDate(ctx.clock.now()));
  const book: NoteBook = { userId: user.userId, seasonId };
  const touched = changes.length === 0 ? [] : await takeChanges(ctx, book, file, body);
  const page = await listNotesSince(ctx.db, book, since, NOTES_PER_REPLY);
  const listed = new Set(page.map(({ id }) => id));
  return {
    cursor: page.at(-1)?.changeNumber ?? since,
    more: page.length === NOTES_PER_REPLY,
    notes: [...touched.filter(({ id }) => !listed.has(id)), ...page].map(presentNote),
    taken: changes.map(({ id, seq }) => ({ id, seq })),
  } satisfies SyncReply;
};

async function takeChanges(
  ctx: CommerceContext,
  book: NoteBook,
  file: CaseFile,
  { device, changes }: Call['body'],
): Promise<NoteRow[]> {
  return await ctx.db.transaction(async (tx) => {
    const lastChange = await lockNoteBook(tx, book);
    const rows = await findNotes(tx, book, changes.flatMap(placesOf));
    const merger = new NoteMerger(book, rows, lastChange, ctx.clock.now(), Math.max(0, ...file.atHand));
    for (const change of changes) merger.merge(device, change);
    await refuseUnpinnable(tx, book, file, rows, merger.changed);
    await saveNotes(tx, merger.changed);
    await saveLastChange(tx, book, merger.lastChange);
    return merger.touched;
  });
}

/** @throws ApiError not_found for a letter that the user hasn't received, wrong_state if there are too many notes */
async function refuseUnpinnable(
  tx: Transaction,
  book: NoteBook,
  { atHand }: CaseFile,
  stored: readonly NoteRow[],
  changed: readonly NoteRow[],
): Promise<void> {
  const known = new Set(stored.map(({ id }) => id));
  const added = changed.filter(({ id }) => !known.has(id));
  if (added.some(({ letter }) => !atHand.has(letter))) throw notFound('letter');
  if (added.length > 0 && (await countNotes(tx, book)) + added.length > MOST_NOTES) {
    throw new ApiError(
      'wrong_state',
      `You have ${MOST_NOTES.toLocaleString('en-US')} notes, which is the most we can keep. Delete some first.`,
    );
  }
}

function presentNote({ id, version, letter, kind, pinnedTo, text, deleted, changedAt }: NoteRow): NoteReply {
  return { id, version, letter, kind, pinnedTo, text, deleted, changedAt: changedAt.toISOString() };
}
