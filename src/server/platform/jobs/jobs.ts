import { sql } from 'drizzle-orm';
import { type Clock, fromDrizzle, PgBoss, type Job, type JobResult } from 'pg-boss';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { type DatabaseAddresses, directUrlOf, limitedConnectionTo, POOL_LIMITS } from '../db/connection.ts';
import type { Db } from '../db/database.ts';
import { loggedError } from '../logging/log.ts';
import { publish } from '../metrics/occurrences.ts';
import type { SpanOutcome } from '../tracing/open-span.ts';
import { currentOrigin, type Origin, runInScope } from '../tracing/scope.ts';
import { failureOf, startSpan } from '../tracing/spans.ts';
import { HEARTBEAT_EVERY_SECONDS, takeOverAbandonedJobs } from './abandoned-jobs.ts';
import { QUEUE_NAMES, QUEUES, type JobData, type QueueName, type RecurringQueue } from './queues.ts';

export interface EnqueueOptions {
  readonly afterSeconds?: number;
  /** A UUID, for at most one such job. A job that has failed for good starts again. */
  readonly id?: string;
}

export interface Attempt {
  readonly jobId: string;
  readonly retry: number;
  readonly signal: AbortSignal;
}

export type JobHandler<Q extends QueueName> = (data: JobData[Q], attempt: Attempt) => Promise<void>;

export interface Jobs {
  /** The job exists only if the transaction commits. `start()` must have resolved before. */
  enqueue<Q extends QueueName>(tx: Db, queue: Q, data: JobData[Q], options?: EnqueueOptions): Promise<void>;
  /** A failed handler is run again, so handlers must be safe to repeat. */
  work<Q extends QueueName>(queue: Q, handler: JobHandler<Q>): Promise<void>;
  /** A cron expression with five fields, in New York's time. Only one of all processes runs it. */
  schedule(queue: RecurringQueue, cron: string): Promise<void>;
  start(): Promise<void>;
  /** Resolves when the running jobs have finished. */
  stopWorking(): Promise<void>;
  stop(withinMs?: number): Promise<void>;
}

const BATCH_SIZE = 20;
/** Shorter than the time after which the launcher kills the process. */
const STOP_TIMEOUT_MS = 4_000;
const LISTENER_CHECK_MS = 4_000;
const CLOCK_CHECK_SECONDS = 30;

/** With the wall clock, pg-boss's timers would wait as long as the clock was set back. */
const MONOTONIC_CLOCK: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (work, milliseconds) => setTimeout(work, milliseconds),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (work, milliseconds) => setInterval(work, milliseconds),
  clearInterval: (timer) => clearInterval(timer as NodeJS.Timeout),
};

type JobsConfig = DatabaseAddresses &
  Pick<Config, 'role'> &
  Partial<Pick<Config, 'migrationUrl' | 'migratesAtStart' | 'jobsPoolSize'>>;

export function openJobs(config: JobsConfig, log: Logger): Jobs {
  const boss = openBoss(config);
  let stopLooking: (() => void) | null = null;
  // Without a listener an 'error' event would end the process. pg-boss recovers automatically.
  boss.on('error', (error) =>
    log.warn({ error: error.message }, 'job queue: a statement failed, it will be tried again'),
  );
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'job queue: warning'));

  return {
    async enqueue(tx, queue, data, { afterSeconds, id } = {}) {
      const db = fromDrizzle(tx, sql);
      const startAfter = afterSeconds === undefined ? {} : { startAfter: afterSeconds };
      const origin = currentOrigin();
      const sent = origin === null ? data : { ...data, origin };
      const added = await boss.send(queue, sent, { db, ...startAfter, ...(id !== undefined && { id }) });
      if (added === null && id !== undefined) await boss.retry(queue, id, { db });
    },
    async work(queue, handler) {
      const options = {
        batchSize: BATCH_SIZE,
        perJobResults: true,
        pollingIntervalSeconds: 2,
        notifyPollingIntervalSeconds: 2,
        burstWhenBatchFull: true,
        heartbeatRefreshSeconds: HEARTBEAT_EVERY_SECONDS,
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
      if (config.role !== 'web') {
        stopLooking = takeOverAbandonedJobs(boss, (error) =>
          log.warn({ error: loggedError(error).message }, 'could not look for jobs of dead workers; trying again'),
        );
      }
    },
    async stopWorking() {
      await Promise.all(QUEUE_NAMES.map((queue) => boss.offWork(queue)));
    },
    async stop(withinMs = STOP_TIMEOUT_MS) {
      stopLooking?.();
      await boss.stop({ timeout: withinMs });
    },
  };
}

