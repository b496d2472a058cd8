import type { SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './database.ts';

/** The row that matches, or null. `lock` lasts until the transaction ends. */
export async function findRow<Table extends PgTable>(
  db: Db,
  table: Table,
  which: SQL | undefined,
  lock?: 'update' | 'no key update' | 'key share',
): Promise<Table['$inferSelect'] | null> {
  const source: PgTable = table;
  const query = db.select().from(source).where(which);
  const [row] = await (lock === undefined ? query : query.for(lock));
  return row ?? null;
}
