import {
  type GiftDraftReply,
  type GivenGift,
  type MailingAddress,
  mailingAddress,
  type ReceivedGift,
  type UnopenedGift,
} from '../../../contract/gifts.ts';
import { type CalendarDate, type DateWindow, newYorkDate } from '../../../domain/calendar-date.ts';
import {
  giftChangeableUntil,
  giftState,
  isAnnounced,
  mayAnnounceGift,
  mayCorrectGift,
  mayPrintCertificate,
} from '../../../domain/gift.ts';
import { guaranteeOn } from '../../../domain/guarantee.ts';
import { firstLetterLeaves } from '../../../domain/letter-calendar.ts';
import type { LetterSpan } from '../../../domain/letters-in-words.ts';
import { seasonInProse } from '../../../../seasons/shelf.ts';
import { LETTERS_PER_SEASON } from '../../../domain/season.ts';
import type { Db } from '../../platform/db/database.ts';
import { setCards } from '../../platform/typesetting/message-cards.ts';
import { present } from '../../platform/http/present.ts';
import type { AddressRow } from '../../customers/addresses/queries.ts';
import type { CommerceContext } from '../context.ts';
import type { Gift, PaidGift } from './queries.ts';

export async function presentDraft(gift: Gift, address: AddressRow): Promise<GiftDraftReply> {
  return {
    ...recipientFields(gift, address),
    startDate: gift.startDate,
    planType: gift.planType,
    cards: gift.message === null ? [] : await setCards(gift.message),
  };
}

export function presentMailingAddress(address: AddressRow): MailingAddress {
  return present(mailingAddress, { ...address, state: address.stateProvince });
}

function recipientFields(gift: Gift, address: AddressRow) {
  return {
    id: gift.id,
    recipientName: gift.recipientName,
    recipientEmail: gift.recipientEmail,
    mailingAddress: presentMailingAddress(address),
    giftMessage: gift.message ?? '',
    notifyRecipient: gift.notifyRecipient,
  };
}

export function presentGivenGift(row: PaidGift, ending: GiftEnding | null, now: Date): GivenGift {
  const { gift, subscription, address } = row;
  const facts = giftFacts(row, newYorkDate(now));
  return {
    ...recipientFields(gift, address),
    subscriptionId: subscription.id,
    ...progressOf(row, now),
    totalLetters: lettersBrought(ending),
    announcedAt: gift.announcedAt?.toISOString() ?? null,
    announcedTo: row.announcedTo,
    claimedAt: gift.claimedAt?.toISOString() ?? null,
    correctable: mayCorrectGift(facts.state, row.firstLetterPrinted),
    mayAnnounce: mayAnnounceGift(facts, newYorkDate(now)),
    mayPrint: mayPrintCertificate(facts.state),
    guarantee: guaranteeOn(newYorkDate(now), row.firstMailing, row.hasPaid),
  };
}

export function presentReceivedGift(row: PaidGift, ending: GiftEnding | null, now: Date): ReceivedGift {
  const { gift, subscription, giverName } = row;
  return {
    id: gift.id,
    subscriptionId: subscription.id,
    ...progressOf(row, now),
    totalLetters: lettersBrought(ending),
    toCome: ending?.toCome ?? null,
    seasonId: subscription.seasonId,
    seasonName: seasonInProse(subscription.seasonName),
    giverName,
    giftMessage: gift.message ?? '',
    mailingAddress: presentMailingAddress(row.address),
  };
}

export function presentUnopenedGift({ gift, subscription, giverName }: PaidGift): UnopenedGift {
  return {
    seasonName: seasonInProse(subscription.seasonName),
    giverName,
    giftMessage: gift.message ?? '',
    startDate: subscription.serviceStart,
  };
}

function progressOf(row: PaidGift, now: Date) {
  const facts = giftFacts(row, newYorkDate(now));
  const { state, startDate } = facts;
  return {
    state,
    startDate,
    firstLetter: state === 'refunded' ? null : firstLetterOf(row, now),
    lettersReceived: row.lettersReceived,
    changeableUntil: giftChangeableUntil(facts, now, row.holidays)?.toISOString() ?? null,
  };
}

/** Null once letter 1 is handed over. */
export function firstLetterOf(
  { subscription: { serviceStart }, lettersHandedOver, firstLetterDueOn: dueOn, holidays }: PaidGift,
  now: Date,
): DateWindow | null {
  return lettersHandedOver > 0 ? null : firstLetterLeaves({ serviceStart, dueOn }, newYorkDate(now), holidays);
}

export interface GiftEnding {
  readonly lastLetter: number;
  /** Null if all letters are mailed. */
  readonly toCome: LetterSpan | null;
}

/** Null if the gift brings the whole season (rules/gifts 39). */
export async function findEnding(ctx: EndingContext, db: Db, row: PaidGift): Promise<GiftEnding | null> {
  return (await findEndings(ctx, db, [row])).get(row.subscription.id) ?? null;
}

type EndingContext = Pick<CommerceContext, 'ledger' | 'clock'>;

/** Endings by subscription. */
export async function findEndings(
  { ledger, clock }: EndingContext,
  db: Db,
  rows: readonly PaidGift[],
): Promise<ReadonlyMap<string, GiftEnding>> {
  const cancelled = rows.filter(
    ({ subscription }) => subscription.status === 'cancelled' && subscription.refundRequestedAt === null,
  );
  const spans = await ledger.lettersToComeOf(
    db,
    cancelled.map(({ subscription }) => subscription),
    clock.now(),
  );
  const endings = new Map<string, GiftEnding>();
  for (const { subscription, lettersHandedOver } of cancelled) {
    const toCome = spans.get(subscription.id) ?? null;
    const lastLetter = toCome?.last ?? lettersHandedOver;
    if (lastLetter < LETTERS_PER_SEASON) endings.set(subscription.id, { lastLetter, toCome });
  }
  return endings;
}

function lettersBrought(ending: GiftEnding | null): number {
  return ending?.lastLetter ?? LETTERS_PER_SEASON;
}

export function giftFacts({ gift, subscription, ...counted }: PaidGift, today: CalendarDate) {
  const startDate = subscription.serviceStart;
  const facts = {
    status: subscription.status,
    refunded: subscription.refundRequestedAt !== null,
    announced: isAnnounced(gift.announcedAt, startDate),
    lettersHandedOver: counted.lettersHandedOver,
    startDate,
    monthsPaid: counted.monthsPaid,
  };
  return { state: giftState(facts, today), startDate, firstLetterFrozen: counted.firstLetterFrozen };
}
