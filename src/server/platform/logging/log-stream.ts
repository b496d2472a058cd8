import { write, writeSync } from 'node:fs';
import { hostname } from 'node:os';

const MOST_WAITING_BYTES = 1024 * 1024;
const RETRY_MS = 25;
const LAST_LINES_MS = 1_000;
const NOTHING = Buffer.alloc(0);

export interface LogStreamOptions {
  readonly fd: number;
  readonly mostWaitingBytes?: number;
  readonly droppedLine?: (dropped: number) => string;
}

/** Writes lines without blocking or throwing. If more than `mostWaitingBytes` wait, it drops lines and counts them. */
export class LogStream {
  readonly #fd: number;
  readonly #mostWaitingBytes: number;
  readonly #droppedLine: (dropped: number) => string;
  #lines: string[] = [];
  #chunk: Buffer = NOTHING;
  #waitingBytes = 0;
  #dropped = 0;
  #state: 'idle' | 'writing' | 'pausing' = 'idle';
  #onEmpty: (() => void)[] = [];

  constructor({ fd, mostWaitingBytes = MOST_WAITING_BYTES, droppedLine = droppedEntry }: LogStreamOptions) {
    this.#fd = fd;
    this.#mostWaitingBytes = mostWaitingBytes;
    this.#droppedLine = droppedLine;
  }

  write(line: string): void {
    const bytes = Buffer.byteLength(line);
    if (this.#dropped > 0 || this.#waitingBytes + bytes > this.#mostWaitingBytes) {
      this.#dropped += 1;
    } else {
      this.#enqueue(line, bytes);
    }
    this.#writeNext();
  }

  async flush(milliseconds = LAST_LINES_MS): Promise<void> {
    if (this.#state === 'idle') return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#onEmpty.push(resolve);
      timer = setTimeout(resolve, milliseconds);
    });
    clearTimeout(timer);
  }

  writeLastLines(): void {
    if (this.#dropped > 0) this.#enqueueDropped();
    const unwritten = this.#state === 'writing' ? NOTHING : this.#chunk;
    let rest = Buffer.concat([unwritten, Buffer.from(this.#lines.join(''))]);
    try {
      while (rest.length > 0) rest = rest.subarray(writeSync(this.#fd, rest));
    } catch {}
  }

  #enqueue(line: string, bytes = Buffer.byteLength(line)): void {
    this.#lines.push(line);
    this.#waitingBytes += bytes;
  }

  #enqueueDropped(): void {
    this.#enqueue(`${this.#droppedLine(this.#dropped)}\n`);
    this.#dropped = 0;
  }

  #writeNext(): void {
    if (this.#state !== 'idle') return;
    if (this.#chunk.length === 0) this.#takeChunk();
    if (this.#chunk.length === 0) {
      for (const resolve of this.#onEmpty.splice(0)) resolve();
      return;
    }
    this.#state = 'writing';
    write(this.#fd, this.#chunk, (error, written) => {
      if (error !== null) {
        this.#pause();
        return;
      }
      this.#chunk = this.#chunk.subarray(written);
      this.#waitingBytes -= written;
      this.#goOn();
    });
  }

  #takeChunk(): void {
    if (this.#lines.length === 0 && this.#dropped > 0) this.#enqueueDropped();
    this.#chunk = Buffer.from(this.#lines.join(''));
    this.#lines = [];
  }

  #pause(): void {
    this.#state = 'pausing';
    setTimeout(() => this.#goOn(), RETRY_MS).unref();
  }

  #goOn(): void {
    this.#state = 'idle';
    this.#writeNext();
  }
}

export function standardOutput(droppedLine?: LogStreamOptions['droppedLine']): LogStream {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  const stream = new LogStream({ fd: process.stdout.fd, ...(droppedLine && { droppedLine }) });
  process.once('exit', () => stream.writeLastLines());
  return stream;
}

function droppedEntry(dropped: number): string {
  const msg = 'lines of this log were dropped: they could not be written';
  return JSON.stringify({ level: 40, time: Date.now(), pid: process.pid, hostname: hostname(), dropped, msg });
}
