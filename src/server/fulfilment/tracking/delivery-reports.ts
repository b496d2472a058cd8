import type { CommerceHandler } from '../../commerce/context.ts';
import { eq } from 'drizzle-orm';
import type { confirmLetter, reportMissing } from '../../../contract/letters.ts';
import { newYorkDate } from '../../../domain/calendar-date.ts';
import { hasWindowPassed } from '../../../domain/letter-calendar.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { mailingPieces } from '../schema.ts';
import { ApiError, notFound, orNotFound } from '../../platform/errors/api-error.ts';
import { recordPieceEvents } from '../runs/events.ts';
import { callOffReship, giveUp, hasBeenSentAgain, listPendingReships, type ReshipWay } from '../reships/reships.ts';
import { lockOwnSubscription } from '../../commerce/subscriptions/queries.ts';
import { type Letters, presentOwnLetters, readLetters } from '../calendar/calendar.ts';
import { listOwnPieces, type OwnPiece } from '../calendar/queries.ts';

export const handleConfirmLetter: CommerceHandler<typeof confirmLetter> = async ({ ctx, user, params }) => {
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    if ((await lockOwnSubscription(tx, user.userId, params.id)) === null) throw notFound('subscription');
    const piece = (await attemptsAt(tx, params.id, params.letter)).find(({ handedOverOn }) => handedOverOn !== null);
    if (piece === undefined)
      throw new ApiError('wrong_state', 'That letter has not been posted yet. It cannot have come.');
    if (piece.confirmed) return;
    await tx
      .update(mailingPieces)
      .set({ state: 'handed_over', reason: null, confirmedAt: now, updatedAt: now })
      .where(eq(mailingPieces.id, piece.id));
    await callOffReship(tx, params.id, params.letter);
    await recordPieceEvents(tx, 'arrived', [refOf(piece, params.id)], { actor: user.userId, at: now });
  });
  return await presentOwnLetters(ctx, user.userId, params.id);
};

export const handleReportMissing: CommerceHandler<typeof reportMissing> = async ({ ctx, user, params, body }) => {
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const subscription = orNotFound(await lockOwnSubscription(tx, user.userId, params.id), 'subscription');
    if (subscription.refundRequestedAt !== null) {
      throw new ApiError('wrong_state', 'Your money has gone back, and nothing more is mailed: not even again.');
    }
    const [newest] = await attemptsAt(tx, params.id, params.letter);
    const piece = await refuseUnlessMissing(tx, params.id, newest, now);
    await giveUp(tx, refOf(piece, params.id), {
      cause: 'lost',
      way: wayOf(body.sendAgain, await readLetters(tx, subscription, now)),
      approved: !(await hasBeenSentAgain(tx, params.id)),
      reason: 'reported by the subscriber',
      actor: user.userId,
      now,
    });
  });
  return await presentOwnLetters(ctx, user.userId, params.id);
};

async function attemptsAt(tx: Transaction, subscriptionId: string, letter: number): Promise<OwnPiece[]> {
  const pieces = await listOwnPieces(tx, subscriptionId);
  return pieces.filter((piece) => piece.letter === letter).toReversed();
}

async function refuseUnlessMissing(tx: Transaction, subscriptionId: string, piece: OwnPiece | undefined, now: Date) {
  const pending = await listPendingReships(tx, subscriptionId);
  if (
    piece === undefined ||
    piece.confirmed ||
    piece.state !== 'handed_over' ||
    pending.some(({ letter }) => letter === piece.letter)
  ) {
    throw new ApiError('wrong_state', 'That letter is not on its way, so it cannot be missing.');
  }
  if (!hasWindowPassed(piece, newYorkDate(now))) {
    throw new ApiError('too_early', 'The post still has time for that letter. Look again when its window has passed.');
  }
  return piece;
}

function refOf(piece: OwnPiece, subscriptionId: string) {
  const { id: pieceId, letter, attempt, runId } = piece;
  return { pieceId, subscriptionId, letter, attempt, runId };
}

function wayOf(requested: ReshipWay, { calendar }: Letters): ReshipWay {
  return calendar.some(({ state }) => state === 'planned') ? requested : 'now';
}
