import type { correctGift } from '../../../contract/gifts.ts';
import { newYorkDate } from '../../../domain/calendar-date.ts';
import { mayCorrectGift } from '../../../domain/gift.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { CommerceHandler } from '../context.ts';
import { announceToCorrected } from './announce-gift.ts';
import { endMailedLinks } from './claim-gift.ts';
import { lockGivenGift, presentOwnGift } from './gifts.ts';
import { refuseLongMessage } from './message-room.ts';
import { giftFacts } from './present.ts';
import { changeGiftRow } from './queries.ts';

export const handleCorrectGift: CommerceHandler<typeof correctGift> = async (call) => {
  const { ctx, body } = call;
  const now = ctx.clock.now();
  const today = newYorkDate(now);
  const key = { id: call.params.id, userId: call.user.userId };
  const message = body.giftMessage === '' ? null : body.giftMessage;
  await ctx.db.transaction(async (tx) => {
    const row = await lockGivenGift(ctx, tx, key, today);
    if (message !== row.gift.message) await refuseLongMessage(message);
    const isOpen = mayCorrectGift(giftFacts(row, today).state, row.firstLetterPrinted);
    // Printing may begin between the two.
    if (!isOpen || !(await ctx.ledger.correctMessageCard(tx, row.subscription.id, message))) {
      throw new ApiError('gift_frozen', 'Letter 1 is already printed, with your message.');
    }
    const corrected = { recipientEmail: body.recipientEmail, message };
    await changeGiftRow(tx, key.id, corrected, now);
    if (body.recipientEmail === row.gift.recipientEmail) return;
    if (row.gift.claimedBy === null) await endMailedLinks(tx, key.id);
    await announceToCorrected(ctx, tx, { ...row, gift: { ...row.gift, ...corrected } });
  });
  return await presentOwnGift(ctx, key);
};
