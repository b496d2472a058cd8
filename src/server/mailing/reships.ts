import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db, Transaction } from '../db/database.ts';
import { reships } from '../db/mailing-schema.ts';
import { mailingPieces } from '../db/schema.ts';
import { ApiError, notFound } from '../errors.ts';
import { type Actor, notePieceEvents, type PieceEvent, type PieceRef } from './events.ts';

export type Reship = typeof reships.$inferSelect;
export type ReshipWay = Reship['way'];

export interface LostPiece extends PieceRef {
  readonly pieceId: string;
  readonly runId: string | null;
}

/**
 * Marks a posted piece as lost or returned, and asks for its letter again.
 * @param approved whether it is sent again at once, or an operator decides first
 */
export async function giveUp(
  tx: Transaction,
  piece: LostPiece,
  {
    cause,
    way,
    approved,
    reason,
    actor,
    now,
  }: {
    cause: Reship['cause'];
    way: ReshipWay;
    approved: boolean;
    reason: string | null;
    actor: Actor;
    now: Date;
  },
): Promise<void> {
  await tx
    .update(mailingPieces)
    .set({ state: cause, reason, updatedAt: now })
    .where(eq(mailingPieces.id, piece.pieceId));
  const { subscriptionId, letter, attempt } = piece;
  await tx
    .insert(reships)
    .values({
      id: sql`gen_random_uuid()`,
      subscriptionId,
      letter,
      attempt: attempt + 1,
      way,
      cause,
      state: approved ? 'approved' : 'asked',
      askedAt: now,
      decidedAt: approved ? now : null,
    })
    .onConflictDoNothing();
  await notePieceEvents(tx, cause, [piece], { actor, at: now, detail: { reason } });
  await notePieceEvents(tx, approved ? 'reship_approved' : 'reship_asked', [piece], {
    actor,
    at: now,
    detail: { way },
  });
}

/** Letters that were sent again for nothing, or are about to be: the first of a season is (PRODUCT has no number; the issue has). */
export async function hasBeenSentAgain(db: Db, subscriptionId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: reships.id })
    .from(reships)
    .where(and(eq(reships.subscriptionId, subscriptionId), eq(reships.state, 'approved')))
    .limit(1);
  return row !== undefined;
}

/** Reships of this subscription whose piece has not come into being. */
export async function listPendingReships(db: Db, subscriptionId: string): Promise<Reship[]> {
  return await db
    .select()
    .from(reships)
    .where(and(eq(reships.subscriptionId, subscriptionId), sql`${reships.state} <> 'refused'`, isPending))
    .orderBy(asc(reships.askedAt));
}

const isPending = sql`not exists (
  select 1 from ${mailingPieces} p
  where p.subscription_id = ${reships.subscriptionId} and p.letter = ${reships.letter} and p.attempt = ${reships.attempt})`;

/** The letter has turned up: it need not be sent again, unless it already lies in a run. */
export async function callOffReship(tx: Transaction, subscriptionId: string, letter: number): Promise<void> {
  await tx
    .delete(reships)
    .where(and(eq(reships.subscriptionId, subscriptionId), eq(reships.letter, letter), isPending));
}

/** @throws ApiError not_found, wrong_state */
export async function decideReship(
  tx: Transaction,
  id: string,
  decision: { approve: boolean; way: ReshipWay | null; actor: Actor; now: Date },
): Promise<Reship> {
  const [reship] = await tx.select().from(reships).where(eq(reships.id, id)).for('update');
  if (reship === undefined) throw notFound('request');
  if (reship.state !== 'asked') throw new ApiError('wrong_state', 'Somebody has decided this already.');
  const { approve, actor, now } = decision;
  const decided = { state: approve ? 'approved' : 'refused', way: decision.way ?? reship.way, decidedAt: now } as const;
  await tx.update(reships).set(decided).where(eq(reships.id, id));
  const event: PieceEvent = approve ? 'reship_approved' : 'reship_refused';
  const { subscriptionId, letter, attempt } = reship;
  await notePieceEvents(tx, event, [{ pieceId: null, runId: null, subscriptionId, letter, attempt }], {
    actor,
    at: now,
  });
  return { ...reship, ...decided };
}
