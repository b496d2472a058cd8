import { addDays, type CalendarDate, dayOfWeek, lastWeekday, nthWeekday, WEEKDAY } from './calendar-date.ts';

interface HolidayRule {
  readonly name: string;
  /** The first and the last year of the holiday; by default it applies from 1971 on, without end. */
  readonly from?: number;
  readonly until?: number;
  readonly fallsOn: (year: number) => CalendarDate;
}

// The list of 5 U.S.C. 6103 without Inauguration Day, on which the post works.
const FEDERAL_HOLIDAYS = [
  { name: "New Year's Day", fallsOn: (year) => `${year}-01-01` },
  {
    name: 'Birthday of Martin Luther King, Jr.',
    from: 1986,
    fallsOn: (year) => nthWeekday(`${year}-01`, WEEKDAY.monday, 3),
  },
  { name: "Washington's Birthday", fallsOn: (year) => nthWeekday(`${year}-02`, WEEKDAY.monday, 3) },
  { name: 'Memorial Day', fallsOn: (year) => lastWeekday(`${year}-05`, WEEKDAY.monday) },
  { name: 'Juneteenth', from: 2021, fallsOn: (year) => `${year}-06-19` },
  { name: 'Independence Day', fallsOn: (year) => `${year}-07-04` },
  { name: 'Labor Day', fallsOn: (year) => nthWeekday(`${year}-09`, WEEKDAY.monday, 1) },
  { name: 'Columbus Day', fallsOn: (year) => nthWeekday(`${year}-10`, WEEKDAY.monday, 2) },
  { name: 'Veterans Day', until: 1977, fallsOn: (year) => nthWeekday(`${year}-10`, WEEKDAY.monday, 4) },
  { name: 'Veterans Day', from: 1978, fallsOn: (year) => `${year}-11-11` },
  { name: 'Thanksgiving Day', fallsOn: (year) => nthWeekday(`${year}-11`, WEEKDAY.thursday, 4) },
  { name: 'Christmas Day', fallsOn: (year) => `${year}-12-25` },
] as const satisfies readonly HolidayRule[];

export interface HolidayOverrides {
  readonly add: readonly CalendarDate[];
  readonly remove: readonly CalendarDate[];
}

export const NO_OVERRIDES: HolidayOverrides = { add: [], remove: [] };

export function observedHolidays(year: number): readonly CalendarDate[] {
  return observedHolidaysByName(year).map(({ day }) => day);
}

export function observedHolidaysByName(year: number): readonly { readonly day: CalendarDate; readonly name: string }[] {
  // If New Year's Day is a Saturday, it is observed on December 31.
  const candidates = [year, year + 1].flatMap((named) =>
    rulesOf(named).map(({ name, fallsOn }) => ({ day: observedOn(fallsOn(named)), name })),
  );
  return candidates
    .filter(({ day }) => day.startsWith(`${year}-`))
    .sort((one, other) => one.day.localeCompare(other.day));
}

/** Null for other days, even if an operator made the day a holiday. */
export function holidayName(date: CalendarDate): string | null {
  return observedHolidaysByName(Number(date.slice(0, 4))).find(({ day }) => day === date)?.name ?? null;
}

function rulesOf(year: number): HolidayRule[] {
  const rules: readonly HolidayRule[] = FEDERAL_HOLIDAYS;
  return rules.filter(({ from = 1971, until = Infinity }) => from <= year && year <= until);
}

function observedOn(date: CalendarDate): CalendarDate {
  const weekday = dayOfWeek(date);
  if (weekday === WEEKDAY.saturday) return addDays(date, -1);
  if (weekday === WEEKDAY.sunday) return addDays(date, 1);
  return date;
}

export function isBusinessDay(date: CalendarDate, overrides: HolidayOverrides = NO_OVERRIDES): boolean {
  return dayOfWeek(date) !== WEEKDAY.saturday && isPostOpen(date, overrides);
}

/** Post offices take letters on Saturdays too. */
export function isPostOpen(date: CalendarDate, overrides: HolidayOverrides = NO_OVERRIDES): boolean {
  if (dayOfWeek(date) === WEEKDAY.sunday || overrides.add.includes(date)) return false;
  return !isObservedHoliday(date) || overrides.remove.includes(date);
}

/** The nearest day, from that one on in the direction of the step, on which the post is open. */
export function postDayFrom(date: CalendarDate, step: 1 | -1, overrides: HolidayOverrides): CalendarDate {
  let day = date;
  while (!isPostOpen(day, overrides)) day = addDays(day, step);
  return day;
}

// Cached, since planning a run asks for the same few years a million times.
const observedByYear = new Map<string, ReadonlySet<CalendarDate>>();

export function isObservedHoliday(date: CalendarDate): boolean {
  const year = date.slice(0, 4);
  const observed = observedByYear.get(year) ?? new Set(observedHolidays(Number(year)));
  observedByYear.set(year, observed);
  return observed.has(date);
}

export function addBusinessDays(
  date: CalendarDate,
  count: number,
  overrides: HolidayOverrides = NO_OVERRIDES,
): CalendarDate {
  const step = Math.sign(count);
  let day = date;
  for (let left = Math.abs(count); left > 0; left -= isBusinessDay(day, overrides) ? 1 : 0) day = addDays(day, step);
  return day;
}

export function previousBusinessDay(date: CalendarDate, overrides: HolidayOverrides = NO_OVERRIDES): CalendarDate {
  return addBusinessDays(date, -1, overrides);
}

export function businessDayFrom(date: CalendarDate, overrides: HolidayOverrides = NO_OVERRIDES): CalendarDate {
  return addBusinessDays(addDays(date, -1), 1, overrides);
}
