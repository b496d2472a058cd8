import { EventEmitter, once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { testDatabase, type TestDatabase } from '../../test/server/database.ts';
import { openDatabase, type Database } from './platform/db/database.ts';
import { SERVER_GRACE_MS } from '../../launch/shop.ts';
import { bringBackJobTimes } from './platform/jobs/clock-set-back.ts';
import { openJobs, type Jobs } from './platform/jobs/jobs.ts';
import { QUEUES } from './platform/jobs/queues.ts';

let database: TestDatabase;
let db: Database;
const running: Jobs[] = [];

beforeAll(async () => {
  database = await testDatabase();
  db = openDatabase(database.url);
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((jobs) => jobs.stop()));
  await db.execute(sql`delete from pgboss.job`);
});
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

/** One process of that role. */
async function startProcess(role: 'web' | 'worker' | 'both'): Promise<Jobs> {
  const jobs = openJobs({ databaseUrl: database.url, role }, pino({ level: 'silent' }));
  running.push(jobs);
  await jobs.start();
  return jobs;
}

test('several processes may start at once on an empty database', async () => {
  await expect(Promise.all([startProcess('web'), startProcess('worker'), startProcess('both')])).resolves.toHaveLength(
    3,
  );
});

test('a start puts right the queues that are otherwise, and writes no other', async () => {
  await startProcess('web');
  await db.execute(sql`update pgboss.queue set retry_limit = 1, notify = false where name = 'send-email'`);
  const queues = async () => {
    const { rows } = await db.execute<{ name: string; retries: number; notify: boolean; writtenAt: string }>(
      sql`select name, retry_limit as retries, notify, updated_on::text as "writtenAt" from pgboss.queue`,
    );
    return rows;
  };
  const before = new Map((await queues()).map(({ name, writtenAt }) => [name, writtenAt]));
  await startProcess('web');
  const written = (await queues()).filter(({ name, writtenAt }) => before.get(name) !== writtenAt);
  expect(written.map(({ name, retries, notify }) => [name, retries, notify])).toEqual([
    ['send-email', QUEUES['send-email'].retryLimit, true],
  ]);
});

