export function centsOf(typed: string): number | null {
  const [, dollars = '', cents = ''] = /^\s*\$?(\d{1,6})(?:\.(\d{1,2}))?\s*$/.exec(typed) ?? [];
  return dollars === '' ? null : Number(dollars) * 100 + Number(cents.padEnd(2, '0'));
}

export function dollarsOf(cents: number): string {
  return (cents / 100).toFixed(2);
}
