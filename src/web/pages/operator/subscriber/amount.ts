/** Reads '12.5' as 1250; null if it isn't an amount in dollars. */
export function centsOf(typed: string): number | null {
  const [, dollars = '', cents = ''] = /^\s*\$?(\d{1,6})(?:\.(\d{1,2}))?\s*$/.exec(typed) ?? [];
  return dollars === '' ? null : Number(dollars) * 100 + Number(cents.padEnd(2, '0'));
}

/** Writes 1250 as '12.50' for a field. */
export function dollarsOf(cents: number): string {
  return (cents / 100).toFixed(2);
}
