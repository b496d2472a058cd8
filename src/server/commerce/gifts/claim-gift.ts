import type { CommerceCall } from '../context.ts';
import type { claimGift, ReceivedGift } from '../../../contract/gifts.ts';
import { newYorkDate } from '../../../domain/calendar-date.ts';
import { ApiError, notFound } from '../../platform/errors/api-error.ts';
import { loadHolidayOverrides } from '../../platform/business-calendar/holidays.ts';
import { findGiftByToken } from './claim-links.ts';
import { presentReceivedGift } from './present.ts';
import { findPaidGift, setClaimedBy } from './queries.ts';

export async function handleClaimGift({ ctx, user, body }: CommerceCall<typeof claimGift>): Promise<ReceivedGift> {
  const { userId } = user;
  const now = ctx.clock.now();
  const giftId = await findGiftByToken(ctx.db, body.token);
  const found = giftId === null ? null : await findPaidGift(ctx, ctx.db, { id: giftId }, newYorkDate(now));
  if (found === null) throw notFound('gift');
  if (found.gift.userId === userId) {
    throw new ApiError('own_gift', 'You gave this one away. It is listed with your gifts.');
  }
  if (!(await setClaimedBy(ctx.db, found.gift.id, userId, now)))
    throw new ApiError('gift_claimed', 'Somebody has opened this one already.');
  return presentReceivedGift(found, now, await loadHolidayOverrides(ctx.db));
}
