import { and, asc, eq, gt, gte, isNotNull, lte, or, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { mailingPieces } from '../schema.ts';

export type Piece = typeof mailingPieces.$inferSelect;
export type NumberedPiece = Piece & { readonly number: number };

export interface PieceRange {
  readonly runId: string;
  readonly firstNumber: number;
  readonly lastNumber: number;
  /** Null: all letters. */
  readonly letter: number | null;
  /** Only gifts and reships. */
  readonly special?: boolean;
}

const PAGE = 1_000;

/** In the order of the pile, one page in memory at a time. */
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

async function readPage(
  db: Db,
  { runId, firstNumber, lastNumber, letter, special }: PieceRange,
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
      ),
    )
    .orderBy(asc(letterOf), asc(number))
    .limit(PAGE);
}
