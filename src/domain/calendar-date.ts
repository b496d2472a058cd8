/** A day of the calendar, `YYYY-MM-DD`, always as it is called in New York (rules/fulfilment 1). */
export type CalendarDate = `${number}-${number}-${number}`;

/** A month of the calendar, `YYYY-MM`. */
export type CalendarMonth = `${number}-${number}`;

/** Both ends belong to the window. */
export interface DateWindow {
  readonly earliest: CalendarDate;
  readonly latest: CalendarDate;
}

/** Days of the week as `Date` numbers them. */
export const WEEKDAY = {
  sunday: 0,
  monday: 1,
  tuesday: 2,
  wednesday: 3,
  thursday: 4,
  friday: 5,
  saturday: 6,
} as const;
export type Weekday = (typeof WEEKDAY)[keyof typeof WEEKDAY];

const MILLISECONDS_PER_DAY = 86_400_000;

/** True for a day that exists, written `YYYY-MM-DD`: '2026-02-29' and '2026-2-9' are none. */
export function isCalendarDate(value: string): value is CalendarDate {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const instant = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && fromUtc(instant) === value;
}

/** A stored date: its column knows that it is one, the compiler does not. @throws Error for anything else */
export function calendarDate(text: string): CalendarDate {
  if (!isCalendarDate(text)) throw new Error(`${text} is not a calendar date.`);
  return text;
}

/** The day `days` after `date`, or before it when negative. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return fromUtc(new Date(toUtc(date) + days * MILLISECONDS_PER_DAY));
}

/** The same day `months` later; in a shorter month its last day, as Stripe moves a billing anchor. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const start = new Date(toUtc(date));
  const year = start.getUTCFullYear();
  const month = start.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return fromUtc(new Date(Date.UTC(year, month, Math.min(start.getUTCDate(), lastDay))));
}

export function dayOfWeek(date: CalendarDate): Weekday {
  return new Date(toUtc(date)).getUTCDay() as Weekday;
}

/** Days from `from` to `to`; negative when `to` comes first. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return (toUtc(to) - toUtc(from)) / MILLISECONDS_PER_DAY;
}

/** For sorting. Two dates may as well be compared with `<`: their text sorts as they do. */
export function compare(a: CalendarDate, b: CalendarDate): -1 | 0 | 1 {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

export function earlierOf(a: CalendarDate, b: CalendarDate): CalendarDate {
  return a < b ? a : b;
}

export function laterOf(a: CalendarDate, b: CalendarDate): CalendarDate {
  return a < b ? b : a;
}

export function monthOf(date: CalendarDate): CalendarMonth {
  return date.slice(0, 7) as CalendarMonth;
}

/** The `nth` (1 to 4) of that weekday in the month: the 2nd Friday of '2026-11' is '2026-11-13'. */
export function nthWeekday(month: CalendarMonth, weekday: Weekday, nth: 1 | 2 | 3 | 4): CalendarDate {
  const first: CalendarDate = `${month}-01`;
  const untilWeekday = (weekday - dayOfWeek(first) + 7) % 7;
  return addDays(first, untilWeekday + (nth - 1) * 7);
}

export function lastWeekday(month: CalendarMonth, weekday: Weekday): CalendarDate {
  const last = addDays(addMonths(`${month}-01`, 1), -1);
  return addDays(last, -((dayOfWeek(last) - weekday + 7) % 7));
}

// Building a formatter costs some hundred times what using one does.
const NEW_YORK_PARTS = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});
const NEW_YORK_LONG = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', dateStyle: 'long' });
const CALENDAR_LONG = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'long' });

/** What the calendar on a New York wall says at that instant. */
export function newYorkDate(instant: Date): CalendarDate {
  const [month, , day, , year] = NEW_YORK_PARTS.formatToParts(instant).map((part) => part.value);
  return `${year}-${month}-${day}` as CalendarDate;
}

/** The instant at which that day begins in New York: 04:00 UTC in summer, 05:00 in winter; the clocks change at 2 a.m. */
export function newYorkMidnight(date: CalendarDate): Date {
  const inSummer = new Date(`${date}T04:00:00Z`);
  return newYorkDate(inSummer) === date ? inSummer : new Date(`${date}T05:00:00Z`);
}

/** 'November 27, 2026': a calendar date as it is, an instant by New York's calendar. */
export function formatDate(date: CalendarDate | Date): string {
  return typeof date === 'string' ? CALENDAR_LONG.format(toUtc(date)) : NEW_YORK_LONG.format(date);
}

function toUtc(date: CalendarDate): number {
  return Date.parse(`${date}T00:00:00Z`);
}

function fromUtc(instant: Date): CalendarDate {
  return instant.toISOString().slice(0, 10) as CalendarDate;
}
