import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { APP_ROLE, cleanEnvironment, createCluster, SUPERUSER, type Cluster } from './postgres-cluster.ts';
import { databaseAccount } from './data-folder.ts';
import { hasNoRoom } from './disk-sentence.ts';
import { storedText, randomSecret, readIfPresent } from './stored-text.ts';
import { stablePort } from './ports.ts';
import { postgresBinaries } from './postgres-binaries.ts';
import { commandLine, hasEnded, isRunning, workingFolder } from './processes.mjs';
import { StartError } from './child.ts';

export interface PostgresOptions {
  /** Absolute path; see `dataFolder`. */
  dataDir: string;
  /** False gives up crash safety for speed. */
  durable: boolean;
}

export interface Postgres {
  /** The superuser's URL; it owns the tables. */
  url: string;
  /** The URL of the server's role, which owns nothing. */
  appUrl: string;
  /** The postmaster's process. */
  pid: number;
  /** Fast shutdown: open transactions are rolled back. */
  stop(): Promise<void>;
  /** Immediate shutdown; the next start recovers from the log. */
  kill(): void;
  /** Resolves to the end of its log when PostgreSQL has ended. */
  ended: Promise<string>;
}

const DATABASE = 'dead_letter_club';
/** Recovery replays at most a gigabyte of log (max_wal_size). */
const READY_WITHIN_MS = 60_000;
const FAST_SHUTDOWN_MS = 10_000;
/** The longest socket path: macOS allows 104 bytes with the final zero, Linux 108 (unix(7), sun_path). */
const LONGEST_SOCKET = 103;

/** PostgreSQL logs the cause first, then some lines while it ends. */
const LINES_QUOTED = 10;

/**
 * Starts the data folder's PostgreSQL (decision 011). The caller holds the folder's lock.
 * @throws StartError with the end of PostgreSQL's log
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const cluster = describeCluster(options);
  await endFormerPostmaster(cluster);
  if (!existsSync(cluster.folder)) await createCluster(cluster);
  return launch(cluster, await stablePort(cluster.dataDir, 'postgres'));
}

function describeCluster(options: PostgresOptions): Cluster {
  const folder = join(options.dataDir, 'postgres');
  const account = databaseAccount(folder);
  return {
    ...options,
    folder,
    account,
    password: storedText(join(options.dataDir, 'postgres.password'), randomSecret),
    appPassword: storedText(join(options.dataDir, 'postgres-app.password'), randomSecret),
    binaries: postgresBinaries(options.dataDir, account),
  };
}

/** A launcher that was killed with -9 leaves its database running. */
async function endFormerPostmaster(cluster: Cluster): Promise<void> {
  const found = readPidFile(cluster);
  if (found === undefined) return;
  if (isPostmasterOf(cluster, found.pid)) await end(found.pid);
  // PostgreSQL checks only that some process has the pid, which is soon true in a container.
  rmSync(join(cluster.folder, 'postmaster.pid'), { force: true });
}

interface Postmaster {
  readonly pid: number;
  /** It takes connections. */
  readonly isReady: boolean;
}

/** Lines 1 and 8 of postmaster.pid (PostgreSQL source, pidfile.h). */
function readPidFile(cluster: Cluster): Postmaster | undefined {
  const lines = readIfPresent(join(cluster.folder, 'postmaster.pid'))?.split('\n');
  const pid = Number(lines?.[0]);
  if (!(pid > 0)) return undefined;
  return { pid, isReady: lines?.[7]?.trim() === 'ready' };
}

function isPostmasterOf(cluster: Cluster, pid: number): boolean {
  // A postmaster works in its data folder, even after the folder was moved.
  return isRunning(pid) && (workingFolder(pid) === cluster.folder || commandLine(pid).includes(`-D ${cluster.folder}`));
}

