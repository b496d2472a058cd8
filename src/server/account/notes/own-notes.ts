import { and, asc, eq } from 'drizzle-orm';
import type { Db, Transaction } from '../../platform/db/database.ts';
import { noteBooks, notes } from './schema.ts';

export async function readOwnNotes(db: Db, userId: string) {
  const { seasonId, letter, kind, pinnedTo, text, changedAt } = notes;
  const rows = await db
    .select({ seasonId, letter, kind, pinnedTo, text, changedAt })
    .from(notes)
    .where(and(eq(notes.userId, userId), eq(notes.deleted, false)))
    .orderBy(asc(seasonId), asc(letter), asc(changedAt));
  return rows.map((row) => ({ ...row, changedAt: row.changedAt.toISOString() }));
}

export async function eraseNotes(tx: Transaction, userId: string): Promise<void> {
  for (const table of [notes, noteBooks]) await tx.delete(table).where(eq(table.userId, userId));
}
