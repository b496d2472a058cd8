import { ApiError } from '../../platform/errors/api-error.ts';
import type { Actor } from '../runs/events.ts';
import { lockPiece, refOf } from '../pieces/pieces.ts';
import type { FulfilmentContext } from '../runs/fulfilment-context.ts';
import type { Piece } from '../pieces/print-pieces.ts';
import { decideReship, markAs, type Reship, type ReshipWay, sendAgain } from './reships.ts';

export interface Trouble {
  readonly cause: Reship['cause'];
  /** Null: not sent again. */
  readonly sendAgain: ReshipWay | null;
  readonly reason: string | null;
}

/** A lost piece may come back, and one reported before may be sent again after all. */
const REPORTED_OF = {
  lost: ['handed_over', 'lost'],
  returned: ['handed_over', 'lost', 'returned'],
} as const satisfies Record<Trouble['cause'], readonly Piece['state'][]>;

/** @throws ApiError not_found, wrong_state */
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

/** @param way null: as asked @throws ApiError not_found, wrong_state */
export async function answerReship(
  ctx: FulfilmentContext,
  id: string,
  { approve, way }: { readonly approve: boolean; readonly way: ReshipWay | null },
  actor: Actor,
): Promise<Reship> {
  return await ctx.db.transaction((tx) => decideReship(tx, id, { approve, way, actor, now: ctx.clock.now() }));
}
