const SECOND = 1000;
const MONTHS_IN_YEAR = 12;

export const HOUR = 3600;
export const DAY = 24 * HOUR;

/** Whole seconds since the epoch by the wall clock. */
export function wallSeconds(): number {
  return Math.floor(Date.now() / SECOND);
}

/**
 * The moment `months` calendar months after `anchor`, in UTC, clamped to the last day of a shorter month.
 * Counted from the anchor, not from the month before: 31 Jan, 28 Feb, 31 Mar (rules/stripe-sandbox 9).
 */
export function addMonths(anchor: number, months: number): number {
  const date = new Date(anchor * SECOND);
  const month = date.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const day = Math.min(date.getUTCDate(), lastDay);
  const time = (anchor * SECOND) % (DAY * SECOND);
  return Date.UTC(date.getUTCFullYear(), month, day) / SECOND + time / SECOND;
}

export type Interval = 'month' | 'year';

/** End of the period that starts at `start` for a subscription anchored at `anchor`. */
export function periodEnd(anchor: number, start: number, interval: Interval): number {
  const step = interval === 'year' ? MONTHS_IN_YEAR : 1;
  let end = anchor;
  for (let months = step; end <= start; months += step) end = addMonths(anchor, months);
  return end;
}
