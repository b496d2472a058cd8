import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;

/** A file descriptor that can't be written: on Linux a full device, elsewhere a file opened for reading. */
export function openUnwritable(): number {
  return process.platform === 'linux' ? openSync('/dev/full', 'w') : openSync('/dev/null', 'r');
}

/** A pipe whose reader reads when the test says so, leaves, and comes back. */
export class NamedPipe {
  readonly writer: number;
  readonly #folder = mkdtempSync(join(tmpdir(), 'named-pipe-'));
  readonly #path = join(this.#folder, 'pipe');
  #readEnd: number | null = null;

  constructor() {
    execFileSync('mkfifo', [this.#path]);
    this.comeBack();
    this.writer = openSync(this.#path, O_WRONLY | O_NONBLOCK);
  }

  /** Everything in the pipe at this moment. */
  read(): string {
    if (this.#readEnd === null) throw new Error('The reader has left.');
    const parts: Buffer[] = [];
    const part = Buffer.alloc(64 * 1024);
    try {
      for (let bytes = 1; bytes > 0;) {
        bytes = readSync(this.#readEnd, part);
        parts.push(Buffer.from(part.subarray(0, bytes)));
      }
    } catch (error) {
      // Nothing more is there for now.
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
    }
    return Buffer.concat(parts).toString();
  }

  leave(): void {
    if (this.#readEnd !== null) closeSync(this.#readEnd);
    this.#readEnd = null;
  }

  comeBack(): void {
    this.#readEnd ??= openSync(this.#path, O_RDONLY | O_NONBLOCK);
  }

  close(): void {
    this.leave();
    closeSync(this.writer);
    rmSync(this.#folder, { recursive: true });
  }
}
