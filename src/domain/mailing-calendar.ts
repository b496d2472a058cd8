import {
  addDays,
  addMonths,
  type CalendarDate,
  type CalendarMonth,
  type DateWindow,
  daysBetween,
  laterOf,
  monthOf,
  newYorkMidnight,
  nthWeekday,
  WEEKDAY,
} from './calendar-date.ts';
import {
  addBusinessDays,
  businessDayFrom,
  holidayName,
  type HolidayOverrides,
  isBusinessDay,
  NO_OVERRIDES,
  previousBusinessDay,
} from './holidays.ts';

import { LETTERS_PER_MONTH } from './season.ts';

// The constants and dates of rules/fulfilment 1-20.

export const DAYS_AFTER_FIRST_LETTER = 7;

const FREEZE_BUSINESS_DAYS = 2;
export const FIRST_LETTER_BUSINESS_DAYS = { earliest: 1, latest: 3 } as const;

const DAYS_LATE = 6;

/** The oldest day whose run the automatic jobs still handle (rules/fulfilment 16). */
export function attendedFrom(kind: 'friday' | 'first_letter', today: CalendarDate): CalendarDate {
  return kind === 'friday' ? addDays(today, -DAYS_LATE) : today;
}

export function mailingFridays(month: CalendarMonth): readonly [CalendarDate, CalendarDate] {
  return [nthWeekday(month, WEEKDAY.friday, 2), nthWeekday(month, WEEKDAY.friday, 4)];
}

export function isMailingDay(date: CalendarDate): boolean {
  return mailingFridays(monthOf(date)).includes(date);
}

export function nextMailingDays(from: CalendarDate, count: number): readonly CalendarDate[] {
  const days: CalendarDate[] = [];
  for (let month = monthOf(from); days.length < count; month = monthOf(addMonths(`${month}-01`, 1))) {
    days.push(...mailingFridays(month).filter((friday) => friday >= from));
  }
  return days.slice(0, count);
}

export function handOverDay(friday: CalendarDate, overrides: HolidayOverrides = NO_OVERRIDES): CalendarDate {
  return isBusinessDay(friday, overrides) ? friday : previousBusinessDay(friday, overrides);
}

/** 'a day early because of Christmas Day', or null if it isn't early. */
export function earlyInWords(friday: CalendarDate, overrides: HolidayOverrides = NO_OVERRIDES): string | null {
  const days = daysBetween(handOverDay(friday, overrides), friday);
  if (days === 0) return null;
  const holiday = holidayName(friday);
  const because = holiday === null ? 'because the post office is closed' : `because of ${holiday}`;
  return `${days === 1 ? 'a day' : `${days} days`} early ${because}`;
}

export function firstLetterWindow(paymentDate: CalendarDate, overrides: HolidayOverrides = NO_OVERRIDES): DateWindow {
  return {
    earliest: addBusinessDays(paymentDate, FIRST_LETTER_BUSINESS_DAYS.earliest, overrides),
    latest: addBusinessDays(paymentDate, FIRST_LETTER_BUSINESS_DAYS.latest, overrides),
  };
}

export function freezeInstant(friday: CalendarDate, overrides: HolidayOverrides = NO_OVERRIDES): Date {
  return newYorkMidnight(addBusinessDays(handOverDay(friday, overrides), -FREEZE_BUSINESS_DAYS, overrides));
}

/** The addresses of first letters are fixed on the day of the hand-over. */
export function firstLetterFreezeInstant(handOver: CalendarDate): Date {
  return newYorkMidnight(handOver);
}

export function orderByDate(friday: CalendarDate, overrides: HolidayOverrides = NO_OVERRIDES): CalendarDate {
  const lastPosting = addDays(friday, -DAYS_AFTER_FIRST_LETTER);
  const dayAfterLastPosting = addDays(lastPosting, 1);
  return addDays(addBusinessDays(dayAfterLastPosting, -FIRST_LETTER_BUSINESS_DAYS.latest, overrides), -1);
}

/** The first day not paid for. Never use Stripe's period end for it (rules/fulfilment 8). */
export function serviceThrough(serviceStart: CalendarDate, monthsPaid: number): CalendarDate {
  return addMonths(serviceStart, monthsPaid);
}

export function giftEndsOn(start: CalendarDate, monthsPaid: number): CalendarDate {
  const second = addDays(firstLetterWindow(start).latest, DAYS_AFTER_FIRST_LETTER);
  const last = nextMailingDays(second, LETTERS_PER_MONTH * monthsPaid - 1).at(-1) ?? start;
  return laterOf(serviceThrough(start, monthsPaid), last);
}

export function remainingFirstLetterWindow(
  serviceStart: CalendarDate,
  today: CalendarDate,
  overrides: HolidayOverrides = NO_OVERRIDES,
): DateWindow {
  const promised = firstLetterWindow(serviceStart, overrides);
  const nextRun = businessDayFrom(today, overrides);
  return { earliest: laterOf(promised.earliest, nextRun), latest: laterOf(promised.latest, nextRun) };
}
