import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { DEMO_PASSWORD } from '../../operator/demonstration/demo-users.ts';
import { callAuth, type SessionReply } from '../../../../test/clients/shopper.ts';
import { runProgram } from '../../../../test/server/run-program.ts';
import { openShop } from '../../../../test/server/open-shop.ts';
import { API } from '../../../contract/api.ts';
import { applyMigrations } from './apply-migrations.ts';
import { migrate, requireMigrated } from './migrate.ts';

/** Saved by hand from release 1.0.0 on PostgreSQL 15: a used database, and every statement that its tests sent. */
const RELEASE = '1.0.0';
const releases = join(import.meta.dirname, '../../../../db/releases');

async function readRelease(name: string): Promise<string> {
  return (await promisify(gunzip)(await readFile(join(releases, name)))).toString();
}

const name = `upgrade_${process.pid}_${Date.now()}`;
const url = new URL(inject('postgresUrl'));
url.pathname = `/${name}`;
const server = new Client({ connectionString: inject('postgresUrl') });
const client = new Client({ connectionString: url.href });
let columnsBefore: ReadonlySet<string>;

const program = (settings: Readonly<Record<string, string>>) => runProgram('dist/server/migrate.js', [], settings);

interface Column {
  readonly id: string;
  readonly fillsItself: boolean;
}

/** `fillsItself`: a statement that doesn't know the column may insert a row. */
async function columns(): Promise<readonly Column[]> {
  const { rows } = await client.query<Column>(`
    select table_schema || '.' || table_name || '.' || column_name as id,
           (is_nullable = 'YES' or column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS') as "fillsItself"
      from information_schema.columns where table_schema in ('public', 'auth')`);
  return rows;
}

beforeAll(async () => {
  await server.connect();
  await server.query(`create database ${name}`);
  await client.connect();
  await client.query(await readRelease(`${RELEASE}.sql.gz`));
  await client.query('reset all');
  columnsBefore = new Set((await columns()).map(({ id }) => id));
});
afterAll(async () => {
  await client.end();
  await server.query(`drop database ${name} with (force)`);
  await server.end();
});

test('a server that leaves migrating to others refuses a database of an earlier release', async () => {
  await expect(requireMigrated(url.href)).rejects.toThrow(/^The database lacks \d+ of this release’s \d+ migrations/);
});

test(`a database of release ${RELEASE} is brought up to date, and its subscriber finds everything in it`, async () => {
  const [nowhere, here] = await Promise.all([
    program({ DATABASE_URL: url.href.replace(name, 'nothing') }),
    program({ DATABASE_URL: url.href }),
  ]);
  expect(nowhere).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(/^The database server has no database [^\n]+\n$/),
  });
  expect(here).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^The database is up to date; migrations applied: [1-9]/),
  });
  expect(await migrate(url.href)).toBe(0);
  await requireMigrated(url.href);
  const shop = await openShop(url.href);
  try {
    const credentials = { email: 'reader@deadletter.example', password: DEMO_PASSWORD };
    const { access_token: token } = await callAuth<SessionReply>(
      shop.siteUrl,
      '/token?grant_type=password',
      credentials,
    );
    const get = async (path: string) => {
      const answer = await fetch(shop.siteUrl + path, { headers: { authorization: `Bearer ${token}` } });
      expect(answer.status).toBe(200);
      return (await answer.json()) as unknown;
    };
    const account = API.getAccount.reply.parse(await get(API.getAccount.path));
    expect(account.subscriptions).toHaveLength(1);
    await get(API.getLetters.path.replace(':id', account.subscriptions[0]?.id ?? ''));
    await get(API.listInvoices.path);
    await get(API.listAddresses.path);
  } finally {
    await shop.close();
  }
});

test(`every statement of release ${RELEASE} is understood by the tables of this one, while a rolling deploy has both`, async () => {
  const statements = (await readRelease(`${RELEASE}-statements.sql.gz`)).trim().split('\n');
  expect(statements.length).toBeGreaterThan(500);
  // Planning creates this table in its transaction.
  await client.query(
    'create temporary table run_decisions (subscription_id uuid, letter smallint, attempt smallint, kind text, reason text)',
  );
  const refused: string[] = [];
  for (const statement of statements) {
    await client.query(`prepare s as ${statement}`).then(
      () => client.query('deallocate s'),
      (error: Error) => void refused.push(`${error.message}: ${statement}`),
    );
  }
  expect(refused).toEqual([]);
});

test(`what release ${RELEASE} inserts without knowing the columns of this one is accepted`, async () => {
  const tablesBefore = new Set([...columnsBefore].map((id) => id.slice(0, id.lastIndexOf('.'))));
  const demanding = (await columns()).filter(
    ({ id, fillsItself }) =>
      !columnsBefore.has(id) && tablesBefore.has(id.slice(0, id.lastIndexOf('.'))) && !fillsItself,
  );
  expect(demanding).toEqual([]);
});

test('a migration that waits for a table gives way to the shop, and is applied once the table is free', async () => {
  const [migrating, busy] = [new Client({ connectionString: url.href }), new Client({ connectionString: url.href })];
  await Promise.all([migrating.connect(), busy.connect()]);
  try {
    await busy.query('begin; lock table built_files in access share mode');
    const known = readMigrationFiles({ migrationsFolder: join(releases, '../migrations') });
    const next = {
      sql: ['alter table built_files add column next text'],
      bps: true,
      folderMillis: Date.now(),
      hash: 'next',
    };
    const applied = applyMigrations(migrating, [...known, next]);
    const isWaiting = async () => {
      const { rowCount } = await busy.query(
        `select from pg_locks where not granted and relation = 'built_files'::regclass`,
      );
      return rowCount;
    };
    await expect.poll(isWaiting, { interval: 20 }).toBe(1);
    // Every reader queues behind the waiting change, too.
    expect(await client.query('select from built_files')).toMatchObject({ command: 'SELECT' });
    await busy.query('rollback');
    expect(await applied).toBe(1);
  } finally {
    await Promise.all([migrating.end(), busy.end()]);
  }
});
