import { and, asc, desc, eq, type SQL } from 'drizzle-orm';
import type { Db, Transaction } from '../platform/db/database.ts';
import { findRow } from '../platform/db/find-row.ts';
import { customerNotes, customerTags } from './schema.ts';

export type CustomerNote = typeof customerNotes.$inferSelect;

export async function listTags(db: Db, userId: string) {
  const { tag, operator, createdAt } = customerTags;
  return await db
    .select({ tag, operator, since: createdAt })
    .from(customerTags)
    .where(eq(customerTags.userId, userId))
    .orderBy(asc(tag))
    .limit(100);
}

/** @returns false if the customer already has the tag */
export async function insertTag(tx: Transaction, row: typeof customerTags.$inferInsert): Promise<boolean> {
  return (await tx.insert(customerTags).values(row).onConflictDoNothing()).rowCount === 1;
}

/** @returns false if the customer doesn't have the tag */
export async function deleteTag(tx: Transaction, userId: string, tag: string): Promise<boolean> {
  const isIt = and(eq(customerTags.userId, userId), eq(customerTags.tag, tag));
  return (await tx.delete(customerTags).where(isIt)).rowCount === 1;
}

/** Newest first. */
export async function listNotes(db: Db, userId: string, isBefore: SQL | undefined, limit: number) {
  return await db
    .select()
    .from(customerNotes)
    .where(and(eq(customerNotes.userId, userId), isBefore))
    .orderBy(desc(customerNotes.createdAt), desc(customerNotes.id))
    .limit(limit);
}

/** @returns null if a note with that id exists */
export async function insertNote(tx: Transaction, note: CustomerNote): Promise<CustomerNote | null> {
  const [row] = await tx.insert(customerNotes).values(note).onConflictDoNothing().returning();
  return row ?? null;
}

export async function findNote(db: Db, id: string): Promise<CustomerNote | null> {
  return await findRow(db, customerNotes, eq(customerNotes.id, id));
}

export async function deleteNoteById(tx: Transaction, id: string): Promise<CustomerNote | null> {
  const [row] = await tx.delete(customerNotes).where(eq(customerNotes.id, id)).returning();
  return row ?? null;
}

export async function eraseTagsAndNotes(tx: Transaction, userId: string): Promise<void> {
  for (const table of [customerTags, customerNotes]) await tx.delete(table).where(eq(table.userId, userId));
}

/** For the export of a customer's data. Leaves out the operators' names, which are personal data too. */
export async function readOwnTagsAndNotes(db: Db, userId: string) {
  const tags = await listTags(db, userId);
  const { text, createdAt } = customerNotes;
  const notes = await db
    .select({ text, writtenAt: createdAt })
    .from(customerNotes)
    .where(eq(customerNotes.userId, userId))
    .orderBy(asc(createdAt));
  return {
    tagsAboutYou: tags.map(({ tag, since }) => ({ tag, since: since.toISOString() })),
    notesAboutYou: notes.map((note) => ({ ...note, writtenAt: note.writtenAt.toISOString() })),
  };
}
