import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { backupFailure, runBackupCommand } from '../src/server/backup-commands.ts';
import { asksForHelp } from '../src/server/platform/config/asks-for-help.ts';
import { backupName } from '../src/server/platform/backup/manifest.ts';
import { printable } from '../src/server/platform/logging/printable.ts';
import { StartError } from './child.ts';
import { dataFolder } from './data-folder.ts';
import { takeLock } from './lock.mjs';
import { startPostgres, type PostgresOptions } from './postgres.ts';
import { SETTINGS_FILE } from './shop.ts';
import { readIfPresent } from './stored-text.ts';

// `npm run backup [FILE]`, `npm run restore FILE` and `npm run verify FILE`: for DATABASE_URL, or else for the embedded
// database, which is started where no shop has it open.

/** 128 + SIGINT. */
const KILLED_BY_CTRL_C = 130;

const [command = '', file] = process.argv.slice(2);
const interrupted = new Promise<never>((_, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => reject(new StartError('Interrupted; nothing has changed.')));
  }
});
interrupted.catch(() => (process.exitCode = KILLED_BY_CTRL_C));

try {
  process.stdout.write(`${printable(await perform())}\n`);
} catch (error) {
  process.stderr.write(`${printable(error instanceof StartError ? error.message : backupFailure(error))}\n`);
  process.exitCode ??= 1;
}
// What was interrupted may still wait for the database.
process.exit();

async function perform(): Promise<string> {
  if (asksForHelp([file])) return await runBackupCommand(['help'], {});
  if (process.env['DATABASE_URL'] || process.env['DATABASE_URL_FILE']) return await runProgram({});
  if (command === 'verify') return await verifyInScratch();
  const dataDir = dataFolder(process.env['DATA_DIR'] || '.data');
  const lock = takeLock(dataDir, 'launcher.lock', `for a ${command}`);
  try {
    if (command === 'restore') return await restoreInto(dataDir, lock.held);
    return lock.held ? await backUpClosedShop(dataDir) : await runProgram(settingsOfOpenShop(dataDir));
  } finally {
    if (lock.held) lock.release();
  }
}

function settingsOfOpenShop(dataDir: string): Record<string, string> {
  const stored = JSON.parse(readIfPresent(join(dataDir, SETTINGS_FILE)) ?? '{}') as Record<string, string>;
  const { DATABASE_URL } = stored;
  if (DATABASE_URL) return { DATABASE_URL, DATA_DIR: dataDir };
  throw new StartError(`The shop that is open on ${dataDir} has a database of its own: name it with DATABASE_URL.`);
}

async function backUpClosedShop(dataDir: string): Promise<string> {
  if (existsSync(join(dataDir, 'postgres'))) return await withPostgres({ dataDir, durable: true });
  throw new StartError(`${dataDir} holds no shop: name another folder with DATA_DIR, or a database with DATABASE_URL.`);
}

/** What a failed restore has made is removed, so that it can be tried again. */
async function restoreInto(dataDir: string, isClosed: boolean): Promise<string> {
  if (!isClosed) throw new StartError(`The shop is open on ${dataDir}: close it before a restore.`);
  const existed = existsSync(join(dataDir, 'postgres'));
  try {
    return await withPostgres({ dataDir, durable: true });
  } catch (error) {
    if (!existed) rmSync(join(dataDir, 'postgres'), { recursive: true, force: true });
    throw error;
  }
}

async function verifyInScratch(): Promise<string> {
  const dataDir = dataFolder(mkdtempSync(join(tmpdir(), 'dead-letter-club-verify-')));
  try {
    return await withPostgres({ dataDir, durable: false });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function withPostgres(options: PostgresOptions): Promise<string> {
  const postgres = await startPostgres(options);
  try {
    return await runProgram({ DATABASE_URL: postgres.url, DATA_DIR: options.dataDir });
  } finally {
    await postgres.stop();
  }
}

/** `npm run` changes the folder, and FILE is meant from the one where it was called. */
async function runProgram(settings: Record<string, string>): Promise<string> {
  const calledFrom = process.env['INIT_CWD'] ?? process.cwd();
  const named = file ?? (command === 'backup' ? backupName(new Date()) : undefined);
  const args = [command, ...(named === undefined ? [] : [resolve(calledFrom, named)])];
  return await Promise.race([runBackupCommand(args, { ...process.env, ...settings }), interrupted]);
}
