import { eq } from 'drizzle-orm';
import type { Transaction } from '../../platform/db/database.ts';
import { letterFaults, openedHints, openedLetters } from './schema.ts';
import { deleteTheories } from './theory/queries.ts';

/** Deletes everything a user entered in case files, including sealed theories (rules/case-file 12). */
export async function eraseCaseFiles(tx: Transaction, userId: string): Promise<void> {
  for (const table of [openedLetters, openedHints, letterFaults]) {
    await tx.delete(table).where(eq(table.userId, userId));
  }
  await deleteTheories(tx, userId);
}
