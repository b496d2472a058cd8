import {
  addDays,
  addMonths,
  type CalendarDate,
  type CalendarMonth,
  type DateWindow,
  monthOf,
  newYorkMidnight,
  nthWeekday,
  WEEKDAY,
} from './calendar-date.ts';
import {
  addBusinessDays,
  businessDayFrom,
  type HolidayOverrides,
  isBusinessDay,
  NO_OVERRIDES,
  previousBusinessDay,
} from './holidays.ts';

// The rules of this file: rules/fulfilment 1-20.

/** The first letter leaves on its own; the next mailing day must be this many days later. */
export const DAYS_AFTER_FIRST_LETTER = 7;

const FREEZE_BUSINESS_DAYS = 2;
const FIRST_LETTER_BUSINESS_DAYS = { earliest: 1, latest: 3 } as const;

/** A Friday that nobody attended to is still made up for, until the next one is near. */
const DAYS_LATE = 6;

/** The first day whose run of that kind the clock still attends to; one of an earlier day is frozen by people, or not at all. */
export function attendedFrom(kind: 'friday' | 'first_letter', today: CalendarDate): CalendarDate {
  return kind === 'friday' ? addDays(today, -DAYS_LATE) : today;
}

/** The month's two mailing days: its 2nd and 4th Friday, whatever the holidays say. */
export function mailingFridays(month: CalendarMonth): readonly [CalendarDate, CalendarDate] {
  return [nthWeekday(month, WEEKDAY.friday, 2), nthWeekday(month, WEEKDAY.friday, 4)];
}

export function isMailingDay(date: CalendarDate): boolean {
  return mailingFridays(monthOf(date)).includes(date);
}

/** The next `count` mailing days, `from` itself included when it is one. */
export function nextMailingDays(from: CalendarDate, count: number): readonly CalendarDate[] {
  const days: CalendarDate[] = [];
  for (let month = monthOf(from); days.length < count; month = nextMonth(month)) {
    days.push(...mailingFridays(month).filter((friday) => friday >= from));
  }
  return days.slice(0, count);
}

function nextMonth(month: CalendarMonth): CalendarMonth {
  return monthOf(addMonths(`${month}-01`, 1));
}

/** The day a Friday's letters reach the post office: that Friday, or the business day before a holiday. */
export function handOverDay(friday: CalendarDate, overrides: HolidayOverrides = NO_OVERRIDES): CalendarDate {
  return isBusinessDay(friday, overrides) ? friday : previousBusinessDay(friday, overrides);
}

/** When letter 1 is handed over: within one to three business days of the New York payment date, or of a gift's start. */
export function firstLetterWindow(paymentDate: CalendarDate, overrides: HolidayOverrides = NO_OVERRIDES): DateWindow {
  return {
    earliest: addBusinessDays(paymentDate, FIRST_LETTER_BUSINESS_DAYS.earliest, overrides),
    latest: addBusinessDays(paymentDate, FIRST_LETTER_BUSINESS_DAYS.latest, overrides),
  };
}

/** From this instant on, the addresses of that Friday's letters no longer change. */
export function freezeInstant(friday: CalendarDate, overrides: HolidayOverrides = NO_OVERRIDES): Date {
  return newYorkMidnight(addBusinessDays(handOverDay(friday, overrides), -FREEZE_BUSINESS_DAYS, overrides));
}

/** First letters leave daily, so their addresses freeze as the day of the hand-over begins. */
export function firstLetterFreezeInstant(handOver: CalendarDate): Date {
  return newYorkMidnight(handOver);
}

/**
 * The last payment date that still brings letter 2 on that Friday: even when letter 1 takes all three of its business
 * days, it is in the post a week before.
 */
export function orderByDate(friday: CalendarDate, overrides: HolidayOverrides = NO_OVERRIDES): CalendarDate {
  const lastPosting = addDays(friday, -DAYS_AFTER_FIRST_LETTER);
  const dayAfterLastPosting = addDays(lastPosting, 1);
  // Counting back, the third business day is the last a payment must precede.
  return addDays(addBusinessDays(dayAfterLastPosting, -FIRST_LETTER_BUSINESS_DAYS.latest, overrides), -1);
}

/** Days in the post (rules/fulfilment 20): the US within the week; elsewhere the first letter in 2-4 weeks, the rest in up to 6. */
export const TRANSIT_DAYS = {
  domestic: { first: { earliest: 2, latest: 5 }, later: { earliest: 2, latest: 5 } },
  abroad: { first: { earliest: 14, latest: 28 }, later: { earliest: 14, latest: 42 } },
} as const;

/** When the letter should lie on the mat, in calendar days. `handedOver` is the day of the hand-over, or its window. */
export function deliveryWindowOf(letter: number, country: string, handedOver: CalendarDate | DateWindow): DateWindow {
  const days = TRANSIT_DAYS[country === 'US' ? 'domestic' : 'abroad'][letter === 1 ? 'first' : 'later'];
  const { earliest, latest } =
    typeof handedOver === 'string' ? { earliest: handedOver, latest: handedOver } : handedOver;
  return { earliest: addDays(earliest, days.earliest), latest: addDays(latest, days.latest) };
}

/** The first day no longer paid for: the start plus the months paid, never the provider's period end. */
export function serviceThrough(serviceStart: CalendarDate, monthsPaid: number): CalendarDate {
  return addMonths(serviceStart, monthsPaid);
}

/** The window of a first letter not yet posted, moved to what is left of it (or to the next business day) by `today`. */
export function remainingFirstLetterWindow(
  serviceStart: CalendarDate,
  today: CalendarDate,
  overrides: HolidayOverrides = NO_OVERRIDES,
): DateWindow {
  const promised = firstLetterWindow(serviceStart, overrides);
  const nextRun = businessDayFrom(today, overrides);
  return {
    earliest: promised.earliest < nextRun ? nextRun : promised.earliest,
    latest: promised.latest < nextRun ? nextRun : promised.latest,
  };
}
