import { nextPieceState, type PieceStep } from '../../domain/piece-state.ts';
import { and, asc, eq, gt, ne, sql } from 'drizzle-orm';
import { subscriptions } from '../commerce/schema.ts';
import type { Db, Transaction } from '../platform/db/database.ts';
import { findRow } from '../platform/db/find-row.ts';
import { jsonRows } from '../platform/db/whole-row.ts';
import { reships, mailingPieces } from './schema.ts';
import { ApiError, orNotFound } from '../platform/api-error.ts';
import { lockPiece, type Piece, refOf } from './pieces/pieces.ts';
import { type Actor, recordPieceEvents, type PieceRef } from './runs/events.ts';
import type { FulfilmentContext } from './runs/fulfilment-context.ts';

export type Reship = typeof reships.$inferSelect;
export type ReshipWay = Reship['way'];

export interface LostPiece extends PieceRef {
  readonly pieceId: string;
  readonly runId: string | null;
}

interface Report {
  readonly cause: Reship['cause'];
  readonly reason: string | null;
  readonly actor: Actor;
  readonly now: Date;
}

interface Request extends Report {
  readonly way: ReshipWay;
}

async function markAs(tx: Transaction, piece: LostPiece, { cause, reason, actor, now }: Report): Promise<void> {
  await tx
    .update(mailingPieces)
    .set({ state: cause, reason, updatedAt: now })
    .where(eq(mailingPieces.id, piece.pieceId));
  await recordPieceEvents(tx, cause, [piece], { actor, at: now, detail: { reason } });
}

/** @param approved true mails the letter again without an operator's decision */
export async function giveUp(
  tx: Transaction,
  piece: LostPiece,
  { approved, ...request }: Request & { readonly approved: boolean },
): Promise<void> {
  const { way, actor, now } = request;
  await markAs(tx, piece, request);
  await tx
    .insert(reships)
    .values({ ...nextOf(piece, request), state: approved ? 'approved' : 'asked', decidedAt: approved ? now : null })
    .onConflictDoNothing();
  await recordPieceEvents(tx, approved ? 'reship_approved' : 'reship_asked', [piece], {
    actor,
    at: now,
    detail: { way },
  });
}

/**
 * An operator's reship, in addition to any earlier request or refusal.
 * @returns false if it was already approved
 * @throws ApiError wrong_state
 */
export async function sendAgain(tx: Transaction, piece: LostPiece, request: Request): Promise<boolean> {
  const { cause, way, reason, actor, now } = request;
  if (await hasLaterAttempt(tx, piece)) {
    throw new ApiError('wrong_state', 'This letter has been sent again since. What can be lost now is the later one.');
  }
  const decided = { state: 'approved', way, cause, decidedAt: now } as const;
  const approved = await tx
    .insert(reships)
    .values({ ...nextOf(piece, request), ...decided })
    .onConflictDoUpdate({
      target: [reships.subscriptionId, reships.letter, reships.attempt],
      set: decided,
      setWhere: ne(reships.state, 'approved'),
    })
    .returning({ id: reships.id });
  if (approved.length === 0) return false;
  await recordPieceEvents(tx, 'reship_approved', [piece], { actor, at: now, detail: { way, reason } });
  return true;
}

function nextOf({ subscriptionId, letter, attempt }: LostPiece, { way, cause, now }: Request) {
  return { id: sql`gen_random_uuid()`, subscriptionId, letter, attempt: attempt + 1, way, cause, askedAt: now };
}

async function hasLaterAttempt(tx: Transaction, { subscriptionId, letter, attempt }: LostPiece): Promise<boolean> {
  const later = await tx.$count(
    mailingPieces,
    and(
      eq(mailingPieces.subscriptionId, subscriptionId),
      eq(mailingPieces.letter, letter),
      gt(mailingPieces.attempt, attempt),
    ),
  );
  return later > 0;
}

export const isSentAgain = sql<boolean>`exists (select 1 from ${reships} where ${reships.subscriptionId} = ${subscriptions.id} and ${reships.state} = 'approved')`;

const isPending = sql`not exists (
  select 1 from ${mailingPieces} p
  where p.subscription_id = ${reships.subscriptionId} and p.letter = ${reships.letter} and p.attempt = ${reships.attempt})`;

/** Includes refused ones, since an operator may change the decision. */
export const unsentReships = jsonRows(
  {
    id: reships.id,
    letter: reships.letter,
    attempt: reships.attempt,
    way: reships.way,
    state: reships.state,
    decidedAt: sql<string | null>`${reships.decidedAt}`,
  },
  sql`${reships} where ${reships.subscriptionId} = ${subscriptions.id} and ${isPending}`,
  sql`${reships.askedAt}`,
);

