import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { DEMO_PASSWORD } from '../../operator/demonstration/demo-users.ts';
import { callAuth, type SessionReply } from '../../../../test/clients/shopper.ts';
import { openShop } from '../../../../test/server/open-shop.ts';
import { API } from '../../../contract/api.ts';
import { migrate, requireMigrated } from './migrate.ts';

/** Kept by hand from release 1.0.0, which ran on PostgreSQL 15: a database in use, and every statement that its tests have sent. */
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

interface Column {
  readonly id: string;
  readonly fillsItself: boolean;
}

/** A column fills itself when a statement that does not know it may insert a row. */
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
  expect(await migrate(url.href)).toBeGreaterThan(0);
  expect(await migrate(url.href)).toBe(0);
  await requireMigrated(url.href);
  const shop = await openShop(url.href);
  try {
    const credentials = { email: 'reader@deadletter.example', password: DEMO_PASSWORD };
    const { access_token: token } = await callAuth<SessionReply>(shop.siteUrl, '/token?grant_type=password', credentials);
    const get = async (path: string) => {
      const answer = await fetch(shop.siteUrl + path, { headers: { authorization: `Bearer ${token}` } });
      expect(answer.status).toBe(200);
      return (await answer.json()) as unknown;
    };
    const account = API.getAccount.reply.parse(await get(API.getAccount.path));
    expect(account.subscriptions).toHaveLength(1);
    await get(API.getLetters.path);
    await get(API.getOwnData.path);
    await get(API.listInvoices.path);
    await get(API.listAddresses.path);
  } finally {
    await shop.close();
  }
});

test(`every statement of release ${RELEASE} is understood by the tables of this one, while a rolling deploy has both`, async () => {
  const statements = (await readRelease(`${RELEASE}-statements.sql.gz`)).trim().split('\n');
  expect(statements.length).toBeGreaterThan(500);
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
    ({ id, fillsItself }) => !columnsBefore.has(id) && tablesBefore.has(id.slice(0, id.lastIndexOf('.'))) && !fillsItself,
  );
  expect(demanding).toEqual([]);
});
