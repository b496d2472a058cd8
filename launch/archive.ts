import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import { StartError } from './child.ts';

/** Makes a zip file (mode 0600) that appears at its place when it is complete, and not before. */
export async function writeArchive(path: string, fill: (zip: ZipFile) => Promise<void>): Promise<void> {
  const draft = `${path}.draft-${process.pid}`;
  process.once('exit', () => rmSync(draft, { force: true }));
  // What fails while a file is read is thrown by `addFile`.
  const zip = new ZipFile().on('error', () => undefined);
  const written = pipeline(zip.outputStream, createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true }));
  await Promise.race([fill(zip), written]);
  zip.end();
  await written;
  renameSync(draft, path);
}

/** Adds a folder's files, even while they change, appear or disappear. `isWanted` gets paths in the archive. */
export async function addFolder(zip: ZipFile, folder: string, name: string, isWanted: (name: string) => boolean) {
  for (const entry of (await ifPresent(readdir(folder, { withFileTypes: true }))) ?? []) {
    const [path, inside] = [join(folder, entry.name), `${name}${entry.name}`];
    if (!isWanted(inside)) continue;
    if (entry.isFile()) await addFile(zip, path, inside);
    if (!entry.isDirectory()) continue;
    zip.addEmptyDirectory(inside);
    await addFolder(zip, path, `${inside}/`, isWanted);
  }
}

/** As long as the file is now: what is appended meanwhile is left out. */
async function addFile(zip: ZipFile, path: string, name: string): Promise<void> {
  const file = await ifPresent(open(path));
  if (file === undefined) return;
  const { size } = await file.stat();
  const bytes = file.createReadStream({ start: 0, end: Math.max(size - 1, 0) });
  zip.addReadStream(bytes, name);
  await finished(bytes);
}

async function ifPresent<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Only this account can read the files. @throws StartError for a file that is missing, cut or damaged */
export async function unpackArchive(path: string, folder: string): Promise<void> {
  try {
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
    for await (const entry of zip.eachEntry()) {
      await unpackEntry(entry, () => zip.openReadStreamPromise(entry), join(folder, entry.fileName));
    }
    zip.close();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') throw error;
    throw new StartError(`${path} is no complete backup (${error instanceof Error ? error.message : String(error)}).`);
  }
}

async function unpackEntry(entry: Entry, read: () => Promise<Readable>, target: string): Promise<void> {
  const isFolder = entry.fileName.endsWith('/');
  await mkdir(isFolder ? target : dirname(target), { recursive: true, mode: 0o700 });
  if (!isFolder) await pipeline(await read(), checked(entry), createWriteStream(target, { mode: 0o600 }));
}

function checked({ fileName, crc32: expected }: Entry): Transform {
  let sum = 0;
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      sum = crc32(chunk, sum);
      done(null, chunk);
    },
    flush: (done) => done(sum === expected ? null : new Error(`${fileName} is damaged`)),
  });
}
