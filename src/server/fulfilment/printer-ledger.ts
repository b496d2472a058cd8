import { and, eq, sql } from 'drizzle-orm';
import type { Db, Transaction } from '../platform/db/database.ts';
import { findRow } from '../platform/db/find-row.ts';
import { ApiError } from '../platform/api-error.ts';
import { printerBatches, printerLetters } from './printer-schema.ts';

export type PrinterBatch = typeof printerBatches.$inferSelect;
export type PrinterLetter = typeof printerLetters.$inferSelect;
export type PrinterState = PrinterLetter['state'];

export async function findPrinterBatch(db: Db, runId: string, batch: number): Promise<PrinterBatch | null> {
  return await findRow(db, printerBatches, and(eq(printerBatches.runId, runId), eq(printerBatches.batch, batch)));
}

export async function countPrinterLetters(
  db: Db,
  runId: string,
  batch: number,
): Promise<Partial<Record<PrinterState, number>>> {
  const rows = await db
    .select({ state: printerLetters.state, count: sql<number>`count(*)::int` })
    .from(printerLetters)
    .where(and(eq(printerLetters.runId, runId), eq(printerLetters.batch, batch)))
    .groupBy(printerLetters.state);
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

/**
 * Refuses a hand-over unless the printer has all of the batch's letters (rules/fulfilment 76).
 * @throws ApiError wrong_state
 */
export async function refuseUnlessAccepted(tx: Transaction, runId: string, batch: number): Promise<void> {
  const { accepted: _accepted = 0, ...others } = await countPrinterLetters(tx, runId, batch);
  if (Object.values(others).every((count) => count === 0)) return;
  throw new ApiError(
    'wrong_state',
    `The printer does not have every letter of batch ${batch}. See what became of them first.`,
  );
}

/** @throws ApiError wrong_state while the printer may still print the letters */
export async function deleteCalledBack(tx: Transaction, runId: string, batch: number): Promise<void> {
  const { called_back: _calledBack = 0, ...others } = await countPrinterLetters(tx, runId, batch);
  if (Object.values(others).some((count) => count > 0)) {
    throw new ApiError('wrong_state', 'The printer has letters of this batch. Call them back first.');
  }
  await tx.delete(printerLetters).where(and(eq(printerLetters.runId, runId), eq(printerLetters.batch, batch)));
  await tx.delete(printerBatches).where(and(eq(printerBatches.runId, runId), eq(printerBatches.batch, batch)));
}

/**
 * Cancels letters at the printer whose pieces were withdrawn.
 * @returns how many
 */
export async function callBackWithdrawn(db: Db, runId: string): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update printer_letters l set state = 'calling_back', tried_at = null
    where l.run_id = ${runId} and l.state in ('to_send', 'accepted') and not exists (select from mailing_pieces p where p.id = l.piece_id)`);
  return rowCount ?? 0;
}
