import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { Client, escapeIdentifier } from 'pg';
import { type KeySet, parseKeySet, readGeneratedKeySet, readNamedKeySet } from './identity/keys/key-set.ts';
import { sealingKeyIds } from './identity/keys/keys.ts';
import { sealingKeysOfIdentities } from './identity/keys/sealing-keys.ts';
import { Archive, NewArchive } from './platform/backup/archive.ts';
import { writeBackup } from './platform/backup/dump.ts';
import { differingTables, loadBackup } from './platform/backup/load.ts';
import {
  backupName,
  checkEntries,
  describeContents,
  entryOfFile,
  type Manifest,
  readManifest,
} from './platform/backup/manifest.ts';
import { KEYS_FILE, refuseOtherFiles, restoreFiles } from './platform/backup/state-files.ts';
import { readBackupConfig } from './platform/config/config.ts';
import { ConfigError, type Environment } from './platform/config/variables.ts';
import { OperatorError } from './platform/errors/api-error.ts';
import { directUrlOf } from './platform/db/connection.ts';
import { isDatabaseOutage } from './platform/db/outage.ts';
import { asksForHelp } from './platform/config/asks-for-help.ts';
import { sealingKeysOfEmails } from './platform/outbox/sealing-keys.ts';

type Settings = ReturnType<typeof readBackupConfig>;
type Command = (settings: Settings, file: string) => Promise<string>;

const COMMANDS: Readonly<Record<string, Command>> = { backup: backUp, restore, verify };
const USAGE = 'Say backup [FILE], restore FILE or verify FILE.';
const HELP = `${USAGE}
They work on DATABASE_URL (DATABASE_DIRECT_URL beside a pooler), with AUTH_JWT_KEYS and DATA_DIR as the shop has them.`;

/**
 * Performs `backup [FILE]`, `restore FILE` or `verify FILE` for the database and the data folder of an environment.
 * @returns what was done, in a sentence
 * @throws Error, worded by `backupFailure`
 */
export async function runBackupCommand([name = '', file]: readonly string[], env: Environment): Promise<string> {
  if (asksForHelp([name, file])) return HELP;
  const command = COMMANDS[name];
  if (command === undefined || (file === undefined && name !== 'backup')) throw new OperatorError(USAGE);
  return await command(readBackupConfig(env), resolve(file ?? backupName(new Date())));
}

async function backUp(settings: Settings, file: string): Promise<string> {
  const keys = await ownKeys(settings);
  const archive = new NewArchive(file);
  process.once('exit', () => archive.discard());
  try {
    const manifest = await withClient(directUrlOf(settings), (client) =>
      writeBackup(archive, {
        client,
        dataDir: settings.dataDir,
        now: new Date(),
        sealingKeys: (snapshot) => sealingKeysInUse(snapshot, keys),
      }),
    );
    await archive.finish();
    return `Backed up ${describeContents(manifest)}: ${file}`;
  } catch (error) {
    archive.discard();
    throw error;
  }
}

async function ownKeys({ jwtKeys, dataDir }: Settings): Promise<KeySet | null> {
  return jwtKeys === null ? await readGeneratedKeySet(dataDir) : await readNamedKeySet(jwtKeys);
}

/** Keys that were dropped on purpose open nothing today either, and are not asked for at a restore. */
async function sealingKeysInUse(client: Client, keys: KeySet | null): Promise<string[]> {
  const inUse = [...(await sealingKeysOfIdentities(client)), ...(await sealingKeysOfEmails(client))];
  if (keys !== null)
    return inUse.filter((id, index) => inUse.indexOf(id) === index && sealingKeyIds(keys).includes(id));
  if (inUse.length === 0) return [];
  throw new OperatorError(
    `The shop's keys are neither in AUTH_JWT_KEYS nor in DATA_DIR (${KEYS_FILE}), and without them its authenticators would be lost: set one as the shop has it.`,
  );
}

async function restore(settings: Settings, file: string): Promise<string> {
  return await withBackup(file, async (archive, manifest) => {
    await requireOldKeys(settings, archive, manifest);
    await refuseOtherFiles(settings.dataDir, manifest.files);
    await withClient(ownersUrl(settings), (client) =>
      loadBackup(ownersUrl(settings), client, archive, manifest, () =>
        restoreFiles(archive, settings.dataDir, manifest.files),
      ),
    );
    return `Restored ${describeContents(manifest)}, as of ${manifest.madeAt}.`;
  });
}

/** @throws OperatorError when something in the tables could not be opened afterwards */
async function requireOldKeys(settings: Settings, archive: Archive, manifest: Manifest): Promise<void> {
  const keys = await keysAfterRestore(settings, archive);
  const ids = keys === null ? [] : sealingKeyIds(keys);
  if (manifest.sealingKeys.every((id) => ids.includes(id))) return;
  throw new OperatorError(
    'Authenticators, sessions and waiting emails of this backup are sealed with keys that are not in AUTH_JWT_KEYS: set it to the keys of the shop that was backed up; nothing was restored.',
  );
}

async function keysAfterRestore(settings: Settings, archive: Archive): Promise<KeySet | null> {
  const entry = entryOfFile(KEYS_FILE);
  if (settings.jwtKeys !== null || !archive.has(entry)) return await ownKeys(settings);
  return parseKeySet(await archive.readText(entry));
}

async function verify(settings: Settings, file: string): Promise<string> {
  return await withBackup(file, (archive, manifest) =>
    withScratchDatabase(ownersUrl(settings), async (scratch) => {
      await withClient(scratch, async (client) => {
        await loadBackup(scratch, client, archive, manifest);
        const differing = await differingTables(client, manifest);
        if (differing.length > 0) throw new OperatorError(`The restored copy differs in ${differing.join(', ')}.`);
      });
      return `Verified ${describeContents(manifest)}: each byte came back. Made ${manifest.madeAt}.`;
    }),
  );
}

/** Of the role that may make tables and databases. */
function ownersUrl({ migrationUrl, ...addresses }: Settings): string {
  return migrationUrl ?? directUrlOf(addresses);
}

async function withScratchDatabase<T>(databaseUrl: string, use: (url: string) => Promise<T>): Promise<T> {
  const name = `verify_${randomUUID().replaceAll('-', '')}`;
  const url = databaseUrl.replace(/^(postgres(?:ql)?:\/\/[^/?]*)(\/[^?]*)?/, `$1/${name}`);
  return await withClient(databaseUrl, async (client) => {
    await client.query(`create database ${escapeIdentifier(name)}`);
    try {
      return await use(url);
    } finally {
      await client.query(`drop database ${escapeIdentifier(name)} with (force)`);
    }
  });
}

async function withBackup<T>(file: string, use: (archive: Archive, manifest: Manifest) => Promise<T>): Promise<T> {
  const archive = await Archive.open(file);
  try {
    const manifest = await readManifest(archive);
    await checkEntries(archive, manifest);
    return await use(archive, manifest);
  } finally {
    archive.close();
  }
}

async function withClient<T>(databaseUrl: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'dead-letter-club backup' });
  // Without a listener a lost connection would end the process without a word.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** A sentence where one is known, otherwise the stack. */
export function backupFailure(error: unknown): string {
  if (error instanceof OperatorError || error instanceof ConfigError) return error.message;
  if (isDatabaseOutage(error)) return `The database cannot be used: ${(error as Error).message}`;
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return 'There is no room left on the disk.';
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
