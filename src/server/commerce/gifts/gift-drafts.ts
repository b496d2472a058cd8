import type { CommerceCall } from '../context.ts';
import type {
  changeGiftDraft,
  createGiftDraft,
  getGiftDraft,
  GiftDraftInput,
  GiftDraftReply,
  MailingAddress,
} from '../../../contract/gifts.ts';
import { type Address, validateAddress } from '../../../domain/address.ts';
import { type CalendarDate, formatDate, isCalendarDate, newYorkDate } from '../../../domain/calendar-date.ts';
import { GIFT_COUNTRIES } from '../../../domain/countries.ts';
import { giftStartProblem, type GiftStartProblem, giftStartWindow } from '../../../domain/gift.ts';
import { type AddressRow, findAddressById, insertAddress, rewriteAddress } from '../../customers/addresses/queries.ts';
import {
  isGiftPaid,
  changeGiftRow,
  findOwnGift,
  type Gift,
  type GiftDetails,
  insertGift,
  lockGift,
} from './queries.ts';
import type { Db } from '../../platform/db/database.ts';
import { ApiError, notFound } from '../../platform/errors/api-error.ts';
import { presentDraft } from './present.ts';

/** A gift's address is labelled so, and stands in nobody's address book. */
const GIFT_ADDRESS = { userId: null, label: 'Gift', isDefault: false } as const;

export async function handleCreateGiftDraft(call: CommerceCall<typeof createGiftDraft>): Promise<GiftDraftReply> {
  const { ctx, user, body } = call;
  const { address, details } = checkDraft(body, newYorkDate(ctx.clock.now()));
  return await ctx.db.transaction(async (tx) => {
    const now = ctx.clock.now();
    const row = await insertAddress(tx, { ...address, ...GIFT_ADDRESS }, now);
    const gift = { ...details, userId: user.userId, shippingAddressId: row.id };
    return presentDraft(await insertGift(tx, gift, now), row);
  });
}

/** Locked, so that a payment that is being recorded and a change of mind take turns. */
export async function handleChangeGiftDraft(call: CommerceCall<typeof changeGiftDraft>): Promise<GiftDraftReply> {
  const { ctx, user, params, body } = call;
  const { address, details } = checkDraft(body, newYorkDate(ctx.clock.now()));
  return await ctx.db.transaction(async (tx) => {
    const locked = await lockGift(tx, params.id);
    if (locked?.userId !== user.userId || (await isGiftPaid(tx, params.id))) throw notFound('gift');
    const now = ctx.clock.now();
    await changeGiftRow(tx, params.id, details, now);
    const row = await rewriteAddress(tx, locked.shippingAddressId, address, now);
    return presentDraft({ ...locked, ...details }, row);
  });
}

export async function handleGetGiftDraft(call: CommerceCall<typeof getGiftDraft>): Promise<GiftDraftReply> {
  const { ctx, user, params } = call;
  const gift = await findOwnGift(ctx.db, user.userId, params.id);
  if (gift === null || (await isGiftPaid(ctx.db, gift.id))) throw notFound('gift');
  return presentDraft(gift, await addressOf(ctx.db, gift));
}

async function addressOf(db: Db, { shippingAddressId }: Gift): Promise<AddressRow> {
  const row = await findAddressById(db, shippingAddressId);
  if (row === null) throw new Error(`There is no address ${shippingAddressId}.`);
  return row;
}

function checkDraft(body: GiftDraftInput, today: CalendarDate): { address: Address; details: GiftDetails } {
  const { recipientName, recipientEmail, giftMessage, planType, notifyRecipient } = body;
  const startDate = checkStartDate(body.startDate, today);
  const message = giftMessage === '' ? null : giftMessage;
  const details = { recipientName, recipientEmail, message, startDate, planType, notifyRecipient };
  return { address: checkMailingAddress(body.mailingAddress), details };
}

const START_PROBLEMS = {
  start_date_past: () => 'That day has been and gone in New York, where our post goes by the clock.',
  start_date_too_far: (latest) => `We do not plan that far ahead. ${formatDate(latest)} is the last day we take.`,
} as const satisfies Record<GiftStartProblem, (latest: CalendarDate) => string>;

/** @throws ApiError validation_failed */
export function checkStartDate(startDate: string, today: CalendarDate): CalendarDate {
  if (!isCalendarDate(startDate)) throw refusedStart('There is no such day.');
  const problem = giftStartProblem(startDate, today);
  if (problem !== null) throw refusedStart(START_PROBLEMS[problem](giftStartWindow(today).latest));
  return startDate;
}

function refusedStart(message: string): ApiError {
  return new ApiError('validation_failed', message, { startDate: message });
}

/** Our own fields' names on the envelope, the form's in the answer. @throws ApiError validation_failed */
export function checkMailingAddress({ state, ...lines }: MailingAddress): Address {
  const result = validateAddress({ ...lines, stateProvince: state }, GIFT_COUNTRIES);
  if (result.ok) return result.address;
  const fields: Record<string, string> = {};
  for (const [field, { message }] of Object.entries(result.problems)) {
    fields[`mailingAddress.${field === 'stateProvince' ? 'state' : field}`] = message;
  }
  throw new ApiError('validation_failed', 'The address needs another look.', fields);
}
