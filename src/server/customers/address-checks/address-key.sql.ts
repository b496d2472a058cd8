import { sql } from 'drizzle-orm';

export const LINE_COLUMNS = {
  addressLine1: 'address_line_1',
  addressLine2: 'address_line_2',
  city: 'city',
  stateProvince: 'state_province',
  postalCode: 'postal_code',
  country: 'country',
} as const;

/** MD5 of `addressKey` (domain/address-check), from the columns of `row`. */
export function addressKeySql(row: string): string {
  const columns = Object.values(LINE_COLUMNS).map((column) => `coalesce(${row}.${column}, '')`);
  return `md5(concat_ws(E'\\n', ${columns.join(', ')}))`;
}

/** A query with the columns key, routing and is_bad, for a freeze. */
export const checkedKeys = sql`select key, routing, verdict = 'undeliverable' and overridden_at is null as is_bad from address_checks
  where routing is not null or verdict = 'undeliverable'`;
