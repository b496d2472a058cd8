import type { PgBoss } from 'pg-boss';

export const HEARTBEAT_EVERY_SECONDS = 2;
const ABANDONED_AFTER_SECONDS = 5;
const LOOK_EVERY_MS = 1_500;

interface Abandoned {
  readonly id: string;
  readonly name: string;
  readonly heartbeat: string;
}

/**
 * Faster than pg-boss does it (decision 130).
 * @returns a function that stops it
 */
export function takeOverAbandonedJobs(boss: PgBoss, onError: (error: unknown) => void): () => void {
  let suspects: ReadonlySet<string> = new Set();
  const look = async () => {
    const silent = await abandonedJobs(boss);
    // After an outage the heartbeats of all jobs are old, so a job must be silent twice.
    const dead = silent.filter((job) => suspects.has(beatOf(job)));
    suspects = new Set(silent.map(beatOf));
    for (const name of new Set(dead.map((job) => job.name))) {
      await takeOver(
        boss,
        name,
        dead.filter((job) => job.name === name).map(({ id }) => id),
      );
    }
  };
  const timer = setInterval(() => void look().catch(onError), LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}

function beatOf({ id, heartbeat }: Abandoned): string {
  return `${id} ${heartbeat}`;
}

async function abandonedJobs(boss: PgBoss): Promise<readonly Abandoned[]> {
  const { rows } = await boss.getDb().executeSql(
    `select id, name, heartbeat_on::text as heartbeat from pgboss.job
      where state = 'active' and heartbeat_seconds is not null
        and heartbeat_on < pgboss.job_now() - interval '${ABANDONED_AFTER_SECONDS} seconds'`,
  );
  return rows as readonly Abandoned[];
}

async function takeOver(boss: PgBoss, name: string, ids: string[]): Promise<void> {
  await boss.fail(name, ids, { message: 'the worker has died' });
  await boss
    .getDb()
    .executeSql(
      `update pgboss.job set start_after = now() where name = $1 and id = any($2::uuid[]) and state = 'retry'`,
      [name, ids],
    );
}
