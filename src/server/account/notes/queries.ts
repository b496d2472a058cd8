import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Db, Transaction } from '../../platform/db/database.ts';
import { noteBooks, notes } from './schema.ts';

export type NoteRow = typeof notes.$inferSelect;

export interface NoteBook {
  readonly userId: string;
  readonly seasonId: string;
}

/** @returns the number of the last change; 0 if there is none */
export async function lockNoteBook(tx: Transaction, book: NoteBook): Promise<number> {
  await tx
    .insert(noteBooks)
    .values({ ...book, lastChange: 0 })
    .onConflictDoNothing();
  const isIt = and(eq(noteBooks.userId, book.userId), eq(noteBooks.seasonId, book.seasonId));
  const [row] = await tx.select({ lastChange: noteBooks.lastChange }).from(noteBooks).where(isIt).for('update');
  return row?.lastChange ?? 0;
}

export async function saveLastChange(tx: Transaction, { userId, seasonId }: NoteBook, lastChange: number) {
  const isIt = and(eq(noteBooks.userId, userId), eq(noteBooks.seasonId, seasonId));
  await tx.update(noteBooks).set({ lastChange }).where(isIt);
}

export async function findNotes(db: Db, book: NoteBook, ids: readonly string[]): Promise<NoteRow[]> {
  if (ids.length === 0) return [];
  return await db
    .select()
    .from(notes)
    .where(and(ofBook(book), inArray(notes.id, [...ids])));
}

export async function listNotesSince(db: Db, book: NoteBook, since: number, limit: number): Promise<NoteRow[]> {
  return await db
    .select()
    .from(notes)
    .where(and(ofBook(book), gt(notes.changeNumber, since)))
    .orderBy(asc(notes.changeNumber))
    .limit(limit);
}

export async function countNotes(db: Db, book: NoteBook): Promise<number> {
  return await db.$count(notes, ofBook(book));
}

export async function saveNotes(tx: Transaction, rows: readonly NoteRow[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = [
    'letter',
    'kind',
    'pinned_to',
    'text',
    'deleted',
    'version',
    'applied',
    'change_number',
    'changed_at',
    'written_with',
  ];
  const [letter, kind, pinnedTo, text, deleted, version, applied, changeNumber, changedAt, writtenWith] = columns.map(
    (column) => sql.raw(`excluded.${column}`),
  );
  await tx
    .insert(notes)
    .values([...rows])
    .onConflictDoUpdate({
      target: [notes.userId, notes.seasonId, notes.id],
      set: { letter, kind, pinnedTo, text, deleted, version, applied, changeNumber, changedAt, writtenWith },
    });
}

function ofBook({ userId, seasonId }: NoteBook) {
  return and(eq(notes.userId, userId), eq(notes.seasonId, seasonId));
}
