import type { correctGift } from '../../../contract/gifts.ts';
import { newYorkDate } from '../../../domain/calendar-date.ts';
import { mayCorrectGift } from '../../../domain/gift.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { CommerceContext, CommerceHandler } from '../context.ts';
import { announceToCorrected } from './announce-gift.ts';
import { endMailedLinks } from './claim-gift.ts';
import { lockGivenGift, presentOwnGift } from './gifts.ts';
import { refuseLongMessage } from './message-room.ts';
import { giftFacts } from './present.ts';
import { changeGiftRow, type PaidGift } from './queries.ts';

export const handleCorrectGift: CommerceHandler<typeof correctGift> = async (call) => {
  const { ctx, body } = call;
  const now = ctx.clock.now();
  const key = { id: call.params.id, userId: call.user.userId };
  const message = body.giftMessage === '' ? null : body.giftMessage;
  await ctx.db.transaction(async (tx) => {
    const row = await lockGivenGift(ctx, tx, key, newYorkDate(now));
    await correctWords(ctx, tx, row, { recipientEmail: body.recipientEmail, message });
  });
  return await presentOwnGift(ctx, key);
};

interface Correction {
  readonly recipientName?: string;
  readonly recipientEmail: string;
  readonly message: string | null;
}

/**
 * The caller must hold the gift's lock.
 * @throws ApiError gift_frozen, rate_limited, validation_failed
 */
export async function correctWords(ctx: CommerceContext, tx: Transaction, row: PaidGift, corrected: Correction) {
  const { gift, subscription, firstLetterPrinted } = row;
  const { message, recipientEmail } = corrected;
  const now = ctx.clock.now();
  if (message !== gift.message) await refuseLongMessage(message);
  const isOpen = mayCorrectGift(giftFacts(row, newYorkDate(now)).state, firstLetterPrinted);
  // The card may be printed between the check and the correction.
  if (!isOpen || !(await ctx.ledger.correctMessageCard(tx, subscription.id, message))) {
    throw new ApiError(
      'gift_frozen',
      'It’s too late to change the message and the email address: letter 1 is already printed, or the gift has ended.',
    );
  }
  await changeGiftRow(tx, gift.id, corrected, now);
  if (recipientEmail === gift.recipientEmail) return;
  if (gift.claimedBy === null) await endMailedLinks(tx, gift.id);
  await announceToCorrected(ctx, tx, { ...row, gift: { ...gift, ...corrected } });
}
