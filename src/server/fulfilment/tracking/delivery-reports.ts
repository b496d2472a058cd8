import type { CommerceHandler } from '../../commerce/context.ts';
import { eq } from 'drizzle-orm';
import type { confirmLetter, reportMissing } from '../../../contract/letters.ts';
import { formatDate, newYorkDate } from '../../../domain/calendar-date.ts';
import { hasWindowPassed } from '../../../domain/letter-calendar.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { mailingPieces } from '../schema.ts';
import { ApiError, orNotFound } from '../../platform/api-error.ts';
import { recordPieceEvents } from '../runs/events.ts';
import { callOffReship, giveUp, listPendingReships, type ReshipWay } from '../reships.ts';
import { lockReadSubscription, type Subscription } from '../../commerce/subscriptions/queries.ts';
import { type Letters, presentOwnLetters, readLetters } from '../calendar/calendar.ts';
import { listOwnPieces, type OwnPiece } from '../calendar/queries.ts';

export const handleConfirmLetter: CommerceHandler<typeof confirmLetter> = async ({ ctx, user, params }) => {
  await ctx.db.transaction(async (tx) => {
    const subscription = orNotFound(await lockReadSubscription(tx, user.userId, params.id), 'subscription');
    await confirmReceived(tx, subscription, params.letter, { actor: user.userId, now: ctx.clock.now() });
  });
  return await presentOwnLetters(ctx, user.userId, params.id);
};

export const handleReportMissing: CommerceHandler<typeof reportMissing> = async ({ ctx, user, params, body }) => {
  await ctx.db.transaction(async (tx) => {
    const subscription = orNotFound(await lockReadSubscription(tx, user.userId, params.id), 'subscription');
    const report = { actor: user.userId, now: ctx.clock.now() };
    await reportLoss(tx, subscription, params.letter, { ...report, sendAgain: body.sendAgain });
  });
  return await presentOwnLetters(ctx, user.userId, params.id);
};

interface Report {
  readonly actor: string;
  readonly now: Date;
}

/**
 * Records that a letter arrived. The caller must hold the subscription's lock.
 * @throws ApiError wrong_state before the hand-over
 */
export async function confirmReceived(tx: Transaction, { id }: Subscription, letter: number, { actor, now }: Report) {
  const piece = (await attemptsAt(tx, id, letter)).find(({ handedOverOn }) => handedOverOn !== null);
  if (piece === undefined) throw new ApiError('wrong_state', 'That letter hasn’t been mailed yet.');
  if (piece.confirmed) return;
  await tx
    .update(mailingPieces)
    .set({ state: 'handed_over', reason: null, confirmedAt: now, updatedAt: now })
    .where(eq(mailingPieces.id, piece.id));
  await callOffReship(tx, id, letter);
  await recordPieceEvents(tx, 'arrived', [refOf(piece, id)], { actor, at: now });
}

/**
 * Records that a letter is missing. The caller must hold the subscription's lock.
 * @throws ApiError too_early, wrong_state
 */
export async function reportLoss(
  tx: Transaction,
  subscription: Subscription,
  letter: number,
  { sendAgain, actor, now }: Report & { readonly sendAgain: ReshipWay },
): Promise<void> {
  const { id, refundRequestedAt } = subscription;
  if (refundRequestedAt !== null) {
    throw new ApiError('wrong_state', 'This order was refunded or has ended, so we can’t mail a replacement.');
  }
  const [newest] = await attemptsAt(tx, id, letter);
  const piece = await refuseUnlessMissing(tx, id, newest, now);
  const letters = await readLetters(tx, subscription, now);
  await giveUp(tx, refOf(piece, id), {
    cause: 'lost',
    way: wayOf(sendAgain, letters),
    approved: !letters.isSentAgain,
    reason: 'reported by the subscriber',
    actor,
    now,
  });
}

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
    throw new ApiError(
      'wrong_state',
      'You can’t report that letter as missing now. Reload this page to see where it is.',
    );
  }
  if (!hasWindowPassed(piece, newYorkDate(now))) {
    const last = piece.deliveryWindow === null ? 'the last day we expect it' : formatDate(piece.deliveryWindow.latest);
    throw new ApiError(
      'too_early',
      `That letter may still arrive. If it hasn’t arrived by ${last}, report it the day after.`,
    );
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
