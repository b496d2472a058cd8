const MONTH = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short' });

export function monthName(month: string): string {
  return MONTH.format(new Date(month));
}

export function monthAndYear(month: string): string {
  return `${monthName(month)} ${month.slice(0, 4)}`;
}
