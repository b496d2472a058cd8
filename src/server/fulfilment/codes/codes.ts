import { inArray, sql } from 'drizzle-orm';
import { writeLetterCode } from '../../../domain/letter-code.ts';
import type { Db, Transaction } from '../../platform/db/database.ts';
import { pieceCodes } from '../codes-schema.ts';
import type { NumberedPiece } from '../pieces/pieces.ts';

export interface CodedPiece extends NumberedPiece {
  readonly code: string;
}

interface Numbers {
  readonly runId: string;
  readonly firstNumber: number;
  readonly lastNumber: number;
}

/** If a print was undone, its pieces keep their codes. */
export async function giveCodes(tx: Transaction, { runId, firstNumber, lastNumber }: Numbers): Promise<void> {
  // Six bits of a random UUID are fixed, but none in these ten bytes.
  await tx.execute(sql`
    insert into piece_codes (piece_id, code)
    select id, substring(uuid_send(random) from 1 for 6) || substring(uuid_send(random) from 11 for 4) from (
      select id, gen_random_uuid() as random from mailing_pieces
      where run_id = ${runId} and state = 'frozen' and number between ${firstNumber} and ${lastNumber} offset 0) pile
    on conflict (piece_id) do nothing`);
}

const PAGE = 1_000;

export async function* withCodes(db: Db, pieces: AsyncIterable<NumberedPiece>): AsyncGenerator<CodedPiece> {
  let page: NumberedPiece[] = [];
  for await (const piece of pieces) {
    page.push(piece);
    if (page.length < PAGE) continue;
    yield* await coded(db, page);
    page = [];
  }
  yield* await coded(db, page);
}

export async function coded<P extends { readonly id: string }>(
  db: Db,
  pieces: readonly P[],
): Promise<(P & { readonly code: string })[]> {
  const ids = pieces.map(({ id }) => id);
  const rows = ids.length === 0 ? [] : await db.select().from(pieceCodes).where(inArray(pieceCodes.pieceId, ids));
  const codes = new Map(
    rows.map(({ pieceId, code }) => [pieceId, writeLetterCode(BigInt(`0x${code.toString('hex')}`))]),
  );
  return pieces.map((piece) => {
    const code = codes.get(piece.id);
    if (code === undefined) throw new Error(`The piece ${piece.id} has no code.`);
    return { ...piece, code };
  });
}

export function bytesOfCode(bits: bigint): Buffer {
  return Buffer.from(bits.toString(16).padStart(20, '0'), 'hex');
}
