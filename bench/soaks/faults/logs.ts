import { deepStrictEqual, ok } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readLogEntries, startLoggingServer } from '../../../test/server/logging-server.ts';
import { NamedPipe, openUnwritable } from '../../../test/server/log-sinks.ts';
import { mountFullDisk } from '../../../test/server/small-disk.ts';
import { openSurroundings, type Surroundings } from '../../../test/server/surroundings.ts';
import type { Fault, GivenShop } from './fault.ts';

/** The full size would fill twice as much with half of its lines. */
const MOST_GROWTH_MB = 12;
const STOPS_WITHIN_MS = 10_000;
const DRAINED_WITHIN_MS = 10_000;
const SILENCE_MS = 1_000;
const DISK_FULL_MS = 5_000;

type LogFault = (around: Surroundings, requests: number) => Promise<string>;

const LOG_FAULTS: Readonly<Record<string, LogFault>> = {
  'full disk': meetFullDisk,
  'stalled reader': meetStalledPipe,
  'closed reader': meetClosedPipe,
};

/** Each at once with the others, against a server of its own. @returns what was measured */
export async function meetLogFaults(databaseUrl: string, requests: number): Promise<string> {
  const found = Object.entries(LOG_FAULTS).map(async ([name, meet]) => {
    const around = await openSurroundings(databaseUrl);
    try {
      return `${name}: ${await meet(around, requests)}`;
    } catch (error) {
      throw new Error(`The server did not withstand: ${name}.`, { cause: error });
    } finally {
      await around.close();
    }
  });
  return (await Promise.all(found)).join('; ');
}

export const logDiskFull: Fault<GivenShop> = {
  name: 'the disk of the log is full for 5 s',
  unavailable: ({ logDisk }) => (logDisk === null ? 'No disk can be mounted by this account.' : null),
  async happen({ logDisk }) {
    logDisk?.fill();
    await sleep(DISK_FULL_MS);
    logDisk?.free();
  },
};

async function meetFullDisk(around: Surroundings, requests: number): Promise<string> {
  const disk = mountFullDisk();
  const path = disk === null ? null : join(disk.path, 'log');
  const log = path === null ? openUnwritable() : openSync(path, 'a');
  try {
    return await withstand(around, log, requests, async () => {
      if (path === null) return 'never any room here';
      deepStrictEqual(readFileSync(path, 'utf8'), '');
      disk?.free();
      await sleep(SILENCE_MS);
      return `${readFileSync(path).length} bytes written once there was room`;
    });
  } finally {
    closeSync(log);
    disk?.unmount();
  }
}

async function meetStalledPipe(around: Surroundings, requests: number): Promise<string> {
  const pipe = new NamedPipe();
  try {
    return await withstand(around, pipe.writer, requests, async () => {
      const { pageFailures, dropped } = readLogEntries(await drain(pipe));
      ok(dropped.length <= 1, 'The log says more than once what it lacks.');
      const [missing = 0] = dropped;
      ok(pageFailures + missing >= requests, `${pageFailures} written and ${missing} dropped of ${requests}`);
      return `${pageFailures} lines written, ${missing} counted as dropped`;
    });
  } finally {
    pipe.close();
  }
}

async function meetClosedPipe(around: Surroundings, requests: number): Promise<string> {
  const pipe = new NamedPipe();
  pipe.leave();
  try {
    return await withstand(around, pipe.writer, requests, async () => 'no reader came back');
  } finally {
    pipe.close();
  }
}

/** @param inspect runs after all requests, before the server stops */
async function withstand(
  around: Surroundings,
  log: number,
  requests: number,
  inspect: () => Promise<string>,
): Promise<string> {
  const server = await startLoggingServer(around, log);
  try {
    // The first half warms the heap up; the growth of the second is the log's.
    await server.logLines(Math.ceil(requests / 2));
    const before = megabytes(server.pid);
    await server.logLines(Math.floor(requests / 2));
    const growth = megabytes(server.pid) - before;
    ok(growth < MOST_GROWTH_MB, `The server has grown by ${growth.toFixed(0)} MB.`);
    const seen = await inspect();
    const began = performance.now();
    deepStrictEqual(await server.stop(), 0);
    const seconds = (performance.now() - began) / 1000;
    ok(seconds * 1000 < STOPS_WITHIN_MS, `The server took ${seconds.toFixed(1)} s to stop.`);
    return `${growth.toFixed(0)} MB more, ${seen}, stopped within ${seconds.toFixed(1)} s`;
  } finally {
    await server.stop();
  }
}

async function drain(pipe: NamedPipe): Promise<string> {
  let text = '';
  const deadline = Date.now() + DRAINED_WITHIN_MS;
  for (let quietAt = Date.now() + SILENCE_MS; Date.now() < Math.min(deadline, quietAt); await sleep(5)) {
    const read = pipe.read();
    if (read !== '') quietAt = Date.now() + SILENCE_MS;
    text += read;
  }
  return text;
}

function megabytes(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}