export async function listPendingReships(db: Db, subscriptionId: string): Promise<Reship[]> {
  return await db
    .select()
    .from(reships)
    .where(and(eq(reships.subscriptionId, subscriptionId), ne(reships.state, 'refused'), isPending))
    .orderBy(asc(reships.askedAt));
}

export async function callOffReship(tx: Transaction, subscriptionId: string, letter: number): Promise<void> {
  await tx
    .delete(reships)
    .where(and(eq(reships.subscriptionId, subscriptionId), eq(reships.letter, letter), isPending));
}

export interface Trouble {
  readonly cause: Reship['cause'];
  readonly sendAgain: ReshipWay | null;
  readonly reason: string | null;
}

const STEP_OF = { lost: 'lose', returned: 'return' } as const satisfies Record<Trouble['cause'], PieceStep>;

/** @throws ApiError not_found, wrong_state */
export async function reportTrouble(ctx: FulfilmentContext, pieceId: string, trouble: Trouble, actor: Actor) {
  await ctx.db.transaction((tx) => applyTrouble(ctx, tx, pieceId, trouble, actor));
}

/**
 * @returns whether the loss or return is new
 * @throws ApiError not_found, wrong_state
 */
export async function applyTrouble(
  { clock }: Pick<FulfilmentContext, 'clock'>,
  tx: Transaction,
  pieceId: string,
  { cause, sendAgain: way, reason }: Trouble,
  actor: Actor,
): Promise<{ readonly piece: Piece; readonly isNews: boolean }> {
  const now = clock.now();
  const piece = await lockPiece(tx, pieceId);
  if (nextPieceState(piece.state, STEP_OF[cause]) === null) {
    throw new ApiError('wrong_state', 'Only a letter that the post has taken can be lost or come back.');
  }
  const isNews = piece.state !== cause;
  if (isNews) await markAs(tx, refOf(piece), { cause, reason, actor, now });
  const isSent = way !== null && (await sendAgain(tx, refOf(piece), { cause, way, reason, actor, now }));
  if (!isNews && !isSent) throw new ApiError('wrong_state', 'That is known already.');
  return { piece, isNews };
}

/**
 * An operator's decision about a request to mail a letter again.
 * @param way null: as requested
 * @throws ApiError not_found, wrong_state
 */
export async function answerReship(
  ctx: FulfilmentContext,
  id: string,
  { approve, way }: { readonly approve: boolean; readonly way: ReshipWay | null },
  actor: Actor,
): Promise<Reship> {
  return await ctx.db.transaction(async (tx) => {
    const reship = orNotFound(await findRow(tx, reships, eq(reships.id, id), 'no key update'), 'request');
    if (reship.state !== 'asked') throw new ApiError('wrong_state', 'Somebody has decided this already.');
    const at = ctx.clock.now();
    const state = approve ? 'approved' : 'refused';
    const decided = { state, way: way ?? reship.way, decidedAt: at } as const;
    await tx.update(reships).set(decided).where(eq(reships.id, id));
    const { subscriptionId, letter, attempt } = reship;
    const piece = { pieceId: null, runId: null, subscriptionId, letter, attempt };
    await recordPieceEvents(tx, `reship_${state}`, [piece], { actor, at });
    return { ...reship, ...decided };
  });
}

/**
 * Takes an approval back until the copy is sealed. A request that waited for a decision waits again; otherwise the
 * reship is deleted.
 * @throws ApiError not_found, wrong_state
 */
export async function undoReship(ctx: FulfilmentContext, id: string, actor: Actor): Promise<Reship> {
  return await ctx.db.transaction(async (tx) => {
    const reship = orNotFound(await findRow(tx, reships, eq(reships.id, id), 'update'), 'copy');
    const isOpen = (await tx.$count(reships, and(eq(reships.id, id), eq(reships.state, 'approved'), isPending))) > 0;
    if (!isOpen) throw new ApiError('wrong_state', 'The copy is sealed already, or was taken back.');
    const { subscriptionId, letter, attempt, askedAt, decidedAt } = reship;
    const wasAsked = decidedAt !== null && askedAt < decidedAt;
    await (wasAsked
      ? tx.update(reships).set({ state: 'asked', decidedAt: null }).where(eq(reships.id, id))
      : tx.delete(reships).where(eq(reships.id, id)));
    const piece = { pieceId: null, runId: null, subscriptionId, letter, attempt };
    await recordPieceEvents(tx, 'reship_undone', [piece], { actor, at: ctx.clock.now() });
    return reship;
  });
}
