import { type GiftDraftReply, type GivenGift, mailingAddress, type ReceivedGift } from '../../../contract/gifts.ts';
import { type CalendarDate, newYorkDate } from '../../../domain/calendar-date.ts';
import {
  giftChangeableUntil,
  giftState,
  mayAnnounceGift,
  mayCorrectGift,
  mayPrintCertificate,
} from '../../../domain/gift.ts';
import { guaranteeOn } from '../../../domain/guarantee.ts';
import type { HolidayOverrides } from '../../../domain/holidays.ts';
import { firstLetterWindow } from '../../../domain/mailing-calendar.ts';
import { PLANS } from '../../../domain/plans.ts';
import { seasonInProse } from '../../../../seasons/shelf.ts';
import { LETTERS_PER_SEASON } from '../../../domain/season.ts';
import { present } from '../../platform/http/present.ts';
import type { AddressRow } from '../../customers/addresses/queries.ts';
import type { Gift, PaidGift } from './queries.ts';

export function presentDraft(gift: Gift, address: AddressRow): GiftDraftReply {
  return {
    ...recipientFields(gift, address),
    startDate: gift.startDate,
    planType: gift.planType,
  };
}

function recipientFields(gift: Gift, address: AddressRow) {
  return {
    id: gift.id,
    recipientName: gift.recipientName,
    recipientEmail: gift.recipientEmail,
    mailingAddress: present(mailingAddress, { ...address, state: address.stateProvince }),
    giftMessage: gift.message ?? '',
    notifyRecipient: gift.notifyRecipient,
  };
}

export function presentGivenGift(row: PaidGift, now: Date, overrides: HolidayOverrides): GivenGift {
  const { gift, subscription, address } = row;
  const facts = giftFacts(row, newYorkDate(now));
  return {
    ...recipientFields(gift, address),
    subscriptionId: subscription.id,
    ...progressOf(row, now, overrides),
    announcedAt: gift.announcedAt?.toISOString() ?? null,
    announcedTo: row.announcedTo,
    claimedAt: gift.claimedAt?.toISOString() ?? null,
    correctable: mayCorrectGift(facts.state, row.firstLetterPrinted),
    mayAnnounce: mayAnnounceGift(facts, newYorkDate(now)),
    mayPrint: mayPrintCertificate(facts.state),
    guarantee: guaranteeOn(newYorkDate(now), row.firstMailing),
  };
}

export function presentReceivedGift(row: PaidGift, now: Date, overrides: HolidayOverrides): ReceivedGift {
  const { gift, subscription, giverName } = row;
  return {
    id: gift.id,
    subscriptionId: subscription.id,
    ...progressOf(row, now, overrides),
    seasonId: subscription.seasonId,
    seasonName: seasonInProse(subscription.seasonName),
    giverName,
    giftMessage: gift.message ?? '',
  };
}

function progressOf(row: PaidGift, now: Date, overrides: HolidayOverrides) {
  const facts = giftFacts(row, newYorkDate(now));
  const { state, startDate } = facts;
  const awaited = row.lettersHandedOver === 0 && state !== 'refunded';
  return {
    state,
    startDate,
    firstLetter: awaited ? firstLetterWindow(startDate, overrides) : null,
    lettersReceived: row.lettersReceived,
    totalLetters: LETTERS_PER_SEASON,
    changeableUntil: giftChangeableUntil(facts, now, overrides)?.toISOString() ?? null,
  };
}

export function giftFacts({ gift, subscription, ...counted }: PaidGift, today: CalendarDate) {
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
