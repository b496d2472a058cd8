import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { median } from './statistics.ts';

export interface Contest {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly ours: string;
  readonly bare: string;
}

export interface ContestResult {
  /** Medians of requests per second. */
  readonly ours: number;
  readonly bare: number;
  /** Ours divided by the bare server's, per round: other load affects both equally. */
  readonly ratios: readonly number[];
  /** The bare server's own rounds differ so much that no ratio means anything. */
  readonly isTooNoisy: boolean;
}

/** The bare server's fastest round divided by its slowest, at most. */
const MOST_NOISE = 1.5;
/** V8 optimizes a request's code after about ten thousand calls. */
const WARM_UP_SECONDS = 15;
/** Fewer than the pool's connections, so that requests never wait for one. */
const CONNECTIONS = 10;

export async function alternate(
  { headers, ours, bare }: Contest,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<ContestResult> {
  const counted: { ours: number; bare: number }[] = [];
  for (const url of [ours, bare]) await requestsPerSecond(url, headers, WARM_UP_SECONDS);
  for (let round = 0; round < rounds; round++) {
    const oursFirst = round % 2 === 0;
    const first = await requestsPerSecond(oursFirst ? ours : bare, headers, seconds);
    const second = await requestsPerSecond(oursFirst ? bare : ours, headers, seconds);
    counted.push(oursFirst ? { ours: first, bare: second } : { ours: second, bare: first });
  }
  const bareRounds = counted.map((round) => round.bare);
  return {
    ours: median(counted.map((round) => round.ours)),
    bare: median(bareRounds),
    ratios: counted.map((round) => round.ours / round.bare),
    isTooNoisy: Math.max(...bareRounds) / Math.min(...bareRounds) > MOST_NOISE,
  };
}

interface Found {
  readonly '2xx': number;
  readonly non2xx: number;
  readonly errors: number;
  readonly timeouts: number;
  readonly duration: number;
}

/** Measured by autocannon in a separate process. @throws Error when a request failed */
async function requestsPerSecond(
  url: string,
  headers: Readonly<Record<string, string>>,
  seconds: number,
): Promise<number> {
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
  const options = ['-j', '-n', '-d', String(seconds), '-c', String(CONNECTIONS), ...named];
  const found = await runTool<Found>('autocannon', 'autocannon.js', [...options, url]);
  const failures = found.non2xx + found.errors + found.timeouts;
  if (failures > 0) throw new Error(`${failures} requests to ${url} failed.`);
  return found['2xx'] / found.duration;
}

/** Runs a program that prints JSON, from a package that only the bench installs. */
export async function runTool<T>(name: string, program: string, args: readonly string[]): Promise<T> {
  const { resolve } = createRequire(import.meta.url);
  const folder = dirname(resolve(`${name}/package.json`));
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, program), ...args], {
    maxBuffer: 64 * 2 ** 20,
  });
  return JSON.parse(stdout) as T;
}
