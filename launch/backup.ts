import { chownSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { constants, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { inspect } from 'node:util';
import { Client } from 'pg';
import type { ZipFile } from 'yazl';
import { asksForHelp } from '../src/server/platform/config/asks-for-help.ts';
import { readOptions } from '../src/server/platform/config/read-options.ts';
import { ConfigError } from '../src/server/platform/config/variables.ts';
import { printable } from '../src/server/platform/logging/printable.ts';
import { addFolder, unpackArchive, writeArchive } from './archive.ts';
import { StartError } from './child.ts';
import { databaseAccount, dataFolder, existingDataFolder } from './data-folder.ts';
import { diskSentence } from './disk-sentence.ts';
import { makeFolder, takeLock } from './lock.mjs';
import { startPostgres, type PostgresOptions } from './postgres.ts';
import { SETTINGS_FILE } from './shop.ts';
import { readIfPresent } from './stored-text.ts';

// `npm run backup [FILE]`, `npm run restore FILE` and `npm run verify FILE`, for the embedded database and its data folder.

const USAGE = `Say backup [FILE], restore FILE or verify FILE.
They work on the embedded database in DATA_DIR. docs/operating.md says how to back up a PostgreSQL of your own.`;
/** Files of the data folder that belong to this machine or run. */
const LEFT_OUT = /^(postgres|postgresql-[^/]*|postgres\.log|settings\.json|launcher\.lock[^/]*)$|\.new$|\.draft-/;
/** Of the database's folder (PostgreSQL manual, "Making a Base Backup Using the Low Level API"). */
const LEFT_OUT_OF_DATABASE =
  /\/(postmaster\.(pid|opts)|\.s\.PGSQL\.[^/]*|pg_internal\.init|pgsql_tmp[^/]*)$|\/pg_(wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\//;

const [command = '', ...given] = process.argv.slice(2);
const interrupted = Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal))).then(() => {
  process.exitCode = 128 + constants.signals.SIGINT;
  throw new StartError('Interrupted; nothing has changed.');
});
interrupted.catch(() => undefined);

try {
  process.stdout.write(`${printable(await perform())}\n`);
} catch (error) {
  const known = error instanceof StartError || error instanceof ConfigError ? error.message : diskSentence(error);
  process.stderr.write(`${printable(known ?? inspect(error))}\n`);
  process.exitCode ??= 1;
}
// Ends even if interrupted work waits for the database.
process.exit();

async function perform(): Promise<string> {
  if (asksForHelp(given)) return USAGE;
  const [named, ...more] = readOptions({ args: given, allowPositionals: true }, USAGE).positionals;
  if (more.length > 0) throw new StartError(USAGE);
  if (process.env['DATABASE_URL'] || process.env['DATABASE_URL_FILE']) {
    throw new StartError('DATABASE_URL names a PostgreSQL of your own: back it up with pg_dump (docs/operating.md).');
  }
  // `npm run` changes the folder; FILE is relative to the caller's folder.
  const calledFrom = process.env['INIT_CWD'] ?? process.cwd();
  const wanted = process.env['DATA_DIR'] || '.data';
  const now = new Date().toISOString().replaceAll(':', '-');
  if (command === 'backup') return await backUp(wanted, resolve(calledFrom, named ?? `dead-letter-club-${now}.zip`));
  if (named === undefined) throw new StartError(USAGE);
  const file = resolve(calledFrom, named);
  return command === 'restore' ? await restore(wanted, file) : await verify(file);
}

async function backUp(wanted: string, file: string): Promise<string> {
  const dataDir = existingDataFolder(wanted);
  if (dataDir === null || !existsSync(join(dataDir, 'postgres'))) {
    throw new StartError(`${wanted} holds no shop with an embedded database: name another folder with DATA_DIR.`);
  }
  const copy = (url: string) => withClient(url, (client) => writeArchive(file, (zip) => addShop(zip, client, dataDir)));
  const lock = takeLock(dataDir, 'launcher.lock', 'for a backup');
  if (!lock.held) await Promise.race([copy(urlOfOpenShop(dataDir)), interrupted]);
  else await withPostgres({ dataDir, durable: true }, copy).finally(lock.release);
  return `Backed up the database and the keys: ${file}`;
}

