import { and, asc, eq, gt, gte, isNotNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { subscriptions } from '../../commerce/schema.ts';
import type { Db, Transaction } from '../../platform/db/database.ts';
import { findRow } from '../../platform/db/find-row.ts';
import { notFound, orNotFound } from '../../platform/api-error.ts';
import type { PieceRef } from '../runs/events.ts';
import { findRunOf, readRunCode, type Run, runCode } from '../runs/runs.ts';
import { letterEditions, mailingPieces } from '../schema.ts';

export type Piece = typeof mailingPieces.$inferSelect;
export type NumberedPiece = Piece & { readonly number: number };

/** For example 'F20261113-07-000123': run, letter, number. */
export function pieceCode(run: Run, { letter, number }: { letter: number; number: number }): string {
  return `${runCode(run)}-${String(letter).padStart(2, '0')}-${String(number).padStart(6, '0')}`;
}

/**
 * Finds a piece by the code on its envelope, 'F20261113-07-000123': run, letter, number.
 * @throws ApiError not_found
 */
export async function findPieceByCode(db: Db, code: string): Promise<Piece> {
  const [runPart = '', letter = '', number = ''] = code.trim().split('-');
  const named = readRunCode(runPart);
  const run = named === null ? null : await findRunOf(db, named.kind, named.nominalOn);
  if (run === null || !/^\d{1,2}$/.test(letter) || !/^\d{1,9}$/.test(number)) throw notFound('piece');
  const { runId, letter: letterOf, number: numberOf } = mailingPieces;
  const isNamed = and(eq(runId, run.id), eq(letterOf, Number(letter)), eq(numberOf, Number(number)));
  return orNotFound(await findRow(db, mailingPieces, isNamed), 'piece');
}

/** @throws ApiError not_found */
export async function findPiece(db: Db, id: string): Promise<Piece> {
  const [piece] = await db.select().from(mailingPieces).where(eq(mailingPieces.id, id));
  if (piece === undefined) throw notFound('piece');
  return piece;
}

/** @throws ApiError not_found */
export async function lockPiece(tx: Transaction, id: string): Promise<Piece> {
  return orNotFound(await findRow(tx, mailingPieces, eq(mailingPieces.id, id), 'no key update'), 'piece');
}

export function refOf({ id, subscriptionId, letter, attempt, runId }: Piece): PieceRef & { readonly pieceId: string } {
  return { pieceId: id, subscriptionId, letter, attempt, runId };
}

export interface PieceRange {
  readonly runId: string;
  readonly firstNumber: number;
  readonly lastNumber: number;
  readonly letter: number | null;
  readonly special?: boolean;
  readonly edition?: string;
}

const PAGE = 1_000;

export async function* readPieces(db: Db, range: PieceRange): AsyncGenerator<NumberedPiece> {
  let after = { letter: 0, number: 0 };
  for (;;) {
    const page = await readPage(db, range, after);
    for (const piece of page) {
      if (piece.number === null) continue;
      after = { letter: piece.letter, number: piece.number };
      yield { ...piece, number: piece.number };
    }
    if (page.length < PAGE) return;
  }
}

function isOfEdition(edition: string): SQL {
  return sql`${mailingPieces.subscriptionId} in (
    select s.id from ${subscriptions} s, ${letterEditions} e where e.edition = ${edition} and s.season_id = e.season_id)`;
}

async function readPage(
  db: Db,
  { runId, firstNumber, lastNumber, letter, special, edition }: PieceRange,
  after: { letter: number; number: number },
): Promise<Piece[]> {
  const { letter: letterOf, number } = mailingPieces;
  return await db
    .select()
    .from(mailingPieces)
    .where(
      and(
        eq(mailingPieces.runId, runId),
        letter === null ? undefined : eq(letterOf, letter),
        sql`(${letterOf}, ${number}) > (${after.letter}, ${after.number})`,
        gte(number, firstNumber),
        lte(number, lastNumber),
        special ? or(isNotNull(mailingPieces.card), gt(mailingPieces.attempt, 1)) : undefined,
        edition === undefined ? undefined : isOfEdition(edition),
      ),
    )
    .orderBy(asc(letterOf), asc(number))
    .limit(PAGE);
}
