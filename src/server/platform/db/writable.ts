import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/** A sort of 256 kB with a quarter of that memory goes to the disk, and leaves no row and no log behind. */
const SORT = sql`
  select max(place) from (
    select row_number() over (order by repeat(md5(number::text), 8)) as place from generate_series(1, 1000) as number
  ) as sorted`;

/** @throws Error while PostgreSQL answers but cannot write: its disk is full, or it is a standby */
export async function requireWritable(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ readOnly: string }>(
      sql`select set_config('work_mem', '64kB', true), current_setting('transaction_read_only') as "readOnly"`,
    );
    if (rows[0]?.readOnly !== 'off') throw new Error('The database takes no writes.');
    await tx.execute(SORT);
  });
}
