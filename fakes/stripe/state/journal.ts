import { mkdir, open, readFile, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Journal {
  /** Resolves once the entry is on disk; concurrent entries share one write and one fsync. */
  append(entry: unknown): Promise<void>;
  settled(): Promise<void>;
  close(): Promise<void>;
}

const nextTurn = () => new Promise<void>((done) => setImmediate(done));

/** Stores nothing, and still answers in a later turn. */
export function memoryJournal(): Journal {
  return { append: nextTurn, settled: nextTurn, close: () => Promise.resolve() };
}

/** Names, addresses and webhook secrets stand in it. */
const PRIVATE = 0o600;

/** Replays the entries, oldest first; a last line without its newline was never answered, and is cut off. */
export async function openJournal(path: string, replay: (entry: unknown) => void): Promise<Journal> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, 'a', PRIVATE);
  await file.chmod(PRIVATE);
  const recorded = await readFile(path);
  const end = replayLines(recorded, replay);
  if (end < recorded.length) await file.truncate(end);
  return groupCommit(durableFile(file, end));
}

const ROOM_AWAITED_MS = 250;

/** Appends batches one after another. On a full disk a batch waits for space; its partial write is removed before the retry. */
function durableFile(file: FileHandle, length: number) {
  let stored = length;
  return {
    async append(batch: string): Promise<void> {
      for (;;) {
        try {
          await file.appendFile(batch);
          await file.datasync();
          stored += Buffer.byteLength(batch);
          return;
        } catch (error) {
          if (!isDiskFull(error)) throw error;
          await file.truncate(stored);
          await sleep(ROOM_AWAITED_MS);
        }
      }
    },
    close: () => file.close(),
  };
}

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}

function replayLines(recorded: Buffer, replay: (entry: unknown) => void): number {
  let start = 0;
  for (let end = recorded.indexOf('\n'); end >= 0; end = recorded.indexOf('\n', start)) {
    replay(JSON.parse(recorded.toString('utf8', start, end)));
    start = end + 1;
  }
  return start;
}

function groupCommit(file: ReturnType<typeof durableFile>): Journal {
  let waiting: string[] = [];
  let next: Promise<void> | null = null;
  let last: Promise<void> = Promise.resolve();

  const flush = async (previous: Promise<void>) => {
    await previous;
    const batch = waiting.join('');
    waiting = [];
    next = null;
    await file.append(batch);
  };

  return {
    append(entry) {
      waiting.push(`${JSON.stringify(entry)}\n`);
      next ??= last = flush(last);
      return next;
    },
    settled: () => last,
    async close() {
      await last;
      await file.close();
    },
  };
}
