import { addMonths, type CalendarDate, type DateWindow, laterOf, newYorkDate } from './calendar-date.ts';
import { type HolidayOverrides, NO_OVERRIDES } from './holidays.ts';
import { firstLetterFreezeInstant, firstLetterWindow, serviceThrough } from './mailing-calendar.ts';
import { LETTERS_PER_MONTH } from './season.ts';
import type { SubscriptionStatus } from './subscription.ts';

export const GIFT_MESSAGE_LIMIT = 5000;

const GIFT_MONTHS_AHEAD = 12;

export function giftStartWindow(today: CalendarDate): DateWindow {
  return { earliest: today, latest: addMonths(today, GIFT_MONTHS_AHEAD) };
}

export type GiftStartProblem = 'start_date_past' | 'start_date_too_far';

export function giftStartProblem(startDate: CalendarDate, today: CalendarDate): GiftStartProblem | null {
  const { earliest, latest } = giftStartWindow(today);
  if (startDate < earliest) return 'start_date_past';
  return startDate > latest ? 'start_date_too_far' : null;
}

export function giftServiceStart(startDate: CalendarDate, paymentDate: CalendarDate): CalendarDate {
  return laterOf(startDate, paymentDate);
}

export const GIFT_STATES = ['scheduled', 'notified', 'started', 'ended', 'refunded'] as const;
export type GiftState = (typeof GIFT_STATES)[number];

export interface GiftFacts {
  readonly status: SubscriptionStatus;
  readonly refunded: boolean;
  readonly announced: boolean;
  readonly lettersHandedOver: number;
  readonly startDate: CalendarDate;
  readonly monthsPaid: number;
}

export function giftState(facts: GiftFacts, today: CalendarDate): GiftState {
  if (facts.refunded) return 'refunded';
  if (isOver(facts, today)) return 'ended';
  if (facts.lettersHandedOver > 0) return 'started';
  return facts.announced ? 'notified' : 'scheduled';
}

function isOver({ status, startDate, monthsPaid, lettersHandedOver }: GiftFacts, today: CalendarDate): boolean {
  if (status === 'completed') return true;
  const isServed =
    serviceThrough(startDate, monthsPaid) <= today && lettersHandedOver >= LETTERS_PER_MONTH * monthsPaid;
  return status === 'cancelled' && isServed;
}

interface GiverRights {
  readonly change: boolean;
  readonly announce: boolean;
}

const GIVER_MAY = {
  scheduled: { change: true, announce: true },
  notified: { change: true, announce: true },
  started: { change: false, announce: true },
  ended: { change: false, announce: false },
  refunded: { change: false, announce: false },
} as const satisfies Record<GiftState, GiverRights>;

export interface GiftPlans {
  readonly state: GiftState;
  readonly startDate: CalendarDate;
  readonly firstLetterFrozen: boolean;
}

/** Null if the giver can no longer change the gift (rules/gifts 23). */
export function giftChangeableUntil(
  { state, startDate, firstLetterFrozen }: GiftPlans,
  now: Date,
  overrides: HolidayOverrides = NO_OVERRIDES,
): Date | null {
  if (!GIVER_MAY[state].change || firstLetterFrozen) return null;
  const freezesAt = firstLetterFreezeInstant(firstLetterWindow(startDate, overrides).earliest);
  return now < freezesAt ? freezesAt : null;
}

export function mayAnnounceGift({ state, startDate }: GiftPlans, today: CalendarDate): boolean {
  return GIVER_MAY[state].announce && startDate <= today;
}

/**
 * Whether the message and the recipient's email can be changed: only until the gift's card is printed (rules/gifts 23).
 */
export function mayCorrectGift(state: GiftState, firstLetterPrinted: boolean): boolean {
  return GIVER_MAY[state].change && !firstLetterPrinted;
}

export function mayPrintCertificate(state: GiftState): boolean {
  return GIVER_MAY[state].announce;
}

export function isAnnounced(announcedAt: Date | null, startDate: CalendarDate): boolean {
  return announcedAt !== null && newYorkDate(announcedAt) >= startDate;
}

export const GIFT_EMAIL_GAP_MS = 3_600_000;

export const GIFT_EMAILS_A_DAY = 5;

/** Puts one pair of quotation marks around the whole message, even if it has several lines (rules/gifts 34). */
export function quotedMessage(message: string): string {
  return `“${message.trim()}”`;
}