async function launch(cluster: Cluster, port: number): Promise<Postgres> {
  const logPath = join(cluster.dataDir, 'postgres.log');
  const log = openSync(logPath, 'w', 0o600);
  const postmaster = spawn(cluster.binaries.postgres, ['-D', cluster.folder, ...settings(cluster, port)], {
    ...cluster.account,
    cwd: '/',
    env: cleanEnvironment(),
    // Its own group, so that Ctrl-C in the terminal reaches the launcher alone (decision 011).
    detached: true,
    stdio: ['ignore', 'ignore', log],
  });
  closeSync(log);
  const ended = once(postmaster, 'exit').then(() => endOfLog(logPath));
  await once(postmaster, 'spawn');
  const pid = postmaster.pid ?? 0;
  if (await becomesReady(cluster, pid, port)) return handle(cluster, pid, port, ended);
  await end(pid);
  const isFull = hasNoRoom(cluster.dataDir);
  throw new StartError(
    isFull
      ? `The database did not start: there is no room left on the disk of ${cluster.dataDir}.`
      : `The database did not start. ${await ended}`,
  );
}

function endOfLog(path: string): string {
  const lines = (readIfPresent(path) ?? '').trim().split('\n').slice(-LINES_QUOTED);
  return `The end of ${path} says:\n${lines.join('\n')}`;
}

function settings(cluster: Cluster, port: number): string[] {
  const values = {
    port,
    listen_addresses: '127.0.0.1',
    // The current folder, whose path is short wherever it lies.
    unix_socket_directories: '.',
    max_connections: 200,
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(cluster.durable ? {} : { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function becomesReady(cluster: Cluster, pid: number, port: number): Promise<boolean> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (isRunning(pid) && performance.now() < deadline) {
    if (takesConnections(cluster, pid) && (await ensureDatabase(cluster, port))) return true;
    await sleep(20);
  }
  return false;
}

/** A connection before it is ready would be refused, with a FATAL line in its log. */
function takesConnections(cluster: Cluster, pid: number): boolean {
  const found = readPidFile(cluster);
  return found?.pid === pid && found.isReady;
}

/** False also when another folder's server answers. */
async function ensureDatabase(cluster: Cluster, port: number): Promise<boolean> {
  const client = new Client({ connectionString: urlOf(cluster, port, asSuperuser(cluster), 'postgres') });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
    await ensureAppRole(client, cluster);
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}

async function ensureAppRole(client: Client, { appPassword }: Cluster): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [APP_ROLE]);
  if (rowCount === 0) await client.query(`create role ${APP_ROLE} login`);
  await client.query(`alter role ${APP_ROLE} password ${client.escapeLiteral(appPassword)}`);
}

interface Login {
  role: string;
  password: string;
}

function asSuperuser({ password }: Cluster): Login {
  return { role: SUPERUSER, password };
}

/** The socket file costs some percent less than TCP; `host` in the query wins over the host before it. */
function urlOf(cluster: Cluster, port: number, { role, password }: Login, database = DATABASE): string {
  const url = `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;
  const isShort = Buffer.byteLength(join(cluster.folder, `.s.PGSQL.${port}`)) <= LONGEST_SOCKET;
  return isShort ? `${url}?host=${encodeURIComponent(cluster.folder)}` : url;
}

function handle(cluster: Cluster, pid: number, port: number, ended: Promise<string>): Postgres {
  return {
    url: urlOf(cluster, port, asSuperuser(cluster)),
    appUrl: urlOf(cluster, port, { role: APP_ROLE, password: cluster.appPassword }),
    pid,
    ended,
    stop: () => end(pid),
    kill: () => signal(pid, 'SIGQUIT'),
  };
}

/** Fast shutdown, then immediate, then SIGKILL (PostgreSQL manual, "Shutting Down the Server"). */
async function end(pid: number): Promise<void> {
  for (const name of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    signal(pid, name);
    if (await hasEnded(pid, FAST_SHUTDOWN_MS)) return;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  if (isRunning(pid)) process.kill(pid, name);
}
