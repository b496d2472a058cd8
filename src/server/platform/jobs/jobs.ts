import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss, type Job, type JobResult } from 'pg-boss';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Db } from '../db/database.ts';
import { loggedError } from '../errors/logged-error.ts';
import { QUEUE_NAMES, QUEUES, type JobData, type QueueName, type RecurringQueue } from './queues.ts';

export interface EnqueueOptions {
  /** Seconds from now before which no worker takes it. */
  readonly afterSeconds?: number;
  /** A UUID of the caller's, for at most one job: asked for again, one that had run out of retries gets another, any other is left. */
  readonly id?: string;
}

/** The attempt a handler is working on. */
export interface Attempt {
  readonly jobId: string;
  /** 0 for the first, then one more for each retry. */
  readonly retry: number;
  /** Aborted when the job's time is up or the process is stopping. */
  readonly signal: AbortSignal;
}

export type JobHandler<Q extends QueueName> = (data: JobData[Q], attempt: Attempt) => Promise<void>;

/** Work that outlives the request that asked for it: kept in PostgreSQL, done at least once, by whichever process is free. */
export interface Jobs {
  /** Adds a job as part of the caller's transaction: it exists if and only if that commits. Needs `start()` to have resolved. */
  enqueue<Q extends QueueName>(tx: Db, queue: Q, data: JobData[Q], options?: EnqueueOptions): Promise<void>;
  /** Takes jobs from now on. A handler that throws is retried as the queue's policy says. Handlers must bear being run twice. */
  work<Q extends QueueName>(queue: Q, handler: JobHandler<Q>): Promise<void>;
  /** Adds a job at each time of the five-field cron expression, in America/New_York, once for all processes together. */
  schedule(queue: RecurringQueue, cron: string): Promise<void>;
  /**
   * Connects, creating the queue's tables if need be. Several processes may start at once.
   * @throws when the database cannot be reached. Losing it later is survived: workers go on when it is back.
   */
  start(): Promise<void>;
  /** Takes no more jobs and waits up to twenty seconds for those in hand; what is not finished is retried elsewhere. */
  stop(): Promise<void>;
}

const BATCH_SIZE = 20;
const STOP_TIMEOUT_MS = 20_000;

/** Opens the job queue without connecting; `start()` connects. A process of role `web` only enqueues. */
export function openJobs(config: Pick<Config, 'databaseUrl' | 'role'>, log: Logger): Jobs {
  const boss = openBoss(config);
  // Without a listener, an 'error' event would end the process; pg-boss goes on by itself once PostgreSQL is back.
  boss.on('error', (error) =>
    log.warn({ error: error.message }, 'job queue: a statement failed, it will be tried again'),
  );
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'job queue: warning'));

  return {
    async enqueue(tx, queue, data, { afterSeconds, id } = {}) {
      const db = fromDrizzle(tx, sql);
      const startAfter = afterSeconds === undefined ? {} : { startAfter: afterSeconds };
      const added = await boss.send(queue, data, { db, ...startAfter, ...(id !== undefined && { id }) });
      if (added === null && id !== undefined) await boss.retry(queue, id, { db });
    },
    async work(queue, handler) {
      const options = {
        batchSize: BATCH_SIZE,
        perJobResults: true,
        pollingIntervalSeconds: 2,
        notifyPollingIntervalSeconds: 2,
      } as const;
      await boss.work<JobData[typeof queue], void, typeof options>(queue, options, (batch) =>
        Promise.all(batch.map((job) => settle(job, handler, log))),
      );
    },
    async schedule(queue, cron) {
      await boss.schedule(queue, cron, {}, { tz: 'America/New_York' });
    },
    async start() {
      await boss.start();
      await createQueues(boss);
    },
    async stop() {
      await boss.stop({ timeout: STOP_TIMEOUT_MS });
    },
  };
}

function openBoss({ databaseUrl, role }: Pick<Config, 'databaseUrl' | 'role'>): PgBoss {
  const works = role !== 'web';
  return new PgBoss({
    connectionString: databaseUrl,
    application_name: 'dead-letter-club jobs',
    max: works ? 6 : 2,
    connectionTimeoutMillis: 5_000,
    // A NOTIFY reaches a worker in 4-18 ms; polling alone takes half a second.
    useListenNotify: works,
    schedule: works,
    supervise: works,
    // How long a job whose worker was killed stays unnoticed beyond its `expireInSeconds`.
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
  });
}

/** The table of queues is the truth: one that exists already takes over changed retry settings. Its policy is fixed at birth. */
async function createQueues(boss: PgBoss): Promise<void> {
  for (const name of QUEUE_NAMES) {
    const { policy, ...settings } = QUEUES[name];
    await boss.createQueue(name, { policy, ...settings, notify: true });
    await boss.updateQueue(name, { ...settings, notify: true });
  }
}

/** Each job of a batch succeeds or fails by itself. */
async function settle<Q extends QueueName>(
  job: Job<JobData[Q]>,
  handler: JobHandler<Q>,
  log: Logger,
): Promise<JobResult> {
  try {
    await handler(job.data, { jobId: job.id, retry: job.retryCount, signal: job.signal });
    return { id: job.id, status: 'completed' };
  } catch (error) {
    const { message: reason } = loggedError(error);
    log.warn({ queue: job.name, jobId: job.id, retry: job.retryCount, error: reason }, 'job failed');
    return { id: job.id, status: 'failed', output: { message: reason } };
  }
}
