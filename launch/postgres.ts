import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { cleanEnvironment, createCluster, SUPERUSER, type Cluster } from './postgres-cluster.ts';
import { databaseAccount } from './data-folder.ts';
import { storedText, randomSecret, readIfPresent } from './stored-text.ts';
import { stablePort } from './ports.ts';
import { postgresBinaries } from './postgres-binaries.ts';
import { commandLine, hasEnded, isRunning, workingFolder } from './processes.mjs';
import { StartError } from './start-error.ts';

export interface PostgresOptions {
  /** Absolute path; see `dataFolder`. */
  dataDir: string;
  /** False gives up crash safety for speed: only for databases that are thrown away. */
  durable: boolean;
}

export interface Postgres {
  /** The application's database, with user and password. */
  url: string;
  /** The postmaster's process. */
  pid: number;
  /** Fast shutdown: open transactions are rolled back. Resolves when the process has ended. */
  stop(): Promise<void>;
  /** Immediate shutdown; the next start recovers from the log. */
  kill(): void;
}

const DATABASE = 'dead_letter_club';
/** Recovery after a crash replays at most a gigabyte of log (max_wal_size); an idle disk does that in seconds. */
const READY_WITHIN_MS = 60_000;
const FAST_SHUTDOWN_MS = 10_000;
/** Bytes of a socket file's path: macOS keeps 104 with the zero at their end, Linux 108 (unix(7), sun_path). */
const LONGEST_SOCKET = 103;

/**
 * Starts the embedded PostgreSQL of a data folder, or takes over the one that a killed launcher left running. The caller
 * holds the folder's lock. Throws StartError with the end of PostgreSQL's log.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const cluster = describeCluster(options);
  const left = await takeOver(cluster);
  if (left) return left;
  if (!existsSync(cluster.folder)) await createCluster(cluster);
  return launch(cluster);
}

function describeCluster(options: PostgresOptions): Cluster {
  const folder = join(options.dataDir, 'postgres');
  const account = databaseAccount(folder);
  return {
    ...options,
    folder,
    account,
    password: storedText(join(options.dataDir, 'postgres.password'), randomSecret),
    binaries: postgresBinaries(options.dataDir, account),
  };
}

async function takeOver(cluster: Cluster): Promise<Postgres | undefined> {
  const found = readPidFile(cluster);
  if (!found) return undefined;
  if (!isPostmasterOf(cluster, found.pid)) {
    // PostgreSQL itself asks only whether *some* process has the pid, and in a container that is soon the case.
    rmSync(join(cluster.folder, 'postmaster.pid'), { force: true });
    return undefined;
  }
  if (await becomesReady(cluster, found)) return handle(cluster, found);
  await end(found.pid);
  return undefined;
}

/** A postmaster, and where it listens. */
interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** Whether it also listens at a socket file, in its data folder. */
  readonly hasSocket: boolean;
}

/** The first, fourth and fifth line of postmaster.pid (PostgreSQL source, pidfile.h). */
function readPidFile(cluster: Cluster): Postmaster | undefined {
  const lines = readIfPresent(join(cluster.folder, 'postmaster.pid'))?.split('\n');
  const pid = Number(lines?.[0]);
  return pid > 0 ? { pid, port: Number(lines?.[3]), hasSocket: Boolean(lines?.[4]) } : undefined;
}

function isPostmasterOf(cluster: Cluster, pid: number): boolean {
  // A postmaster works in its data folder, and is found there even after the folder was moved.
  return isRunning(pid) && (workingFolder(pid) === cluster.folder || commandLine(pid).includes(`-D ${cluster.folder}`));
}

async function launch(cluster: Cluster): Promise<Postgres> {
  const port = await stablePort(cluster.dataDir, 'postgres');
  const log = join(cluster.dataDir, 'postgres.log');
  const output = openSync(log, 'w', 0o600);
  const postmaster = spawn(cluster.binaries.postgres, ['-D', cluster.folder, ...settings(cluster, port)], {
    ...cluster.account,
    cwd: '/',
    env: cleanEnvironment(),
    // A group of its own: Ctrl-C in the terminal reaches the launcher alone, which ends the parts in order.
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  await once(postmaster, 'spawn');
  const started = { pid: postmaster.pid ?? 0, port, hasSocket: true };
  if (await becomesReady(cluster, started)) return handle(cluster, started);
  await end(started.pid);
  throw new StartError(`The database did not start. The end of ${log} says:\n${lastLines(readIfPresent(log) ?? '')}`);
}

function settings(cluster: Cluster, port: number): string[] {
  const values = {
    port,
    listen_addresses: '127.0.0.1',
    // The data folder, in which it works and which only its owner may enter: short wherever it lies.
    unix_socket_directories: '.',
    max_connections: 200,
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(cluster.durable ? {} : { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function becomesReady(cluster: Cluster, postmaster: Postmaster): Promise<boolean> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (isRunning(postmaster.pid) && Date.now() < deadline) {
    if (await ensureDatabase(cluster, postmaster)) return true;
    await sleep(20);
  }
  return false;
}

/** False while the server does not answer, or answers without being the one of this folder. */
async function ensureDatabase(cluster: Cluster, postmaster: Postmaster): Promise<boolean> {
  const client = new Client({ connectionString: urlOf(cluster, postmaster, 'postgres') });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}

/** By the socket file, which takes some percent less of both sides than TCP does; `host` in the query outdoes the one before it. */
function urlOf(cluster: Cluster, { port, hasSocket }: Postmaster, database: string): string {
  const url = `postgres://${SUPERUSER}:${cluster.password}@127.0.0.1:${port}/${database}`;
  const isShort = Buffer.byteLength(join(cluster.folder, `.s.PGSQL.${port}`)) <= LONGEST_SOCKET;
  return hasSocket && isShort ? `${url}?host=${encodeURIComponent(cluster.folder)}` : url;
}

function handle(cluster: Cluster, postmaster: Postmaster): Postgres {
  const { pid } = postmaster;
  return {
    url: urlOf(cluster, postmaster, DATABASE),
    pid,
    stop: () => end(pid),
    kill: () => signal(pid, 'SIGQUIT'),
  };
}

/** Fast shutdown, then immediate, then none of its choosing (PostgreSQL manual, "Shutting Down the Server"). */
async function end(pid: number): Promise<void> {
  for (const name of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    signal(pid, name);
    if (await hasEnded(pid, FAST_SHUTDOWN_MS)) return;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  if (isRunning(pid)) process.kill(pid, name);
}

function lastLines(text: string): string {
  return text.trim().split('\n').slice(-5).join('\n');
}
