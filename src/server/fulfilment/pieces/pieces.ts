import { and, eq } from 'drizzle-orm';
import type { Db, Transaction } from '../../platform/db/database.ts';
import { mailingPieces } from '../schema.ts';
import { notFound } from '../../platform/errors/api-error.ts';
import type { PieceRef } from '../runs/events.ts';
import type { Piece } from './print-pieces.ts';
import { findRunOf, readRunCode } from '../runs/runs.ts';

/**
 * By the code on an envelope, 'F20261113-07-000123': run, letter, number.
 * @throws ApiError not_found
 */
export async function findPieceByCode(db: Db, code: string): Promise<Piece> {
  const [runPart = '', letter = '', number = ''] = code.trim().split('-');
  const named = readRunCode(runPart);
  const run = named === null ? null : await findRunOf(db, named.kind, named.nominalOn);
  if (run === null || !/^\d{1,2}$/.test(letter) || !/^\d{1,9}$/.test(number)) throw notFound('piece');
  const { runId, letter: letterOf, number: numberOf } = mailingPieces;
  const [piece] = await db
    .select()
    .from(mailingPieces)
    .where(and(eq(runId, run.id), eq(letterOf, Number(letter)), eq(numberOf, Number(number))));
  if (piece === undefined) throw notFound('piece');
  return piece;
}

/** @throws ApiError not_found */
export async function lockPiece(tx: Transaction, id: string): Promise<Piece> {
  const [piece] = await tx.select().from(mailingPieces).where(eq(mailingPieces.id, id)).for('no key update');
  if (piece === undefined) throw notFound('piece');
  return piece;
}

export function refOf({ id, subscriptionId, letter, attempt, runId }: Piece): PieceRef & { readonly pieceId: string } {
  return { pieceId: id, subscriptionId, letter, attempt, runId };
}
