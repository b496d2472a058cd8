import { eq, sql } from 'drizzle-orm';
import { readLetterCode } from '../../../domain/letter-code.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { findRow } from '../../platform/db/find-row.ts';
import { pieceCodes } from '../codes-schema.ts';
import { findPiece, lockPiece, type Piece, refOf } from '../pieces/pieces.ts';
import { callOffReship } from '../reships.ts';
import { recordPieceEvents } from '../runs/events.ts';
import type { FulfilmentContext } from '../runs/fulfilment-context.ts';
import { mailingPieces } from '../schema.ts';
import { lockSubscription } from '../../commerce/subscriptions/queries.ts';
import { bytesOfCode } from './codes.ts';

export interface LetterReport {
  readonly code: string;
  readonly what: 'came' | 'found';
}

/** The actor in histories if a letter was reported by its code. */
const THE_CODE = 'the code inside';

/** Records what a reader reports with a letter code (rules/fulfilment 57). An unknown code changes nothing. */
export async function recordLetterReport(
  { db, clock }: Pick<FulfilmentContext, 'db' | 'clock'>,
  { code, what }: LetterReport,
): Promise<void> {
  const bits = readLetterCode(code);
  if (bits === null) return;
  const row = await findRow(db, pieceCodes, eq(pieceCodes.code, bytesOfCode(bits)));
  if (row === null) return;
  const now = clock.now();
  await db.transaction(async (tx) => {
    const { subscriptionId } = await findPiece(tx, row.pieceId);
    // Lock the subscription first, as the subscriber's own reports do.
    await lockSubscription(tx, subscriptionId);
    const piece = await lockPiece(tx, row.pieceId);
    if (piece.handedOverOn === null) return;
    await (what === 'came' ? recordCame(tx, piece, now) : recordFind(tx, piece, now));
  });
}

async function recordCame(tx: Transaction, piece: Piece, now: Date): Promise<void> {
  if (piece.confirmedAt !== null) return;
  await tx
    .update(mailingPieces)
    .set({ state: 'handed_over', reason: null, confirmedAt: now, updatedAt: now })
    .where(eq(mailingPieces.id, piece.id));
  await callOffReship(tx, piece.subscriptionId, piece.letter);
  await recordPieceEvents(tx, 'arrived', [refOf(piece)], { actor: THE_CODE, at: now });
}

async function recordFind(tx: Transaction, piece: Piece, now: Date): Promise<void> {
  const { rowCount } = await tx
    .update(pieceCodes)
    .set({ foundAt: now })
    .where(sql`${pieceCodes.pieceId} = ${piece.id} and ${pieceCodes.foundAt} is null`);
  if (rowCount === 0) return;
  await recordPieceEvents(tx, 'found', [refOf(piece)], { actor: THE_CODE, at: now });
}
