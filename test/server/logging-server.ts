import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setInterval } from 'node:timers/promises';
import { prepare } from '../../launch/prepare.mjs';
import { BUILT } from '../../launch/shop.ts';
import { inParallel, upTo } from '../load/in-parallel.ts';
import type { Surroundings } from './surroundings.ts';

const READY_WITHIN_MS = 60_000;
const ANSWERED_WITHIN_MS = 10_000;
const STOPPED_WITHIN_MS = 20_000;
const AT_ONCE = 20;
const FRAME = `/assets/${'x'.repeat(80)}.js:1234567:1234567`;

export type LoggingServer = Awaited<ReturnType<typeof startLoggingServer>>;

/**
 * The built server in a process of its own whose log goes to a file descriptor of the caller's.
 * @param descriptors how many files and connections it may have open; null: as many as this process
 */
export async function startLoggingServer(
  { siteUrl, settings }: Surroundings,
  log: number,
  descriptors: number | null = null,
) {
  await prepare({ build: true });
  const limit = descriptors === null ? 'exec "$@"' : `ulimit -n ${descriptors}; exec "$@"`;
  const server = spawn('sh', ['-c', limit, 'sh', process.execPath, ...BUILT.server], {
    env: { PATH: process.env['PATH'], ...settings, LOG_LEVEL: 'info' },
    stdio: ['ignore', log, 'inherit'],
  });
  const exited = once(server, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const ask = (path: string, init?: RequestInit) =>
    fetch(siteUrl + path, { ...init, signal: AbortSignal.timeout(ANSWERED_WITHIN_MS) });
  const isReady = async () => (await ask('/readyz').catch(() => null))?.status === 200;
  for await (const _ of setInterval(50, null, { signal: AbortSignal.timeout(READY_WITHIN_MS) })) {
    if (await isReady()) break;
    if (server.exitCode !== null) throw new Error('The server ended before it was ready.');
  }
  return {
    pid: server.pid ?? 0,
    isReady,
    /** Makes it log `count` lines of a good kilobyte each. @throws Error when a request is not answered */
    async logLines(count: number): Promise<void> {
      await inParallel(upTo(count), AT_ONCE, async () => {
        const line = { reference: randomUUID(), path: '/payment', kind: 'TypeError', frames: Array(8).fill(FRAME) };
        const reply = await ask('/api/failures', { method: 'POST', body: JSON.stringify(line) });
        if (reply.status !== 200) throw new Error(`${reply.status} ${await reply.text()}`);
        await reply.arrayBuffer();
      });
    },
    /** SIGTERM. @returns its exit code, or the signal that was needed in the end */
    async stop(): Promise<number | NodeJS.Signals | null> {
      server.kill('SIGTERM');
      const timer = setTimeout(() => server.kill('SIGKILL'), STOPPED_WITHIN_MS);
      const [code, signal] = await exited.finally(() => clearTimeout(timer));
      return code ?? signal;
    },
  };
}

/**
 * Counts in a log: the page failures of `logLines`, and the dropped lines that each report names.
 *
 * @throws SyntaxError when a line is not whole
 */
export function readLogEntries(log: string): { pageFailures: number; dropped: number[] } {
  const lines = log.trim().split('\n');
  const entries = lines.map((line) => JSON.parse(line) as { msg?: string; dropped?: number });
  return {
    pageFailures: entries.filter(({ msg }) => msg === 'a page failed in a browser').length,
    dropped: entries.flatMap(({ dropped }) => dropped ?? []),
  };
}
