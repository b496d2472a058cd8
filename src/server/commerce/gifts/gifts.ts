import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { changeGift, GivenGift, listGifts } from '../../../contract/gifts.ts';
import type { Address } from '../../../domain/address.ts';
import { newYorkDate } from '../../../domain/calendar-date.ts';
import { giftChangeableUntil } from '../../../domain/gift.ts';
import { changeAddress } from '../../customers/addresses/change-address.ts';
import { lockAddress } from '../../customers/addresses/queries.ts';
import type { CommerceContext, CommerceHandler } from '../context.ts';
import type { Db, Transaction } from '../../platform/db/database.ts';
import { ApiError, notFound, orNotFound } from '../../platform/api-error.ts';
import { checkMailingAddress, checkStartDate } from './gift-drafts.ts';
import { findEnding, findEndings, giftFacts, presentGivenGift, presentReceivedGift } from './present.ts';
import {
  findOwnGift,
  findPaidGift,
  type GiftKey,
  listOwnGifts,
  lockGift,
  moveStart,
  type PaidGift,
} from './queries.ts';

export const handleListGifts: CommerceHandler<typeof listGifts> = ({ ctx, user }) => presentOwnGifts(ctx, user.userId);

export async function presentOwnGifts(ctx: CommerceContext, userId: string): Promise<ReplyOf<typeof listGifts>> {
  const now = ctx.clock.now();
  const { given, received } = await listOwnGifts(ctx, userId, newYorkDate(now));
  const endings = await findEndings(ctx, ctx.db, [...given, ...received]);
  const endingOf = ({ subscription }: PaidGift) => endings.get(subscription.id) ?? null;
  return {
    given: given.map((row) => presentGivenGift(row, endingOf(row), now)),
    received: received.map((row) => presentReceivedGift(row, endingOf(row), now)),
  };
}

export const handleChangeGift: CommerceHandler<typeof changeGift> = async (call) => {
  const { ctx, body } = call;
  const today = newYorkDate(ctx.clock.now());
  const address = checkMailingAddress(body.mailingAddress);
  const key = { id: call.params.id, userId: call.user.userId };
  await ctx.db.transaction(async (tx) => {
    const row = await lockGivenGift(ctx, tx, key, today);
    await changeGiftAddress(ctx, tx, row, address);
    await changeStart(ctx, tx, row, body.startDate);
  });
  return await presentOwnGift(ctx, key);
};

/**
 * The caller must hold the gift's lock.
 * @throws ApiError gift_frozen
 */
export async function changeGiftAddress(ctx: CommerceContext, tx: Transaction, row: PaidGift, address: Address) {
  requireChangeable(ctx, row);
  const from = await lockAddress(tx, row.subscription.shippingAddressId);
  const change = { userId: null, from, to: address, subscriptions: 'all', inBook: true } as const;
  await changeAddress(ctx.addressUse, tx, change, ctx.clock.now());
}

/** @throws ApiError gift_frozen */
function requireChangeable(ctx: CommerceContext, row: PaidGift): void {
  const now = ctx.clock.now();
  if (giftChangeableUntil(giftFacts(row, newYorkDate(now)), now, row.holidays) !== null) return;
  throw new ApiError(
    'gift_frozen',
    'It’s too late to change this gift’s address and start date: letter 1 is already addressed, or the gift has ended. If the address is wrong, email us.',
  );
}

/**
 * The caller must hold the gift's lock.
 * @throws ApiError gift_frozen, validation_failed
 */
export async function changeStart(ctx: CommerceContext, tx: Transaction, row: PaidGift, day: string): Promise<void> {
  if (day === row.subscription.serviceStart) return;
  requireChangeable(ctx, row);
  const now = ctx.clock.now();
  await moveStart(tx, row.gift.id, checkStartDate(day, newYorkDate(now)), now);
}

type GivenGiftKey = Required<GiftKey>;

/** @throws ApiError not_found for drafts, other givers' gifts and unknown gifts */
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
  return presentGivenGift(row, await findEnding(ctx, ctx.db, row), now);
}
