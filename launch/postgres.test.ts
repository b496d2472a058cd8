import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { throwawayFolder, type ThrowawayFolder } from '../test/server/throwaway.ts';
import { dataFolder } from './data-folder.ts';
import { startPostgres, type Postgres } from './postgres.ts';
import { isRunning } from './processes.mjs';

let folder: ThrowawayFolder;
let dataDir: string;

beforeAll(async () => {
  folder = await throwawayFolder();
  dataDir = dataFolder(join(folder.path, 'a path with spaces'));
});
afterAll(() => folder.remove());

test('the first start makes a database that opens by its password alone, and that only its owner reads', async () => {
  await whileRunning(async ({ url }) => {
    expect(await ask(url, 'show listen_addresses')).toBe('127.0.0.1');
    expect(await ask(url, 'select inet_client_addr()')).toBe(null);
    const wrong = new URL(url);
    wrong.password = 'guess';
    await expect(ask(wrong.href, 'select 1')).rejects.toThrow('password authentication failed');
    expect(await ask(url, `select count(*)::int from pg_hba_file_rules where auth_method <> 'scram-sha-256'`)).toBe(0);
  });
  expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
  expect(statSync(join(dataDir, 'postgres.password')).mode & 0o777).toBe(0o600);
});

test('letters of every country fold alike on every machine', async () => {
  await whileRunning(async ({ url }) => expect(await ask(url, `select lower('ŁÓDŹ')`)).toBe('łódź'));
});

test('the port and the rows are still there at the next start', async () => {
  const first = await whileRunning(async ({ url }) => {
    await ask(url, `create table victims as select 'Ada' as name`);
    return url;
  });
  const second = await whileRunning(async ({ url }) => {
    expect(await ask(url, 'select name from victims')).toBe('Ada');
    return url;
  });
  expect(second).toBe(first);
});

test('a folder whose socket file no one could name is reached by TCP', async () => {
  const deep = dataFolder(join(folder.path, 'a-long-way-down-'.repeat(6)));
  const postgres = await startPostgres({ dataDir: deep, durable: false });
  expect(new URL(postgres.url).search).toBe('');
  expect(await ask(postgres.url, 'select 1')).toBe(1);
  await postgres.stop();
});

test('what a launcher killed with -9 left running is stopped before the next start', async () => {
  const orphan = await startAndDie();
  expect(isRunning(orphan)).toBe(true);
  await whileRunning(async ({ url }) => {
    expect(isRunning(orphan)).toBe(false);
    expect(await ask(url, 'select 1')).toBe(1);
  });
});

test('a pid file that names a process of another user keeps nothing from starting', async () => {
  writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), `${process.pid}\n/elsewhere\n0\n5432\n`, { mode: 0o644 });
  await whileRunning(async ({ url }) => expect(await ask(url, 'select 1')).toBe(1));
});

test('a start that was killed while it made the database leaves nothing in the way of the next', async () => {
  const fresh = dataFolder(join(folder.path, 'interrupted'));
  mkdirSync(join(fresh, 'postgres.draft-1', 'base'), { recursive: true });
  const postgres = await startPostgres({ dataDir: fresh, durable: false });
  expect(await ask(postgres.url, 'select 1')).toBe(1);
  await postgres.stop();
});

async function whileRunning<T>(use: (postgres: Postgres) => Promise<T>): Promise<T> {
  const postgres = await startPostgres({ dataDir, durable: false });
  try {
    return await use(postgres);
  } finally {
    await postgres.stop();
  }
}

async function ask(url: string, question: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(question);
    return Object.values(rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

/** Resolves to the pid of the PostgreSQL that is left behind. */
async function startAndDie(): Promise<number> {
  const script = `
    import { startPostgres } from './launch/postgres.ts';
    const { pid } = await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: false });
    process.stdout.write(String(pid), () => process.kill(process.pid, 'SIGKILL'));`;
  const launcher = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  launcher.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  await once(launcher, 'close');
  return Number(output);
}
