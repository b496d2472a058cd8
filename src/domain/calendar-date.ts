import { lazily } from './lazily.ts';

/** A day in New York, as `YYYY-MM-DD` (rules/fulfilment 1). */
export type CalendarDate = `${number}-${number}-${number}`;

export type CalendarMonth = `${number}-${number}`;

/** A range of days that includes both ends. */
export interface DateWindow {
  readonly earliest: CalendarDate;
  readonly latest: CalendarDate;
}

export const WEEKDAY = {
  sunday: 0,
  monday: 1,
  thursday: 4,
  friday: 5,
  saturday: 6,
} as const;
export type Weekday = (typeof WEEKDAY)[keyof typeof WEEKDAY];

const MILLISECONDS_PER_DAY = 86_400_000;

export function isCalendarDate(value: string): value is CalendarDate {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const instant = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && fromUtc(instant) === value;
}

/** @throws Error for anything but a calendar date */
export function calendarDate(text: string): CalendarDate {
  if (!isCalendarDate(text)) throw new Error(`${text} is not a calendar date.`);
  return text;
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return fromUtc(new Date(toUtc(date) + days * MILLISECONDS_PER_DAY));
}

export function addMonths(date: CalendarDate, months: number): CalendarDate {
  return fromUtc(addUtcMonths(new Date(toUtc(date)), months));
}

/** Adds calendar months in UTC to the instant. */
export function addUtcMonths(instant: Date, months: number): Date {
  const moved = new Date(instant);
  moved.setUTCMonth(moved.getUTCMonth() + months + 1, 0);
  moved.setUTCDate(Math.min(instant.getUTCDate(), moved.getUTCDate()));
  return moved;
}

export function dayOfWeek(date: CalendarDate): Weekday {
  return new Date(toUtc(date)).getUTCDay() as Weekday;
}

/** Negative if `to` is before `from`. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return (toUtc(to) - toUtc(from)) / MILLISECONDS_PER_DAY;
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

export function nthWeekday(month: CalendarMonth, weekday: Weekday, nth: 1 | 2 | 3 | 4): CalendarDate {
  const first: CalendarDate = `${month}-01`;
  const untilWeekday = (weekday - dayOfWeek(first) + 7) % 7;
  return addDays(first, untilWeekday + (nth - 1) * 7);
}

export function lastWeekday(month: CalendarMonth, weekday: Weekday): CalendarDate {
  const last = addDays(addMonths(`${month}-01`, 1), -1);
  return addDays(last, -((dayOfWeek(last) - weekday + 7) % 7));
}

// Making a formatter takes a hundred times as long as using it.
const newYorkHour = lazily(
  () => new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', hour: 'numeric', hourCycle: 'h23' }),
);
const newYorkLong = lazily(() => new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', dateStyle: 'long' }));
const calendarLong = lazily(() => new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'long' }));

export function newYorkDate(instant: Date): CalendarDate {
  const date = fromUtc(instant);
  return instant.getTime() < midnightOf(date) ? addDays(date, -1) : date;
}

export function newYorkMidnight(date: CalendarDate): Date {
  return new Date(midnightOf(date));
}

const midnights = new Map<CalendarDate, number>();

function midnightOf(date: CalendarDate): number {
  return remembered(midnights, date, findMidnight);
}

/** Clocks change at 2 a.m., so a New York day begins at 04:00 UTC in summer and at 05:00 UTC in winter. */
function findMidnight(date: CalendarDate): number {
  const inSummer = Date.parse(`${date}T04:00:00Z`);
  return Number(newYorkHour().format(inSummer)) === 0 ? inSummer : Date.parse(`${date}T05:00:00Z`);
}

export function formatDate(date: CalendarDate | Date): string {
  return typeof date === 'string' ? calendarLong().format(toUtc(date)) : newYorkLong().format(date);
}

export function windowInWords({ earliest, latest }: DateWindow): string {
  return earliest === latest
    ? `on ${formatDate(earliest)}`
    : `between ${formatDate(earliest)} and ${formatDate(latest)}`;
}

const starts = new Map<CalendarDate, number>();
/** Dates by the number of days since 1970. */
const names = new Map<number, CalendarDate>();

function toUtc(date: CalendarDate): number {
  return remembered(starts, date, (known) => Date.parse(`${known}T00:00:00Z`));
}

function fromUtc(instant: Date): CalendarDate {
  const day = Math.floor(instant.getTime() / MILLISECONDS_PER_DAY);
  return remembered(names, day, () => instant.toISOString().slice(0, 10) as CalendarDate);
}

const MOST_REMEMBERED = 5_000;

/** Caches results, since computing one takes ten times as long as looking it up. */
function remembered<Key, Value>(known: Map<Key, Value>, key: Key, find: (key: Key) => Value): Value {
  const value = known.get(key);
  if (value !== undefined) return value;
  if (known.size >= MOST_REMEMBERED) known.clear();
  const found = find(key);
  known.set(key, found);
  return found;
}

const relative = lazily(() => new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' }));
const DAYS_PER_YEAR = 365.2425;
const DAYS_PER_MONTH = DAYS_PER_YEAR / 12;

/** 'yesterday', '3 days ago' or '2 months ago', by New York's calendar. */
export function elapsedWords(then: Date, now: Date): string {
  const days = Math.max(0, daysBetween(newYorkDate(then), newYorkDate(now)));
  if (days < 2 * DAYS_PER_MONTH) return relative().format(-days, 'day');
  if (days < 2 * DAYS_PER_YEAR) return relative().format(-Math.floor(days / DAYS_PER_MONTH), 'month');
  return relative().format(-Math.floor(days / DAYS_PER_YEAR), 'year');
}

/** Whether some months don't have that day. */
export function isLateInMonth(date: CalendarDate): boolean {
  return Number(date.slice(8)) > 28;
}
