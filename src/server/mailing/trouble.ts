import { eq } from 'drizzle-orm';
import { mailingPieces } from '../db/schema.ts';
import { ApiError } from '../errors.ts';
import { type Actor, notePieceEvents } from './events.ts';
import { lockPiece, refOf } from './pieces.ts';
import type { PostContext } from './post-context.ts';
import { decideReship, giveUp, type Reship, type ReshipWay } from './reships.ts';

export interface Trouble {
  readonly cause: Reship['cause'];
  /** With which run the letter goes out again; null: not at all. */
  readonly sendAgain: ReshipWay | null;
  /** In the operator's words. */
  readonly reason: string | null;
}

/**
 * A letter that the post has taken is lost, or has come back.
 * @throws ApiError not_found, wrong_state
 */
export async function reportTrouble(ctx: PostContext, pieceId: string, trouble: Trouble, actor: Actor): Promise<void> {
  const { cause, sendAgain: way, reason } = trouble;
  const at = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const piece = await lockPiece(tx, pieceId);
    if (piece.state !== 'handed_over') {
      throw new ApiError('wrong_state', 'Only a letter that the post has taken can be lost or come back.');
    }
    if (way === null) {
      await tx.update(mailingPieces).set({ state: cause, reason, updatedAt: at }).where(eq(mailingPieces.id, pieceId));
      await notePieceEvents(tx, cause, [refOf(piece)], { actor, at, detail: { reason } });
      return;
    }
    await giveUp(tx, refOf(piece), { cause, way, approved: true, reason, actor, now: at });
  });
}

/**
 * An operator's answer to a letter that a subscriber has asked for again.
 * @param way other than the one that was asked for; null leaves it
 * @throws ApiError not_found, wrong_state
 */
export async function answerReship(
  ctx: PostContext,
  id: string,
  { approve, way }: { readonly approve: boolean; readonly way: ReshipWay | null },
  actor: Actor,
): Promise<Reship> {
  return await ctx.db.transaction((tx) => decideReship(tx, id, { approve, way, actor, now: ctx.clock.now() }));
}