test('a job exists if and only if the transaction that asked for it commits', async () => {
  const jobs = await startProcess('both');
  const seen: string[] = [];
  await jobs.work('send-email', async ({ emailId }) => void seen.push(emailId));
  await expect(
    db.transaction(async (tx) => {
      await jobs.enqueue(tx, 'send-email', { emailId: 'rolled back' });
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  await db.transaction((tx) => jobs.enqueue(tx, 'send-email', { emailId: 'committed' }));
  await expect.poll(() => seen).toEqual(['committed']);
});

test('what a web process enqueues is done by the workers, each job by one of them', async () => {
  const [web, ...workers] = await Promise.all([startProcess('web'), startProcess('worker'), startProcess('worker')]);
  const seen: string[] = [];
  for (const worker of workers) await worker.work('send-email', async ({ emailId }) => void seen.push(emailId));
  const ids = Array.from({ length: 100 }, (_, n) => `mail ${n}`);
  await db.transaction(async (tx) => {
    for (const emailId of ids) await web?.enqueue(tx, 'send-email', { emailId });
  });
  await expect.poll(() => seen.toSorted()).toEqual(ids.toSorted());
});

test('a backlog is worked off without a pause after each batch', async () => {
  const [web, worker] = [await startProcess('web'), await startProcess('worker')];
  const emails = Array.from({ length: 800 }, (_, index) => String(index));
  await db.transaction(async (tx) => {
    for (const emailId of emails) await web.enqueue(tx, 'send-email', { emailId });
  });
  const seen = new Set<string>();
  await worker.work('send-email', async ({ emailId }) => void seen.add(emailId));
  // Forty batches with a pause of two seconds after each would take longer.
  await expect.poll(() => seen.size, { timeout: 60_000 }).toBe(emails.length);
});

test('a job that fails is tried again, and does not drag the rest of its batch along', async () => {
  const jobs = await startProcess('both');
  const attempts: string[] = [];
  await jobs.work('send-email', async ({ emailId }, { retry }) => {
    attempts.push(`${emailId} ${retry}`);
    if (emailId === 'weak' && retry === 0) throw new Error('not yet');
  });
  await db.transaction(async (tx) => {
    await jobs.enqueue(tx, 'send-email', { emailId: 'weak' });
    await jobs.enqueue(tx, 'send-email', { emailId: 'strong' });
  });
  await expect.poll(() => attempts).toContain('weak 1');
  expect(attempts.toSorted()).toEqual(['strong 0', 'weak 0', 'weak 1']);
});

test('a job asked for twice under one id is one job, until it has run out of retries', async () => {
  const jobs = await startProcess('web');
  const id = randomUUID();
  const state = async () => {
    const { rows } = await db.execute<{ state: string }>(sql`select state::text from pgboss.job where id = ${id}`);
    return rows.map((row) => row.state);
  };
  await jobs.enqueue(db, 'send-email', { emailId: id }, { id });
  await jobs.enqueue(db, 'send-email', { emailId: id }, { id });
  expect(await state()).toEqual(['created']);
  await db.execute(sql`update pgboss.job set state = 'failed' where id = ${id}`);
  await jobs.enqueue(db, 'send-email', { emailId: id }, { id });
  expect(await state()).toEqual(['retry']);
});

test('recurring work waits once, however often it is asked for', async () => {
  const jobs = await startProcess('web');
  for (let times = 0; times < 3; times += 1) await jobs.enqueue(db, 'reconcile', {});
  const { rows } = await db.execute(sql`select 1 from pgboss.job where name = 'reconcile'`);
  expect(rows).toHaveLength(1);
});

test('the work goes on after every connection to the database was cut', async () => {
  const jobs = await startProcess('both');
  const seen: string[] = [];
  await jobs.work('send-email', async ({ emailId }) => void seen.push(emailId));
  await db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  await vi.waitFor(() => jobs.enqueue(db, 'send-email', { emailId: 'after the storm' }), { timeout: 30_000 });
  await expect.poll(() => seen).toContain('after the storm');
});

test('after the database’s clock was set back by an hour, schedules and jobs do not wait for an hour', async () => {
  const jobs = await startProcess('both');
  const seen: string[] = [];
  await jobs.enqueue(db, 'send-email', { emailId: 'of before' }, { afterSeconds: 3_600 });
  // After the jump, times of the last hour are in the future.
  await db.execute(sql`update pgboss.job set created_on = now() + interval '1 hour'`);
  await db.execute(sql`update pgboss.version set cron_on = now() + interval '1 hour'`);
  await db.execute(sql`update pgboss.queue set monitor_on = now() + interval '1 hour'`);
  await jobs.work('send-email', async ({ emailId }) => void seen.push(emailId));
  expect(await bringBackJobTimes(db)).toBe(true);
  await expect.poll(() => seen).toEqual(['of before']);
  expect(await bringBackJobTimes(db)).toBe(false);
});

test('a wall clock that is set back by two months makes no timer of the jobs run wild', async () => {
  const wild: string[] = [];
  const note = ({ name }: Error) => void wild.push(name);
  process.on('warning', note);
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60 * 24 * 3_600_000);
  try {
    await startProcess('both');
    clock.mockRestore();
    // pg-boss looks after its queues every fifteen seconds.
    await new Promise((resolve) => setTimeout(resolve, 17_000));
    expect(wild).not.toContain('TimeoutOverflowWarning');
  } finally {
    clock.mockRestore();
    process.off('warning', note);
  }
});

test('a job that does not end is given up before the launcher loses patience, and is done again later', async () => {
  const jobs = await startProcess('both');
  const begun = new Promise<void>((resolve) => {
    void jobs.work('send-email', async () => {
      resolve();
      await new Promise(() => undefined);
    });
  });
  await jobs.enqueue(db, 'send-email', { emailId: 'endless' });
  await begun;
  const began = performance.now();
  await jobs.stop();
  expect(performance.now() - began).toBeLessThan(SERVER_GRACE_MS / 2);
  const { rows } = await db.execute(sql`select state::text from pgboss.job where name = 'send-email'`);
  expect(rows).toEqual([{ state: 'retry' }]);
});

test('the jobs of a worker that was killed are soon taken over, however long they may take', async () => {
  const jobs = await startProcess('both');
  await jobs.enqueue(db, 'send-email', { emailId: 'in hand' });
  await jobs.enqueue(db, 'record-file-hashes', { runId: 'in hand', batch: 1 });
  const killed = new PgBoss({ connectionString: database.url, supervise: false, schedule: false });
  await killed.start();
  for (const queue of ['send-email', 'record-file-hashes']) expect(await killed.fetch(queue)).toHaveLength(1);
  await killed.stop({ graceful: false });
  const seen: string[] = [];
  await jobs.work('send-email', async ({ emailId }) => void seen.push(emailId));
  await jobs.work('record-file-hashes', async ({ runId }) => void seen.push(runId));
  await expect.poll(() => seen).toEqual(['in hand', 'in hand']);
});

test('a job that takes long is not taken away from a worker that lives', async () => {
  const jobs = await startProcess('both');
  let times = 0;
  const work = new EventEmitter();
  await jobs.work('send-email', async () => {
    times += 1;
    await once(work, 'finished');
  });
  await jobs.enqueue(db, 'send-email', { emailId: 'long' });
  await expect.poll(() => times).toBe(1);
  const beats = async () => {
    const { rows } = await db.execute<{ beat: string }>(sql`select heartbeat_on::text as beat from pgboss.job`);
    return rows[0]?.beat;
  };
  const first = await beats();
  await expect.poll(beats).not.toBe(first);
  expect(times).toBe(1);
  work.emit('finished');
});

test('told to leave, a worker finishes what it has in hand, takes no more, and can still ask for work', async () => {
  const [leaving, other] = await Promise.all([startProcess('both'), startProcess('both')]);
  const work = new EventEmitter();
  const begun = once(work, 'begun');
  const seen: string[] = [];
  await leaving.work('send-email', async ({ emailId }) => {
    work.emit('begun');
    await once(work, 'finished');
    seen.push(`${emailId} by the leaving`);
  });
  await leaving.enqueue(db, 'send-email', { emailId: 'in hand' });
  await begun;
  const left = leaving.stopWorking();
  await leaving.enqueue(db, 'send-email', { emailId: 'asked for since' });
  work.emit('finished');
  await left;
  expect(seen).toEqual(['in hand by the leaving']);
  await other.work('send-email', async ({ emailId }) => void seen.push(`${emailId} by the other`));
  await expect.poll(() => seen).toEqual(['in hand by the leaving', 'asked for since by the other']);
});

test('stopping lets the work in hand finish', async () => {
  const jobs = await startProcess('both');
  const work = new EventEmitter();
  const begun = once(work, 'begun');
  await jobs.work('send-email', async () => {
    work.emit('begun');
    await once(work, 'finished');
  });
  await jobs.enqueue(db, 'send-email', { emailId: 'slow' });
  await begun;
  const stopped = vi.fn<() => void>();
  const stopping = jobs.stop().then(stopped);
  await db.execute(sql`select 1`);
  expect(stopped).not.toHaveBeenCalled();
  work.emit('finished');
  await stopping;
  const { rows } = await db.execute(sql`select state::text from pgboss.job where name = 'send-email'`);
  expect(rows).toEqual([{ state: 'completed' }]);
});
