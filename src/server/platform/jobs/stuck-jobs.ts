import { sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';

export interface StuckQueue {
  readonly queue: string;
  readonly failed: number;
  readonly late: number;
  readonly since: string;
  readonly error: string | null;
}

/** Leaves out emails, which have their own list. */
export async function listStuckQueues(db: Db): Promise<StuckQueue[]> {
  const isFailed = sql`state = 'failed'`;
  const isLate = sql`state in ('created', 'retry') and start_after < now() - interval '15 minutes'`;
  const { rows } = await db.execute<{ [Key in keyof StuckQueue]: StuckQueue[Key] }>(sql`
    select name as queue, (count(*) filter (where ${isFailed}))::int as failed, (count(*) filter (where ${isLate}))::int as late,
      to_char(min(created_on) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since,
      (array_agg(output ->> 'message' order by completed_on desc nulls last) filter (where ${isFailed}))[1] as error
    from pgboss.job
    where name not like '\\_\\_%' and name <> 'send-email' and (${isFailed} or ${isLate})
    group by name order by name`);
  return rows;
}