function urlOfOpenShop(dataDir: string): string {
  const settings = JSON.parse(readIfPresent(join(dataDir, SETTINGS_FILE)) ?? '{}') as NodeJS.ProcessEnv;
  if (settings['DATABASE_MIGRATION_URL']) return settings['DATABASE_MIGRATION_URL'];
  throw new StartError(`The shop that is open on ${dataDir} has not started its database.`);
}

async function addShop(zip: ZipFile, client: Client, dataDir: string): Promise<void> {
  await addDatabase(zip, client, join(dataDir, 'postgres'));
  // Added last: Stripe's stand-in may then know more than the database, which reconciliation repairs, but never less.
  await addFolder(zip, dataDir, '', (name) => !LEFT_OUT.test(name));
}

/** Adds the folder of the running database, and the log that makes the copy consistent. */
async function addDatabase(zip: ZipFile, client: Client, folder: string): Promise<void> {
  // Keeps the log until this connection ends.
  await client.query(`select pg_create_physical_replication_slot($1, true, true)`, [`backup_${process.pid}`]);
  const [begun] = await ask(client, `select pg_walfile_name(pg_backup_start('backup', true)) as log`);
  zip.addEmptyDirectory('postgres');
  await addFolder(zip, folder, 'postgres/', (name) => !LEFT_OUT_OF_DATABASE.test(name));
  const [ended] = await ask(client, 'select pg_walfile_name(lsn) as log, labelfile from pg_backup_stop(false)');
  const [first, last] = [`postgres/pg_wal/${begun?.['log']}`, `postgres/pg_wal/${ended?.['log']}`];
  await addFolder(zip, join(folder, 'pg_wal'), 'postgres/pg_wal/', (name) => name >= first && name <= last);
  zip.addBuffer(Buffer.from(ended?.['labelfile'] ?? ''), 'postgres/backup_label');
}

async function restore(wanted: string, file: string): Promise<string> {
  const dataDir = dataFolder(wanted);
  const lock = takeLock(dataDir, 'launcher.lock', 'for a restore');
  if (!lock.held) throw new StartError(`The shop is open on ${dataDir}: close it before a restore.`);
  if (readdirSync(dataDir).some((name) => !name.startsWith('launcher.lock'))) {
    throw new StartError(`${dataDir} is not empty: move it away, or name another folder with DATA_DIR.`);
  }
  const draft = join(dataDir, `restore.draft-${process.pid}`);
  const contents = await unpackAndOpen(file, draft, true);
  for (const name of readdirSync(draft)) renameSync(join(draft, name), join(dataDir, name));
  return `Restored ${contents}.`;
}

async function verify(file: string): Promise<string> {
  const scratch = dataFolder(mkdtempSync(join(tmpdir(), 'dead-letter-club-verify-')));
  return `Verified: ${await unpackAndOpen(file, scratch, false)} can be restored.`;
}

/** Deletes the folder when the process ends. @returns what the database holds once it has started */
async function unpackAndOpen(file: string, dataDir: string, durable: boolean): Promise<string> {
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  makeFolder(dataDir);
  await unpackArchive(file, dataDir);
  const folder = join(dataDir, 'postgres');
  if (!existsSync(folder)) throw new StartError(`${file} is no backup of the shop.`);
  const account = databaseAccount(folder);
  const paths = ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })];
  if (account) for (const path of paths) chownSync(join(folder, path), account.uid, account.gid);
  return await withPostgres({ dataDir, durable }, (url) => withClient(url, describeRows));
}

/** "61 tables with 1,207 rows" */
async function describeRows(client: Client): Promise<string> {
  const tables = await ask(
    client,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname !~ '^(pg_|information_)'`,
  );
  let rows = 0;
  for (const { name } of tables) {
    const [counted] = await ask(client, `select count(*) from only ${name}`);
    rows += Number(counted?.['count']);
  }
  return `${tables.length} tables with ${rows.toLocaleString('en-US')} rows`;
}

async function withPostgres<T>(options: PostgresOptions, use: (url: string) => Promise<T>): Promise<T> {
  const postgres = await startPostgres(options);
  try {
    return await Promise.race([use(postgres.url), interrupted]);
  } finally {
    await postgres.stop();
  }
}

async function withClient<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  // Without a listener a lost connection would end the process without a word.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

async function ask(client: Client, question: string) {
  return (await client.query<Record<string, string>>(question)).rows;
}
