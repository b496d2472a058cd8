import { sql } from 'drizzle-orm';
import { ADDRESS_COLUMNS } from '../pieces/frozen-address.sql.ts';

const COLUMNS = Object.entries(ADDRESS_COLUMNS).map(([field, column]) => `address ->> '${field}' as ${column}`);

/**
 * Temporary addresses with the columns of `shipping_addresses`. A withdrawn address no longer belongs to its
 * subscriber.
 */
export const TEMPORARY_ADDRESSES = sql.raw(
  `select ${COLUMNS.join(', ')}, created_at as updated_at from temporary_addresses where withdrawn_at is null`,
);
