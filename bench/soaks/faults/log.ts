import { deepStrictEqual, ok } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readLogEntries } from '../../../test/server/log-entries.ts';
import { LoggingServer } from '../../../test/server/logging-server.ts';
import { NamedPipe } from '../../../test/server/named-pipe.ts';
import { mountFullDisk } from '../../../test/server/small-disk.ts';
import type { Surroundings } from '../../../test/server/surroundings.ts';
import { openUnwritable } from '../../../test/server/unwritable.ts';
import type { Fault } from './fault.ts';

/** Half the lines of the full size are twice as much. */
const MOST_GROWTH_MB = 12;
const STOPS_WITHIN_MS = 10_000;
const DRAINED_WITHIN_MS = 10_000;

/** Requests go on being answered, memory stays where it is, and SIGTERM ends the server in order. */
export const LOG_FAULTS: readonly Fault[] = [
  {
    name: 'the disk of the log is full',
    async meet(around, count) {
      const disk = mountFullDisk();
      const path = disk === null ? null : join(disk.path, 'log');
      const log = path === null ? openUnwritable() : openSync(path, 'a');
      try {
        return await standing(around, log, count, async () => {
          if (path === null) return 'never any room here';
          deepStrictEqual(readFileSync(path, 'utf8'), '');
          disk?.free();
          await sleep(1_000);
          return `${readFileSync(path).length} bytes written once there was room`;
        });
      } finally {
        closeSync(log);
        disk?.unmount();
      }
    },
  },
  {
    name: 'the reader of the log stalls',
    async meet(around, count) {
      const pipe = new NamedPipe();
      try {
        return await standing(around, pipe.writer, count, async () => {
          const { pageFailures, dropped } = readLogEntries(await drain(pipe));
          ok(dropped.length <= 1, 'The log says more than once what it lacks.');
          const [missing = 0] = dropped;
          ok(pageFailures + missing >= count, `${pageFailures} written and ${missing} dropped of ${count}`);
          return `${pageFailures} lines written, ${missing} counted as dropped`;
        });
      } finally {
        pipe.close();
      }
    },
  },
  {
    name: 'the reader of the log leaves',
    async meet(around, count) {
      const pipe = new NamedPipe();
      pipe.leave();
      try {
        return await standing(around, pipe.writer, count, async () => 'nobody came back');
      } finally {
        pipe.close();
      }
    },
  },
];

/** `afterwards`: what can be seen when the requests have been answered and the server still runs. */
async function standing(
  around: Surroundings,
  log: number,
  count: number,
  afterwards: () => Promise<string>,
): Promise<string> {
  const server = await LoggingServer.start(around, log);
  try {
    // The first half warms the heap up; what the second adds would be the log's.
    await server.logLines(Math.ceil(count / 2));
    const before = megabytes(server.pid);
    await server.logLines(Math.floor(count / 2));
    const growth = megabytes(server.pid) - before;
    ok(growth < MOST_GROWTH_MB, `The server has grown by ${growth.toFixed(0)} MB.`);
    const seen = await afterwards();
    const began = performance.now();
    deepStrictEqual(await server.stop(), 0);
    const seconds = (performance.now() - began) / 1000;
    ok(seconds * 1000 < STOPS_WITHIN_MS, `The server took ${seconds.toFixed(1)} s to stop.`);
    return `${count} requests answered, ${growth.toFixed(0)} MB more, ${seen}; stopped within ${seconds.toFixed(1)} s`;
  } finally {
    await server.stop();
  }
}

/** Reads until nothing has come for a while. */
async function drain(pipe: NamedPipe): Promise<string> {
  let text = '';
  let lastCame = Date.now();
  for (
    const deadline = Date.now() + DRAINED_WITHIN_MS;
    Date.now() < Math.min(deadline, lastCame + 1_000);
    await sleep(5)
  ) {
    const read = pipe.read();
    if (read !== '') lastCame = Date.now();
    text += read;
  }
  return text;
}

function megabytes(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}
