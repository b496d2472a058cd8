import { once } from 'node:events';
import { appendFileSync, writeFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { readIfPresent } from './stored-text.ts';

/** The cause of an end stands before what PostgreSQL says while it ends. */
const LINES_QUOTED = 10;
const REMEMBERED_CHARACTERS = 8_192;
const LAST_WORDS_MS = 1_000;
const DISK_FULL = /No space left on device|Check free disk space/;

/** Copies what PostgreSQL says into a file (mode 0600), and remembers the end, for which a full disk has no room. */
export class PostgresLog {
  readonly path: string;
  #end = '';
  #isOurs = false;
  #heardOut: Promise<unknown> = Promise.resolve();

  constructor(path: string) {
    this.path = path;
  }

  /** Of a new process. The file goes on when it is this launcher's. */
  follow(said: Readable | null): void {
    if (!this.#isOurs) this.#write(() => writeFileSync(this.path, '', { mode: 0o600 }));
    this.#isOurs = true;
    this.#end = '';
    if (said !== null) this.#heardOut = once(said, 'close').catch(() => undefined);
    said?.setEncoding('utf8').on('data', (text: string) => {
      this.#end = (this.#end + text).slice(-REMEMBERED_CHARACTERS);
      this.#write(() => appendFileSync(this.path, text));
    });
  }

  /** Resolves when an ended process has said its last, which comes after its end. */
  async heardOut(): Promise<void> {
    await Promise.race([this.#heardOut, sleep(LAST_WORDS_MS)]);
  }

  /** Of a PostgreSQL that another launcher has started the file alone is known. */
  lastLines(): string {
    const text = this.#end || (readIfPresent(this.path) ?? '');
    return text.trim().split('\n').slice(-LINES_QUOTED).join('\n');
  }

  /** Whether the process named a full disk. */
  saysDiskFull(): boolean {
    return DISK_FULL.test(this.#end);
  }

  #write(write: () => void): void {
    try {
      write();
    } catch {
      // The end is remembered all the same.
    }
  }
}
