import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';

const LOOK_EVERY_MS = 100;
/** A webhook that is still being sent may queue another job. */
const LOOKS_IN_A_ROW = 3;

/** Resolves when no job is due or running, or when the time is over. */
export async function untilJobsAreDone(db: Db, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs;
  for (let quiet = 0; quiet < LOOKS_IN_A_ROW && performance.now() < deadline;) {
    await sleep(LOOK_EVERY_MS);
    quiet = (await hasJobs(db)) ? 0 : quiet + 1;
  }
}

async function hasJobs(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ waiting: boolean }>(
    sql`select exists(select from pgboss.job where state < 'completed' and start_after <= pgboss.job_now()) as waiting`,
  );
  return rows[0]?.waiting === true;
}
