import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { Account } from './data-folder.ts';
import { storeText } from './stored-text.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { StartError } from './child.ts';
import { hasNoRoom } from './disk-sentence.ts';
import { isRoot } from './lock.mjs';

export interface Cluster {
  dataDir: string;
  durable: boolean;
  folder: string;
  password: string;
  /** The password of the server's role. */
  appPassword: string;
  account: Account | undefined;
  binaries: PostgresBinaries;
}

export const SUPERUSER = 'postgres';
export const APP_ROLE = 'dead_letter_club_app';

/** Built beside its place and renamed, so that an interrupted start leaves nothing half-made. */
export async function createCluster(cluster: Cluster): Promise<void> {
  removeDrafts(cluster);
  const draft = `${cluster.folder}.draft-${process.pid}`;
  const passwordFile = `${draft}.password`;
  mkdirSync(draft, { mode: 0o700 });
  storeText(passwordFile, cluster.password);
  giveTo(cluster.account, draft);
  giveTo(cluster.account, passwordFile);
  await runInitdb(cluster, draft, passwordFile);
  rmSync(passwordFile);
  renameSync(draft, cluster.folder);
}

function removeDrafts(cluster: Cluster): void {
  for (const name of readdirSync(cluster.dataDir)) {
    if (name.startsWith('postgres.draft-')) rmSync(join(cluster.dataDir, name), { recursive: true, force: true });
  }
}

function giveTo(account: Account | undefined, path: string): void {
  if (account) chownSync(path, account.uid, account.gid);
}

async function runInitdb(cluster: Cluster, folder: string, passwordFile: string): Promise<void> {
  const args = ['-D', folder, '-U', SUPERUSER, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8'];
  // The built-in locale provider sorts alike on every machine.
  args.push('--no-locale', '--locale-provider=builtin', '--builtin-locale=C.UTF-8');
  if (!cluster.durable) args.push('--no-sync');
  const [program, ...before] = asNamedAccount(cluster.binaries.initdb);
  const initdb = spawn(program, [...before, ...args], {
    ...cluster.account,
    cwd: '/',
    env: cleanEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  initdb.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  const [code] = (await once(initdb, 'close')) as [number | null];
  if (code === 0) return;
  const isFull = hasNoRoom(cluster.dataDir);
  const reason = isFull ? `there is no room left on the disk of ${cluster.dataDir}.` : complaint.trim();
  throw new StartError(`The database could not be created: ${reason}`);
}

/** The account in a user namespace: `nobody`, which every system names. */
const NAMED_ID = '65534';

/** initdb needs its account's name; a container's arbitrary number has none, so a user namespace gives one. */
function asNamedAccount(initdb: string): [program: string, ...args: string[]] {
  if (isRoot() || hasName()) return [initdb];
  const inNamespace = ['--user', `--map-user=${NAMED_ID}`, `--map-group=${NAMED_ID}`] as const;
  if (spawnSync('unshare', [...inNamespace, 'true'], { stdio: 'ignore' }).status === 0) {
    return ['unshare', ...inNamespace, initdb];
  }
  throw new StartError(
    `Account ${process.getuid?.()} has no name on this machine, which PostgreSQL needs to make its database: add it to /etc/passwd, or name a database with DATABASE_URL.`,
  );
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

/** The user's locale and PG* variables must not reach the database. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
}
