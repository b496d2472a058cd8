import type { PgBoss } from 'pg-boss';

/** A worker shows for each job in hand that it lives, this often (decision 134). */
export const HEARTBEAT_EVERY_SECONDS = 2;
const ABANDONED_AFTER_SECONDS = 5;
const LOOK_EVERY_MS = 1_500;

interface Abandoned {
  readonly id: string;
  readonly name: string;
  readonly heartbeat: string;
}

/**
 * Takes jobs away from workers whose heart has stopped, for others to do at once. pg-boss would do so too, later and after the pause
 * that follows a failure. @returns a function that ends it
 */
export function takeOverAbandonedJobs(boss: PgBoss, onError: (error: unknown) => void): () => void {
  let suspects: ReadonlySet<string> = new Set();
  const look = async () => {
    const silent = await abandonedJobs(boss);
    // After an outage of the database every heart looks stopped: who is alive beats before the second look.
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
