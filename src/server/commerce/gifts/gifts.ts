import type { changeGift, GivenGift, listGifts } from '../../../contract/gifts.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { type CalendarDate, newYorkDate } from '../../../domain/calendar-date.ts';
import { giftChangeableUntil } from '../../../domain/gift.ts';
import { rewriteAddress } from '../../customers/addresses/queries.ts';
import type { CommerceCall, CommerceContext } from '../context.ts';
import type { Db, Transaction } from '../../platform/db/database.ts';
import { ApiError, notFound } from '../../platform/errors/api-error.ts';
import { loadHolidayOverrides } from '../../platform/business-calendar/holidays.ts';
import { checkMailingAddress, checkStartDate } from './gift-drafts.ts';
import { plansOf, presentGivenGift, presentReceivedGift } from './present.ts';
import {
  changeGiftRow,
  findGivenGift,
  findOwnGift,
  listGivenGifts,
  listReceivedGifts,
  lockGift,
  moveStart,
  type PaidGift,
} from './queries.ts';

export async function handleListGifts({
  ctx,
  user,
}: CommerceCall<typeof listGifts>): Promise<ReplyOf<typeof listGifts>> {
  const now = ctx.clock.now();
  const today = newYorkDate(now);
  const [given, received, overrides] = await Promise.all([
    listGivenGifts(ctx, ctx.db, user.userId, today),
    listReceivedGifts(ctx, ctx.db, user.userId, today),
    loadHolidayOverrides(ctx.db),
  ]);
  return {
    given: given.map((row) => presentGivenGift(row, now, overrides)),
    received: received.map((row) => presentReceivedGift(row, now, overrides)),
  };
}

/** Address and start are changed in their places until letter 1 is frozen; frozen pieces keep the copy they have. */
export async function handleChangeGift(call: CommerceCall<typeof changeGift>): Promise<GivenGift> {
  const { ctx, user, params, body } = call;
  const now = ctx.clock.now();
  const today = newYorkDate(now);
  const address = checkMailingAddress(body.mailingAddress);
  await ctx.db.transaction(async (tx) => {
    const row = await lockGivenGift(ctx, tx, user.userId, params.id, today);
    const plans = plansOf(row, today);
    if (giftChangeableUntil(plans, now, await loadHolidayOverrides(tx)) === null) {
      throw new ApiError('gift_frozen', 'The first letter is already addressed. It cannot be called back.');
    }
    await rewriteAddress(tx, row.subscription.shippingAddressId, address, now);
    if (body.startDate !== plans.startDate) await moveGift(tx, row, checkStartDate(body.startDate, today), now);
  });
  return await presentOwnGift(ctx, user.userId, params.id);
}

/** Whoever has been told of a day that no longer holds is told again on the new one. */
async function moveGift(tx: Transaction, { gift }: PaidGift, startDate: CalendarDate, now: Date): Promise<void> {
  await moveStart(tx, gift.id, startDate, now);
  if (startDate > newYorkDate(now)) await changeGiftRow(tx, gift.id, { announcedAt: null }, now);
}

/** A gift of this person's that has been paid for, locked until the transaction ends. @throws ApiError not_found */
export async function lockGivenGift(
  ctx: CommerceContext,
  tx: Transaction,
  userId: string,
  id: string,
  today: string,
): Promise<PaidGift> {
  if ((await findOwnGift(tx, userId, id)) === null) throw notFound('gift');
  await lockGift(tx, id);
  return await requireGivenGift(ctx, tx, userId, id, today);
}

/** @throws ApiError not_found for another's as for none, and for a draft */
export async function requireGivenGift(
  ctx: CommerceContext,
  db: Db,
  userId: string,
  id: string,
  today: string,
): Promise<PaidGift> {
  const row = await findGivenGift(ctx, db, userId, id, today);
  if (row === null) throw notFound('gift');
  return row;
}

export async function presentOwnGift(ctx: CommerceContext, userId: string, id: string): Promise<GivenGift> {
  const now = ctx.clock.now();
  const row = await requireGivenGift(ctx, ctx.db, userId, id, newYorkDate(now));
  return presentGivenGift(row, now, await loadHolidayOverrides(ctx.db));
}
