import type { changeGift, GivenGift, listGifts } from '../../../contract/gifts.ts';
import { newYorkDate } from '../../../domain/calendar-date.ts';
import { giftChangeableUntil } from '../../../domain/gift.ts';
import { changeAddressById } from '../../customers/addresses/queries.ts';
import type { CommerceContext, CommerceHandler } from '../context.ts';
import type { Db, Transaction } from '../../platform/db/database.ts';
import { ApiError, notFound, orNotFound } from '../../platform/errors/api-error.ts';
import { loadHolidayOverrides } from '../../platform/business-calendar/holidays.ts';
import { checkMailingAddress, checkStartDate } from './gift-drafts.ts';
import { giftFacts, presentGivenGift, presentReceivedGift } from './present.ts';
import { findOwnGift, findPaidGift, type GiftKey, listOwnGifts, lockGift, moveStart } from './queries.ts';

export const handleListGifts: CommerceHandler<typeof listGifts> = async ({ ctx, user }) => {
  const now = ctx.clock.now();
  const today = newYorkDate(now);
  const [{ given, received }, overrides] = await Promise.all([
    listOwnGifts(ctx, user.userId, today),
    loadHolidayOverrides(ctx.db),
  ]);
  return {
    given: await Promise.all(given.map((row) => presentGivenGift(ctx, row, now, overrides))),
    received: await Promise.all(received.map((row) => presentReceivedGift(ctx, row, now, overrides))),
  };
};

export const handleChangeGift: CommerceHandler<typeof changeGift> = async (call) => {
  const { ctx, body } = call;
  const now = ctx.clock.now();
  const today = newYorkDate(now);
  const address = checkMailingAddress(body.mailingAddress);
  const key = { id: call.params.id, userId: call.user.userId };
  await ctx.db.transaction(async (tx) => {
    const row = await lockGivenGift(ctx, tx, key, today);
    const facts = giftFacts(row, today);
    if (giftChangeableUntil(facts, now, await loadHolidayOverrides(tx)) === null) {
      throw new ApiError('gift_frozen', 'The first letter is already addressed. It cannot be called back.');
    }
    await changeAddressById(tx, row.subscription.shippingAddressId, address, now);
    if (body.startDate === facts.startDate) return;
    const startDate = checkStartDate(body.startDate, today);
    await moveStart(tx, key.id, startDate, now);
  });
  return await presentOwnGift(ctx, key);
};

type GivenGiftKey = Required<GiftKey>;

/** @throws ApiError not_found for a draft, and for another giver's gift as for none */
export async function lockGivenGift(ctx: CommerceContext, tx: Transaction, key: GivenGiftKey, today: string) {
  if ((await findOwnGift(tx, key.userId, key.id)) === null) throw notFound('gift');
  await lockGift(tx, key.id);
  return await requireGivenGift(ctx, tx, key, today);
}

export async function requireGivenGift(ctx: CommerceContext, db: Db, key: GivenGiftKey, today: string) {
  return orNotFound(await findPaidGift(ctx, db, key, today), 'gift');
}

export async function presentOwnGift(ctx: CommerceContext, key: GivenGiftKey): Promise<GivenGift> {
  const now = ctx.clock.now();
  const row = await requireGivenGift(ctx, ctx.db, key, newYorkDate(now));
  return await presentGivenGift(ctx, row, now, await loadHolidayOverrides(ctx.db));
}
