const MONTH = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short' });

/** 'Nov', of a calendar date. */
export function monthName(month: string): string {
  return MONTH.format(new Date(month));
}

/** 'Nov 2026'. */
export function monthAndYear(month: string): string {
  return `${monthName(month)} ${month.slice(0, 4)}`;
}
