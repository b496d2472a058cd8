import { addMonths, type CalendarDate, type DateWindow, laterOf } from './calendar-date.ts';
import { type HolidayOverrides, NO_OVERRIDES } from './holidays.ts';
import { firstLetterFreezeInstant, firstLetterWindow, serviceThrough } from './mailing-calendar.ts';
import { LETTERS_PER_MONTH } from './season.ts';
import type { SubscriptionStatus } from './subscription.ts';

/** Characters the server accepts; the form sets no limit (rules/gifts 7). */
export const GIFT_MESSAGE_LIMIT = 5000;

const GIFT_MONTHS_AHEAD = 12;

/** The days a gift may start on, `today` being New York's: from today to twelve months ahead (rules/gifts 6). */
export function giftStartWindow(today: CalendarDate): DateWindow {
  return { earliest: today, latest: addMonths(today, GIFT_MONTHS_AHEAD) };
}

export type GiftStartProblem = 'start_date_past' | 'start_date_too_far';

/** Why a gift cannot start on that day, or null when it can. */
export function giftStartProblem(startDate: CalendarDate, today: CalendarDate): GiftStartProblem | null {
  const { earliest, latest } = giftStartWindow(today);
  if (startDate < earliest) return 'start_date_past';
  return startDate > latest ? 'start_date_too_far' : null;
}

/** A start chosen long before the payment may have passed by then: the gift then starts as it is paid for. */
export function giftServiceStart(startDate: CalendarDate, paymentDate: CalendarDate): CalendarDate {
  return laterOf(startDate, paymentDate);
}

/** `scheduled` until its recipient is told, `started` with letter 1 in the post, `ended` when no letter is left to come. */
export const GIFT_STATES = ['scheduled', 'notified', 'started', 'ended', 'refunded'] as const;
export type GiftState = (typeof GIFT_STATES)[number];

export interface GiftFacts {
  readonly status: SubscriptionStatus;
  readonly refunded: boolean;
  /** The recipient has been written to. */
  readonly announced: boolean;
  /** Letters the post has had, lost ones included. */
  readonly lettersHandedOver: number;
  readonly startDate: CalendarDate;
  readonly monthsPaid: number;
}

/** Where a gift stands, read from what is known of its subscription and its letters, so that it can never disagree with them. */
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
  /** Another address or another start. */
  readonly change: boolean;
  /** Writing to the recipient, for the first time or again. */
  readonly announce: boolean;
}

/** What the giver may do in each state. */
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
  /** Letter 1 has its address for good. */
  readonly firstLetterFrozen: boolean;
}

/** Until when address and start can be changed; null when that is over (rules/gifts 23). */
export function giftChangeableUntil(
  { state, startDate, firstLetterFrozen }: GiftPlans,
  now: Date,
  overrides: HolidayOverrides = NO_OVERRIDES,
): Date | null {
  if (!GIVER_MAY[state].change || firstLetterFrozen) return null;
  const freezesAt = firstLetterFreezeInstant(firstLetterWindow(startDate, overrides).earliest);
  return now < freezesAt ? freezesAt : null;
}

/** Whether the recipient may be written to: never before the day they are meant to hear of it. */
export function mayAnnounceGift({ state, startDate }: GiftPlans, today: CalendarDate): boolean {
  return GIVER_MAY[state].announce && startDate <= today;
}

/** A certificate is handed over before the day or after it, as long as letters are to come. */
export function mayPrintCertificate(state: GiftState): boolean {
  return GIVER_MAY[state].announce;
}

/** Between two mails about the same gift, in milliseconds: a recipient is nobody's target practice. */
export const GIFT_EMAIL_GAP_MS = 3_600_000;
