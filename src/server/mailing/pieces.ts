import { and, eq, isNotNull } from 'drizzle-orm';
import { isCalendarDate } from '../../domain/calendar-date.ts';
import type { Db, Transaction } from '../db/database.ts';
import { mailingPieces } from '../db/schema.ts';
import { notFound } from '../errors.ts';
import type { PieceRef } from './events.ts';
import type { Piece } from './print/pieces.ts';
import { findRunOf } from './runs.ts';

/** 'F20261113-07-000123', as it stands on labels: run, letter, number. */
const CODE = /^([FL])(\d{4})(\d{2})(\d{2})-\d{2}-(\d{1,9})$/;

/** The piece whose code somebody has read off an envelope. @throws ApiError not_found */
export async function findPieceByCode(db: Db, code: string): Promise<Piece> {
  const [, kind, year, month, day, number] = CODE.exec(code.trim().toUpperCase()) ?? [];
  const nominalOn = `${year}-${month}-${day}`;
  if (!isCalendarDate(nominalOn)) throw notFound('piece');
  const run = await findRunOf(db, kind === 'F' ? 'friday' : 'first_letter', nominalOn);
  if (run === null) throw notFound('piece');
  const [piece] = await db
    .select()
    .from(mailingPieces)
    .where(
      and(eq(mailingPieces.runId, run.id), isNotNull(mailingPieces.number), eq(mailingPieces.number, Number(number))),
    );
  if (piece === undefined) throw notFound('piece');
  return piece;
}

/**
 * A piece, held until the transaction ends.
 * @throws ApiError not_found
 */
export async function lockPiece(tx: Transaction, id: string): Promise<Piece> {
  const [piece] = await tx.select().from(mailingPieces).where(eq(mailingPieces.id, id)).for('update');
  if (piece === undefined) throw notFound('piece');
  return piece;
}

export function refOf({ id, subscriptionId, letter, attempt, runId }: Piece): PieceRef & { readonly pieceId: string } {
  return { pieceId: id, subscriptionId, letter, attempt, runId };
}