function openBoss({
  migrationUrl = null,
  migratesAtStart = true,
  jobsPoolSize,
  role,
  ...addresses
}: JobsConfig): PgBoss {
  const works = role !== 'web';
  return new PgBoss({
    // pg-boss passes these options to the driver's pool.
    ...limitedConnectionTo(directUrlOf(addresses)),
    ...POOL_LIMITS,
    application_name: 'dead-letter-club jobs',
    // Don't migrate if the tables were already migrated.
    ...((migrationUrl !== null || !migratesAtStart) && { migrate: false, createSchema: false }),
    max: jobsPoolSize ?? (works ? 6 : 2),
    // A NOTIFY reaches a worker in 4-18 ms, while polling takes half a second.
    useListenNotify: works,
    schedule: works,
    supervise: works,
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
    clock: MONOTONIC_CLOCK,
    clockMonitorIntervalSeconds: CLOCK_CHECK_SECONDS,
    notifyHeartbeatIntervalMs: LISTENER_CHECK_MS,
    notifyHeartbeatTimeoutMs: LISTENER_CHECK_MS,
  });
}

async function createQueues(boss: PgBoss): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const name of QUEUE_NAMES) {
    const { policy, ...own } = QUEUES[name];
    const settings = { ...own, notify: true };
    if (isAsIn(known.get(name), settings)) continue;
    await boss.createQueue(name, { policy, ...settings });
    await boss.updateQueue(name, settings);
  }
}

function isAsIn(queue: object | undefined, settings: object): boolean {
  const found = new Map<string, unknown>(Object.entries(queue ?? {}));
  return Object.entries(settings).every(([name, value]) => found.get(name) === value);
}

async function settle<Q extends QueueName>(
  job: Job<JobData[Q]>,
  handler: JobHandler<Q>,
  log: Logger,
): Promise<JobResult> {
  const { origin, ...data } = job.data as JobData[Q] & { readonly origin?: Origin };
  const span = startSpan({
    name: `job ${job.name}`,
    kind: 'consumer',
    attributes: { 'messaging.destination.name': job.name, 'messaging.message.id': job.id },
    parent: origin?.traceparent ?? null,
  });
  const startedAt = performance.now();
  const finish = (outcome: 'completed' | 'failed', spanOutcome?: SpanOutcome) => {
    publish('job', { queue: job.name, outcome, seconds: (performance.now() - startedAt) / 1_000 });
    span?.end(spanOutcome);
  };
  return await runInScope({ requestId: origin?.requestId ?? job.id, span }, async () => {
    try {
      const attempt = { jobId: job.id, retry: job.retryCount, signal: job.signal };
      await handler(data as unknown as JobData[Q], attempt);
      finish('completed');
      return { id: job.id, status: 'completed' };
    } catch (error) {
      finish('failed', failureOf(error));
      const { message: reason } = loggedError(error);
      log.warn({ queue: job.name, jobId: job.id, retry: job.retryCount, error: reason }, 'job failed');
      return { id: job.id, status: 'failed', output: { message: reason } };
    }
  });
}

/** Creates or migrates the job tables, as the role that owns them. */
export async function migrateJobTables(migrationUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: migrationUrl, max: 2, supervise: false, schedule: false });
  await boss.start();
  await boss.stop({ graceful: false });
}
