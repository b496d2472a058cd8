import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/** Writes 256 kB to the disk, without leaving a row or an entry in the write-ahead log. */
const SPILL = sql`
  with wide as materialized (select repeat(md5(number::text), 32) from generate_series(1, 256) as number)
  select count(*) from wide`;

/** @throws Error if PostgreSQL answers but can't write, because its disk is full or it is a standby */
export async function requireWritable(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ readOnly: string }>(
      sql`select set_config('work_mem', '64kB', true), current_setting('transaction_read_only') as "readOnly"`,
    );
    if (rows[0]?.readOnly !== 'off') throw new Error('The database takes no writes.');
    await tx.execute(SPILL);
  });
}
