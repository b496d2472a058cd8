import { statesThatCan } from '../fulfilment/pieces/states.sql.ts';
import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { PieceReply } from '../../contract/operator/fulfilment.ts';
import { pieceReply } from '../../contract/operator/replies.ts';
import { envelopeLines, storedAddress, unprintableInWords } from '../../domain/envelope.ts';
import { mailedElsewhere } from '../fulfilment/pieces/mailed-elsewhere.sql.ts';
import { LETTERS, STATE_AT_PRINT } from '../fulfilment/pieces/to-print.ts';
import { pieceCode } from '../fulfilment/pieces/pieces.ts';
import { watchedPieces } from '../fulfilment/scans-schema.ts';
import { lastSeen } from '../fulfilment/scans/sightings.sql.ts';
import { pieceCodes } from '../fulfilment/codes-schema.ts';
import { mailingPieces, mailingRuns } from '../fulfilment/schema.ts';
import type { Db } from '../platform/db/database.ts';
import { present } from '../platform/http/present.ts';
import { isNewer, isOlder, QUERY_LIMIT, type Cursor } from './calls/paging.ts';

type SelectedPiece = Awaited<ReturnType<typeof listTroublePieces>>[number];
export type PieceRow = Omit<SelectedPiece, 'state'> & Partial<Pick<SelectedPiece, 'state'>>;

const CAN_RESHIP = sql<boolean>`${mailingPieces.state} in ${statesThatCan('confirm')}
  and not exists (
    select 1 from mailing_pieces later where later.subscription_id = ${mailingPieces.subscriptionId}
      and later.letter = ${mailingPieces.letter} and later.attempt > ${mailingPieces.attempt})
  and not exists (
    select 1 from reships r where r.subscription_id = ${mailingPieces.subscriptionId}
      and r.letter = ${mailingPieces.letter} and r.attempt = ${mailingPieces.attempt} + 1 and r.state = 'approved')`;

const PIECE = {
  piece: mailingPieces,
  run: mailingRuns,
  canReship: CAN_RESHIP,
  lastSeen: lastSeen(),
  mailedElsewhere: mailedElsewhere(),
};

/** Letters of which no copy was ordered. */
export function openTrouble(state: 'lost' | 'returned'): SQL | undefined {
  return and(eq(mailingPieces.state, state), CAN_RESHIP);
}

export async function findPiece(db: Db, id: string): Promise<PieceRow | null> {
  const [row] = await selectPieces(db).where(eq(mailingPieces.id, id));
  return row ?? null;
}

/** Letters that were set aside first are due first. */
export async function listTroublePieces(db: Db, state: 'set_aside' | 'lost' | 'returned', after: Cursor | null) {
  const { updatedAt, id } = mailingPieces;
  const [isNext, inOrder] = state === 'set_aside' ? [isNewer, asc] : [isOlder, desc];
  return await selectPieces(db)
    .where(and(eq(mailingPieces.state, state), isNext(updatedAt, id, after)))
    .orderBy(inOrder(updatedAt), inOrder(id))
    .limit(QUERY_LIMIT);
}

/** Pieces that the carrier may have lost or is bringing back, newest first (rules/fulfilment 73). */
export async function listWatchedPieces(db: Db, kind: 'quiet' | 'coming_back', after: Cursor | null) {
  const { pieceId, noticedAt } = watchedPieces;
  return await db
    .select({ ...PIECE, noticedAt })
    .from(watchedPieces)
    .innerJoin(mailingPieces, eq(mailingPieces.id, pieceId))
    .leftJoin(mailingRuns, eq(mailingRuns.id, mailingPieces.runId))
    .where(and(isWatched(kind), isOlder(noticedAt, pieceId, after)))
    .orderBy(desc(noticedAt), desc(pieceId))
    .limit(QUERY_LIMIT);
}

export async function countWatched(db: Db, kind: 'quiet' | 'coming_back'): Promise<number> {
  const [row] = await db
    .select({ pieces: count() })
    .from(watchedPieces)
    .innerJoin(mailingPieces, eq(mailingPieces.id, watchedPieces.pieceId))
    .where(isWatched(kind));
  return row?.pieces ?? 0;
}

/** Leaves out pieces that were settled or confirmed since the last check. */
function isWatched(kind: 'quiet' | 'coming_back') {
  return and(eq(watchedPieces.kind, kind), eq(mailingPieces.state, 'handed_over'), isNull(mailingPieces.confirmedAt));
}

export async function listNumbered(db: Db, runId: string, after: { letter: number; number: number }) {
  const { letter, number } = mailingPieces;
  const isNext = sql`(${letter}, ${number}) > (${after.letter}, ${after.number})`;
  return await selectPieces(db)
    .where(and(eq(mailingPieces.runId, runId), isNotNull(number), isNext))
    .orderBy(asc(letter), asc(number))
    .limit(QUERY_LIMIT);
}

/** Pieces that a finder reported, and that nothing has happened to since. */
export async function listFoundPieces(db: Db, after: Cursor | null) {
  const { foundAt, pieceId } = pieceCodes;
  return await db
    .select({
      ...PIECE,
      foundAt: sql<Date>`${foundAt}`.mapWith(foundAt),
    })
    .from(pieceCodes)
    .innerJoin(mailingPieces, eq(mailingPieces.id, pieceId))
    .leftJoin(mailingRuns, eq(mailingRuns.id, mailingPieces.runId))
    .where(and(IS_FOUND, isOlder(foundAt, pieceId, after)))
    .orderBy(desc(foundAt), desc(pieceId))
    .limit(QUERY_LIMIT);
}

const IS_FOUND = and(
  isNotNull(pieceCodes.foundAt),
  inArray(mailingPieces.state, ['handed_over', 'lost']),
  isNull(mailingPieces.confirmedAt),
);

export async function countFound(db: Db): Promise<number> {
  return await db.$count(
    db
      .select({ id: pieceCodes.pieceId })
      .from(pieceCodes)
      .innerJoin(mailingPieces, eq(mailingPieces.id, pieceCodes.pieceId))
      .where(IS_FOUND)
      .as('found'),
  );
}

type Unnumbered = 'waiting' | 'set_aside' | 'frozen';

/**
 * Lists every letter's number, so that the index can skip a million numbered pieces. 'frozen' lists letters that were
 * paid since the last print.
 */
export async function listUnnumbered(db: Db, runId: string, state: Unnumbered, after: string | null) {
  const { id, letter, number } = mailingPieces;
  return await selectPieces(db)
    .where(
      and(
        eq(mailingPieces.runId, runId),
        inArray(letter, LETTERS),
        isNull(number),
        eq(STATE_AT_PRINT, state),
        after === null ? undefined : gt(id, after),
      ),
    )
    .orderBy(asc(id))
    .limit(QUERY_LIMIT);
}

export function selectPieces(db: Db) {
  return db
    .select({ ...PIECE, state: STATE_AT_PRINT })
    .from(mailingPieces)
    .leftJoin(mailingRuns, eq(mailingRuns.id, mailingPieces.runId));
}

export function presentPiece({ piece, run, lastSeen: seen, state = piece.state, ...facts }: PieceRow): PieceReply {
  const { letter, number, updatedAt: changedAt } = piece;
  const address = storedAddress(piece.address);
  const code = run === null || number === null ? null : pieceCode(run, { letter, number });
  const envelope = [...envelopeLines(address)];
  const unprintable = [...unprintableInWords(address)];
  const written = { address, envelope, unprintable };
  return present(pieceReply, { ...piece, ...facts, ...written, state, code, lastSeen: seen, changedAt });
}
