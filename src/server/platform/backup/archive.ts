import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream, rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Readable, Transform, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type Entry, openPromise, type ZipFile as OpenZip } from 'yauzl';
import { ZipFile } from 'yazl';
import { OperatorError } from '../errors/api-error.ts';

/** Of an entry's bytes before compression. */
export interface Digest {
  readonly bytes: number;
  readonly sha256: string;
}

/** A zip file (mode 0600) that appears at its place when it is complete, and not before. */
export class NewArchive {
  readonly #path: string;
  readonly #draft: string;
  readonly #zip = new ZipFile();
  readonly #written: Promise<void>;

  constructor(path: string) {
    this.#path = path;
    this.#draft = `${path}.draft-${randomUUID()}`;
    const failed = new Promise<never>((_, reject) => this.#zip.once('error', reject));
    const written = pipeline(this.#zip.outputStream, createWriteStream(this.#draft, { mode: 0o600, flags: 'wx' }));
    this.#written = Promise.race([written, failed]);
    // A failure is thrown by the call that waits for it.
    this.#written.catch(() => undefined);
  }

  /** Calls follow one another: each must have resolved before the next. */
  async add(name: string, source: Readable): Promise<Digest> {
    const meter = new Meter();
    this.#zip.addReadStream(meter.stream, name, { mode: 0o600 });
    await Promise.race([pipeline(source, meter.stream), this.#written]);
    return meter.digest();
  }

  async finish(): Promise<void> {
    this.#zip.end();
    await this.#written;
    await flushToDisk(this.#draft);
    await rename(this.#draft, this.#path);
    await flushToDisk(dirname(this.#path));
  }

  /** Also for a process that ends at once. */
  discard(): void {
    rmSync(this.#draft, { force: true });
  }
}

/** A zip file that was made by `NewArchive`. */
export class Archive {
  readonly #zip: OpenZip;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(zip: OpenZip, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /** @throws OperatorError for a file that is missing, no zip file or incomplete */
  static async open(path: string): Promise<Archive> {
    try {
      const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
      return new Archive(zip, entries);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new OperatorError(`${path} is no complete backup (${reason}).`);
    }
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  async readText(name: string): Promise<string> {
    return await text(await this.#stream(name));
  }

  /** @throws OperatorError when the bytes are not those that were backed up */
  async check(name: string, expected: Digest): Promise<void> {
    const found = await this.#measure(name).catch(() => null);
    if (found?.sha256 !== expected.sha256) throw new OperatorError(`${name} is damaged in the backup.`);
  }

  async #measure(name: string): Promise<Digest> {
    const meter = new Meter();
    await pipeline(await this.#stream(name), meter.stream, nowhere());
    return meter.digest();
  }

  async pour(name: string, target: Writable): Promise<void> {
    await pipeline(await this.#stream(name), target);
  }

  close(): void {
    this.#zip.close();
  }

  async #stream(name: string): Promise<Readable> {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw new OperatorError(`The backup lacks ${name}.`);
    return await this.#zip.openReadStreamPromise(entry);
  }
}

/** Passes bytes on, and counts and hashes them. */
class Meter {
  readonly stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      this.#hash.update(chunk);
      this.#bytes += chunk.length;
      done(null, chunk);
    },
  });
  readonly #hash = createHash('sha256');
  #bytes = 0;

  /** Once, when all bytes have passed. */
  digest(): Digest {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}

/** Takes bytes that only had to be counted. */
export function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

async function flushToDisk(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
