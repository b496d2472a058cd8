import type { GiftDraftReply, GivenGift, MailingAddress, ReceivedGift } from '../../../contract/gifts.ts';
import { type CalendarDate, newYorkDate } from '../../../domain/calendar-date.ts';
import { giftChangeableUntil, giftState, mayAnnounceGift, mayPrintCertificate } from '../../../domain/gift.ts';
import type { HolidayOverrides } from '../../../domain/holidays.ts';
import { firstLetterWindow } from '../../../domain/mailing-calendar.ts';
import { PLANS } from '../../../domain/plans.ts';
import { LETTERS_PER_SEASON } from '../../../domain/season.ts';
import type { AddressRow } from '../../customers/addresses/queries.ts';
import type { Gift, PaidGift } from './queries.ts';

export function presentDraft(gift: Gift, address: AddressRow): GiftDraftReply {
  return {
    id: gift.id,
    recipientName: gift.recipientName,
    recipientEmail: gift.recipientEmail,
    mailingAddress: presentMailingAddress(address),
    giftMessage: gift.message ?? '',
    startDate: gift.startDate,
    planType: gift.planType,
    notifyRecipient: gift.notifyRecipient,
  };
}

function presentMailingAddress(address: AddressRow): MailingAddress {
  return {
    fullName: address.fullName,
    addressLine1: address.addressLine1,
    addressLine2: address.addressLine2,
    city: address.city,
    state: address.stateProvince,
    postalCode: address.postalCode,
    country: address.country,
  };
}

export function presentGivenGift(row: PaidGift, now: Date, overrides: HolidayOverrides): GivenGift {
  const { gift, subscription, address } = row;
  const plans = plansOf(row, newYorkDate(now));
  return {
    id: gift.id,
    subscriptionId: subscription.id,
    ...progressOf(row, now, overrides),
    recipientName: gift.recipientName,
    recipientEmail: gift.recipientEmail,
    mailingAddress: presentMailingAddress(address),
    giftMessage: gift.message ?? '',
    notifyRecipient: gift.notifyRecipient,
    announcedAt: gift.announcedAt?.toISOString() ?? null,
    claimedAt: gift.claimedAt?.toISOString() ?? null,
    changeableUntil: giftChangeableUntil(plans, now, overrides)?.toISOString() ?? null,
    mayAnnounce: mayAnnounceGift(plans, newYorkDate(now)),
    mayPrint: mayPrintCertificate(plans.state),
  };
}

export function presentReceivedGift(row: PaidGift, now: Date, overrides: HolidayOverrides): ReceivedGift {
  const { gift, subscription, giverName } = row;
  return {
    id: gift.id,
    ...progressOf(row, now, overrides),
    seasonName: subscription.seasonName,
    giverName,
    giftMessage: gift.message ?? '',
  };
}

function progressOf(row: PaidGift, now: Date, overrides: HolidayOverrides) {
  const { state, startDate } = plansOf(row, newYorkDate(now));
  const awaited = row.lettersHandedOver === 0 && state !== 'refunded';
  return {
    state,
    startDate,
    firstLetter: awaited ? firstLetterWindow(startDate, overrides) : null,
    lettersReceived: row.lettersReceived,
    totalLetters: LETTERS_PER_SEASON,
  };
}

/** What the rules of `domain/gift` need to know of a gift. */
export function plansOf({ gift, subscription, ...counted }: PaidGift, today: CalendarDate) {
  const startDate = subscription.serviceStart;
  const facts = {
    status: subscription.status,
    refunded: subscription.refundRequestedAt !== null,
    announced: gift.announcedAt !== null,
    lettersHandedOver: counted.lettersHandedOver,
    startDate,
    monthsPaid: counted.paidInvoices * PLANS[subscription.planType].monthsPerCharge,
  };
  return { state: giftState(facts, today), startDate, firstLetterFrozen: counted.firstLetterFrozen };
}
