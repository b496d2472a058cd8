const MONTH = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short' });

export function monthName(month: string): string {
  return MONTH.format(new Date(month));
}

export function monthAndYear(month: string): string {
  return `${monthName(month)} ${month.slice(0, 4)}`;
}

const DOLLARS = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumSignificantDigits: 3,
});

/** For example '$248.3K'. */
export function usdBriefly(cents: number): string {
  return DOLLARS.format(cents / 100);
}
