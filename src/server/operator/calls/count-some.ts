import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { MOST_COUNTED } from '../../../contract/operator/constants.ts';
import type { Db } from '../../platform/db/database.ts';

/** @returns one more than `MOST_COUNTED` if there are more */
export async function countSome(db: Db, rows: SQLWrapper, which: SQL | undefined): Promise<number> {
  const { rows: counted } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select from ${rows} where ${which ?? sql`true`} limit ${MOST_COUNTED + 1}) matches`);
  return counted[0]?.count ?? 0;
}
