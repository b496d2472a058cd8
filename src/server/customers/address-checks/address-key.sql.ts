const COLUMNS = ['address_line_1', 'address_line_2', 'city', 'state_province', 'postal_code', 'country'] as const;

/** MD5 of `addressKey` (domain/address-check) on the columns of `row`. */
export function addressKeySql(row: string): string {
  return `md5(concat_ws(E'\\n', ${COLUMNS.map((column) => `coalesce(${row}.${column}, '')`).join(', ')}))`;
}
