import { ApiError } from '../../platform/errors/api-error.ts';
import type { Actor } from '../runs/events.ts';
import { lockPiece, refOf } from '../pieces/pieces.ts';
import type { FulfilmentContext } from '../runs/fulfilment-context.ts';
import type { Piece } from '../pieces/print-pieces.ts';
import { decideReship, markAs, type Reship, type ReshipWay, sendAgain } from './reships.ts';

export interface Trouble {
  readonly cause: Reship['cause'];
  /** With which run the letter goes out again; null: not at all. */
  readonly sendAgain: ReshipWay | null;
  /** In the operator's words. */
  readonly reason: string | null;
}

/** In which states a piece can be found lost, or back. What is lost may come back yet; what stays as it was may be sent again after all. */
const REPORTED_OF = {
  lost: ['handed_over', 'lost'],
  returned: ['handed_over', 'lost', 'returned'],
} as const satisfies Record<Trouble['cause'], readonly Piece['state'][]>;

/**
 * A letter that the post has taken is lost, or has come back; or is as it was, and goes out again after all.
 * @throws ApiError not_found, wrong_state
 */
export async function reportTrouble(
  ctx: FulfilmentContext,
  pieceId: string,
  trouble: Trouble,
  actor: Actor,
): Promise<void> {
  const { cause, sendAgain: way, reason } = trouble;
  const at = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const piece = await lockPiece(tx, pieceId);
    if (!REPORTED_OF[cause].some((state) => state === piece.state)) {
      throw new ApiError('wrong_state', 'Only a letter that the post has taken can be lost or come back.');
    }
    const isNews = piece.state !== cause;
    if (isNews) await markAs(tx, refOf(piece), { cause, reason, actor, now: at });
    const isSent = way !== null && (await sendAgain(tx, refOf(piece), { cause, way, reason, actor, now: at }));
    if (!isNews && !isSent) throw new ApiError('wrong_state', 'That is known already.');
  });
}

/**
 * An operator's answer to a letter that a subscriber has asked for again.
 * @param way other than the one that was asked for; null leaves it
 * @throws ApiError not_found, wrong_state
 */
export async function answerReship(
  ctx: FulfilmentContext,
  id: string,
  { approve, way }: { readonly approve: boolean; readonly way: ReshipWay | null },
  actor: Actor,
): Promise<Reship> {
  return await ctx.db.transaction((tx) => decideReship(tx, id, { approve, way, actor, now: ctx.clock.now() }));
}
