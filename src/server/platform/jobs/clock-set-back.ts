import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';

const CHECK_MS = 5_000;

/**
 * pg-boss compares PostgreSQL's clock with stored times. If that clock was set back an hour, jobs would wait an hour.
 */
export function repairAfterClockSetBack(db: Database, onError: (error: unknown) => void): () => void {
  const timer = setInterval(() => void bringBackJobTimes(db).catch(onError), CHECK_MS).unref();
  return () => clearInterval(timer);
}

/** @returns whether times of jobs were ahead by more than a minute */
export async function bringBackJobTimes(db: Database): Promise<boolean> {
  const ahead = sql`now() + interval '1 minute'`;
  const { rows } = await db.execute(sql`
    select from pgboss.version where cron_on > ${ahead} or bam_on > ${ahead}
    union all
    select from pgboss.queue where greatest(monitor_claim_on, monitor_on, maintain_on) > ${ahead}`);
  if (rows.length === 0) return false;
  await db.transaction(async (tx) => {
    await tx.execute(sql`update pgboss.version set cron_on = least(cron_on, now()), bam_on = least(bam_on, now())`);
    await tx.execute(sql`
      update pgboss.queue set monitor_claim_on = least(monitor_claim_on, now()), monitor_on = least(monitor_on, now()),
        maintain_on = least(maintain_on, now())`);
    await tx.execute(sql`
      update pgboss.job set created_on = least(created_on, now()), start_after = least(start_after, now()),
        started_on = least(started_on, now()), heartbeat_on = least(heartbeat_on, now())
      where state < 'completed' and greatest(created_on, started_on, heartbeat_on) > ${ahead}`);
  });
  return true;
}
