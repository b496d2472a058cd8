import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { OperatorError } from '../errors/api-error.ts';
import type { Archive, Digest } from './archive.ts';
import { type BackedUpFile, entryOfFile } from './manifest.ts';

export const KEYS_FILE = 'auth-keys.json';
const FILES = [KEYS_FILE, 'stripe-webhook.secret', 'google-client.secret'];
/** Of the stand-ins. */
const FOLDERS = ['stripe', 'mailbox', 'google'];
/** Written beside its place, and not yet renamed. */
const DRAFT = /\.new$|\.draft-/;

/** Passes each file of the data folder that cannot be made again. */
export async function backUpFiles(
  dataDir: string,
  add: (path: string, stream: Readable) => Promise<Digest>,
): Promise<BackedUpFile[]> {
  const files: BackedUpFile[] = [];
  for (const path of await stateFiles(dataDir)) {
    const stream = await openAsItIs(join(dataDir, path));
    if (stream !== null) files.push({ path, ...(await add(path, stream)) });
  }
  return files;
}

async function stateFiles(dataDir: string): Promise<string[]> {
  const inFolders = await Promise.all(FOLDERS.map((folder) => filesIn(dataDir, folder)));
  return [...FILES, ...inFolders.flat()];
}

async function filesIn(dataDir: string, folder: string): Promise<string[]> {
  try {
    const entries = await readdir(join(dataDir, folder), { withFileTypes: true });
    const names = entries.filter((entry) => entry.isFile() && !DRAFT.test(entry.name)).map(({ name }) => name);
    return names.sort().map((name) => `${folder}/${name}`);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Null for a file that is missing or empty. A journal that grows meanwhile is cut where it ended. */
async function openAsItIs(path: string): Promise<Readable | null> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (file === null) return null;
  const { size } = await file.stat();
  if (size > 0) return file.createReadStream({ start: 0, end: size - 1 });
  await file.close();
  return null;
}

/** @throws OperatorError when the data folder has other files at these places */
export async function refuseOtherFiles(dataDir: string, files: readonly BackedUpFile[]): Promise<void> {
  for (const { path, sha256 } of files) {
    const existing = await hashOf(join(dataDir, path));
    if (existing === null || existing === sha256) continue;
    throw new OperatorError(
      `${join(dataDir, path)} is there already and is not the one of the backup: move the data folder away, or name another with DATA_DIR.`,
    );
  }
}

/** Null for a file that is missing or empty. */
async function hashOf(path: string): Promise<string | null> {
  const found = await stat(path).catch(() => null);
  if (found === null || found.size === 0) return null;
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Writes each file (mode 0600) beside its place and renames it. */
export async function restoreFiles(archive: Archive, dataDir: string, files: readonly BackedUpFile[]): Promise<void> {
  for (const file of files) {
    const path = join(dataDir, file.path);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const draft = `${path}.draft-${randomUUID()}`;
    try {
      await archive.pour(entryOfFile(file.path), createWriteStream(draft, { mode: 0o600, flush: true }));
      await rename(draft, path);
    } finally {
      await rm(draft, { force: true });
    }
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
