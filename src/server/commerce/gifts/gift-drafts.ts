import type { CommerceHandler } from '../context.ts';
import type {
  changeGiftDraft,
  createGiftDraft,
  getGiftDraft,
  GiftDraftInput,
  MailingAddress,
} from '../../../contract/gifts.ts';
import { type Address, validateAddress } from '../../../domain/address.ts';
import { type CalendarDate, formatDate, isCalendarDate, newYorkDate } from '../../../domain/calendar-date.ts';
import { GIFT_COUNTRIES } from '../../../domain/countries.ts';
import { giftStartProblem, type GiftStartProblem, giftStartWindow } from '../../../domain/gift.ts';
import { changeAddress } from '../../customers/addresses/change-address.ts';
import { findAddressById, insertAddress, lockAddress } from '../../customers/addresses/queries.ts';
import { refuseLongMessage } from './message-room.ts';
import { isGiftPaid, changeGiftRow, findOwnGift, type GiftDetails, insertGift, lockGift } from './queries.ts';
import { ApiError, notFound } from '../../platform/api-error.ts';
import { presentDraft } from './present.ts';

const GIFT_ADDRESS = { userId: null, label: 'Gift', isDefault: false } as const;

export const handleCreateGiftDraft: CommerceHandler<typeof createGiftDraft> = async ({ ctx, user, body }) => {
  const { address, details } = await checkDraft(body, newYorkDate(ctx.clock.now()));
  return await ctx.db.transaction(async (tx) => {
    const now = ctx.clock.now();
    const row = await insertAddress(tx, { ...address, ...GIFT_ADDRESS }, now);
    const gift = { ...details, userId: user.userId, shippingAddressId: row.id };
    return await presentDraft(await insertGift(tx, gift, now), row);
  });
};

/** The lock keeps this change from running while a payment is recorded. */
export const handleChangeGiftDraft: CommerceHandler<typeof changeGiftDraft> = async ({ ctx, user, params, body }) => {
  const { address, details } = await checkDraft(body, newYorkDate(ctx.clock.now()));
  return await ctx.db.transaction(async (tx) => {
    const locked = await lockGift(tx, params.id);
    if (locked?.userId !== user.userId || (await isGiftPaid(tx, params.id))) throw notFound('gift');
    const now = ctx.clock.now();
    await changeGiftRow(tx, params.id, details, now);
    const from = await lockAddress(tx, locked.shippingAddressId);
    const change = { userId: null, from, to: address, subscriptions: 'all', inBook: true } as const;
    const row = await changeAddress(ctx.addressUse, tx, change, now);
    return await presentDraft({ ...locked, ...details }, row);
  });
};

export const handleGetGiftDraft: CommerceHandler<typeof getGiftDraft> = async ({ ctx, user, params }) => {
  const gift = await findOwnGift(ctx.db, user.userId, params.id);
  if (gift === null || (await isGiftPaid(ctx.db, gift.id))) throw notFound('gift');
  const address = await findAddressById(ctx.db, gift.shippingAddressId);
  if (address === null) throw new Error(`There is no address ${gift.shippingAddressId}.`);
  return await presentDraft(gift, address);
};

async function checkDraft(
  body: GiftDraftInput,
  today: CalendarDate,
): Promise<{ address: Address; details: GiftDetails }> {
  const { recipientName, recipientEmail, giftMessage, planType, notifyRecipient } = body;
  const startDate = checkStartDate(body.startDate, today);
  const message = giftMessage === '' ? null : giftMessage;
  await refuseLongMessage(message);
  const details = { recipientName, recipientEmail, message, startDate, planType, notifyRecipient };
  return { address: checkMailingAddress(body.mailingAddress), details };
}

const START_PROBLEMS = {
  start_date_past: () => 'That day is already past in New York. Choose a later day.',
  start_date_too_far: (latest) => `Choose a day no later than ${formatDate(latest)}.`,
} as const satisfies Record<GiftStartProblem, (latest: CalendarDate) => string>;

export function checkStartDate(startDate: string, today: CalendarDate): CalendarDate {
  if (!isCalendarDate(startDate)) throw refusedStart('Enter a date that exists.');
  const problem = giftStartProblem(startDate, today);
  if (problem !== null) throw refusedStart(START_PROBLEMS[problem](giftStartWindow(today).latest));
  return startDate;
}

function refusedStart(message: string): ApiError {
  return new ApiError('validation_failed', message, { startDate: message });
}

export function checkMailingAddress({ state, ...lines }: MailingAddress): Address {
  const result = validateAddress({ ...lines, stateProvince: state }, GIFT_COUNTRIES);
  if (result.ok) return result.address;
  const fields: Record<string, string> = {};
  for (const [field, { message }] of Object.entries(result.problems)) {
    fields[`mailingAddress.${field === 'stateProvince' ? 'state' : field}`] = message;
  }
  throw new ApiError('validation_failed', 'Please check the address.', fields);
}
