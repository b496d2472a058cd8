import { setTimeout } from 'node:timers/promises';
import type { Child } from '../launch/child.ts';
import { cpuTime } from './cpu.ts';
import { memoryMib } from './memory.ts';
import { median } from './statistics.ts';

const AIMS = { readyMs: 500, idleMib: 120 } as const;

/** Until what a start leaves behind has been collected. */
const IDLE_MS = 5_000;

interface Start {
  readonly readyMs: number;
  readonly cpuMs: number;
  readonly idleMib: number;
}

/** How soon a web process on a given, migrated database is ready, and what it weighs then. The first start is not counted. */
export async function benchStart(startServer: () => Promise<Child>, rounds: number): Promise<void> {
  const starts: Start[] = [];
  for (let round = 0; round <= rounds; round++) starts.push(await startOnce(startServer));
  const counted = starts.slice(1);
  const middle = (figure: keyof Start) => median(counted.map((start) => start[figure]));
  const [ready, idle] = [middle('readyMs'), middle('idleMib')];
  console.log(`ready after ${ready.toFixed(0)} ms (aim ${AIMS.readyMs}: ${ready <= AIMS.readyMs ? 'met' : 'missed'})`);
  console.log(
    `  by start ${counted.map(({ readyMs }) => readyMs.toFixed(0)).join(' ')}; ${middle('cpuMs').toFixed(0)} ms of CPU`,
  );
  console.log(`idle at ${idle.toFixed(0)} MiB (aim ${AIMS.idleMib}: ${idle <= AIMS.idleMib ? 'met' : 'missed'})`);
}

async function startOnce(startServer: () => Promise<Child>): Promise<Start> {
  const began = performance.now();
  const server = await startServer();
  const readyMs = performance.now() - began;
  const cpuMs = (cpuTime(server.pid) ?? NaN) / 1_000;
  await setTimeout(IDLE_MS);
  const idleMib = memoryMib(server.pid, 'VmRSS');
  await server.stop(10_000);
  return { readyMs, cpuMs, idleMib };
}
