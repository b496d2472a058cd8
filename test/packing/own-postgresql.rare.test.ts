import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { databaseAccount } from '../../launch/data-folder.ts';
import { freePort } from '../../launch/ports.ts';
import { hasEnded } from '../../launch/processes.mjs';
import { migrate } from '../../src/server/platform/db/migrate.ts';
import { callAuth, PASSWORD, type SessionReply } from '../clients/shopper.ts';
import { isAnswering } from '../server/is-answering.ts';
import { openShop } from '../server/open-shop.ts';
import { tableContents } from '../server/table-contents.ts';
import { endWithUs, throwawayFolder } from '../server/throwaway.ts';

const PROGRAMS = findPrograms();
const folder = await throwawayFolder();
const account = databaseAccount(join(folder.path, 'none'));
const started: number[] = [];
afterAll(async () => {
  for (const pid of started) process.kill(pid, 'SIGINT');
  for (const pid of started) await hasEnded(pid, 20_000);
  folder.remove();
});

/** The folder of an installed PostgreSQL's programs, as Debian and others place it; null where there is none. */
function findPrograms(): string | null {
  const installed = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [];
  const folders = ['/usr/local/bin', '/usr/bin', ...installed.map((version) => `/usr/lib/postgresql/${version}/bin`)];
  const needed = ['initdb', 'postgres', 'pg_dump', 'pg_restore', 'pg_basebackup'];
  return folders.find((place) => needed.every((name) => existsSync(join(place, name)))) ?? null;
}

function run(program: string, ...args: string[]): void {
  const options = { ...account, cwd: '/', encoding: 'utf8', env: { LC_ALL: 'C', PATH: process.env['PATH'] } } as const;
  const { status, stderr } = spawnSync(join(PROGRAMS ?? '', program), args, options);
  expect({ status, stderr }).toMatchObject({ status: 0 });
}

function ownFolder(name: string): string {
  const path = join(folder.path, name);
  mkdirSync(path, { mode: 0o700 });
  if (account) chownSync(path, account.uid, account.gid);
  return path;
}

async function startOn(data: string, settings: Record<string, string>): Promise<string> {
  const port = await freePort();
  const values = { port: String(port), listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings };
  const flags = Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(PROGRAMS ?? '', 'postgres'), ['-D', data, ...flags], { ...account, stdio: 'ignore' });
  await once(server, 'spawn');
  started.push(server.pid ?? 0);
  endWithUs(server.pid ?? 0, data);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await expect.poll(() => isAnswering(url)).toBe(true);
  return url;
}

async function ask(url: string, question: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(question);
  await client.end();
  return Object.values(rows[0] ?? {})[0];
}

// Skipped where no PostgreSQL with its tools is installed: the embedded one has none of them.
test.runIf(PROGRAMS !== null)(
  'a PostgreSQL of one’s own comes back from pg_dump, and from a base backup with the archived log',
  { timeout: 180_000 },
  async () => {
    const [data, base, archive] = [ownFolder('data'), ownFolder('base'), ownFolder('archive')];
    run('initdb', '-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync');
    const archived = `test ! -f "${archive}/%f" && cp %p "${archive}/%f"`;
    const url = await startOn(data, { archive_mode: 'on', archive_command: archived });
    await migrate(url);
    run('pg_basebackup', '-D', base, '-d', url);

    const shop = await openShop(url);
    const user = await shop.signUp();
    await user.buy();
    await shop.sandbox.webhooksDelivered();
    await shop.ctx.jobs.stop();
    const before = await tableContents(url);
    await shop.close();

    const dump = join(archive, 'club.dump');
    run('pg_dump', '--format=custom', `--file=${dump}`, url);
    await ask(url, 'create database restored');
    const restored = url.replace(/postgres$/, 'restored');
    run('pg_restore', '--exit-on-error', `--dbname=${restored}`, dump);
    expect(await tableContents(restored)).toEqual(before);
    const again = await openShop(restored, { settings: { DATA_DIR: shop.settings['DATA_DIR'] ?? '' } });
    const signedIn = await callAuth<SessionReply>(again.siteUrl, '/token?grant_type=password', {
      email: user.email,
      password: PASSWORD,
    });
    expect(signedIn.access_token).not.toBe('');
    await again.close();

    const last = await ask(url, 'select pg_walfile_name(pg_switch_wal())');
    await expect.poll(() => existsSync(join(archive, String(last)))).toBe(true);
    writeFileSync(join(base, 'recovery.signal'), '');
    const recovered = await startOn(base, { restore_command: `cp "${archive}/%f" %p` });
    await expect.poll(() => ask(recovered, 'select pg_is_in_recovery()')).toBe(false);
    expect(await tableContents(recovered)).toEqual(before);
  },
);
