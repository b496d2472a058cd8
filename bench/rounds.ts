import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { LoadResult } from './load.ts';

/** Two addresses that are to do the same work. */
export interface Contest {
  readonly name: string;
  /** The ratio ours / bare that we aim for. */
  readonly aim: number;
  readonly headers: Record<string, string>;
  readonly ours: string;
  readonly bare: string;
}

export interface ContestResult {
  /** Requests per second: medians of the rounds. */
  readonly ours: number;
  readonly bare: number;
  /** The median of the rounds' own ratios: what else the machine does meets both sides of a round alike. */
  readonly ratio: number;
  readonly ratios: readonly number[];
}

/** Lets both take turns, after a round that warms them up and is not counted. */
export async function alternate(
  { headers, ours, bare }: Contest,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<ContestResult> {
  const found: { ours: number; bare: number }[] = [];
  for (let round = 0; round <= rounds; round++) {
    const oursFirst = round % 2 === 0;
    const first = await load(oursFirst ? ours : bare, headers, seconds);
    const second = await load(oursFirst ? bare : ours, headers, seconds);
    found.push(oursFirst ? { ours: first, bare: second } : { ours: second, bare: first });
  }
  const counted = found.slice(1);
  const ratios = counted.map((round) => round.ours / round.bare);
  return {
    ours: median(counted.map((round) => round.ours)),
    bare: median(counted.map((round) => round.bare)),
    ratio: median(ratios),
    ratios,
  };
}

/** @returns requests per second */
async function load(url: string, headers: Record<string, string>, seconds: number): Promise<number> {
  const order = JSON.stringify({ url, headers, seconds });
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', 'bench/load.ts', order]);
  const { requestsPerSecond, failures } = JSON.parse(stdout) as LoadResult;
  if (failures > 0) throw new Error(`${failures} requests to ${url} failed.`);
  return requestsPerSecond;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
