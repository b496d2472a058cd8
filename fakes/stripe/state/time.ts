const SECOND = 1000;
const MONTHS_IN_YEAR = 12;

export const HOUR = 3600;
export const DAY = 24 * HOUR;

export function wallSeconds(): number {
  return Math.floor(Date.now() / SECOND);
}

/** Counted from the anchor in UTC and clamped to the month's last day (rules/stripe-sandbox 9). */
export function addMonths(anchor: number, months: number): number {
  const date = new Date(anchor * SECOND);
  const month = date.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const day = Math.min(date.getUTCDate(), lastDay);
  const time = (anchor * SECOND) % (DAY * SECOND);
  return Date.UTC(date.getUTCFullYear(), month, day) / SECOND + time / SECOND;
}

export type Interval = 'month' | 'year';

export function periodEnd(anchor: number, start: number, interval: Interval): number {
  const step = interval === 'year' ? MONTHS_IN_YEAR : 1;
  let end = anchor;
  for (let months = step; end <= start; months += step) end = addMonths(anchor, months);
  return end;
}
