import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { cpuTime } from './cpu.ts';
import type { LoadOrder, LoadResult } from './load.ts';
import { median } from './statistics.ts';

export interface Contender {
  readonly url: string;
  readonly pid: number;
}

export interface Contest {
  readonly name: string;
  /** The least ratio ours / bare of requests per second. */
  readonly aim: number;
  /** The greatest ratio ours / bare of processor time per request. */
  readonly cpuAim?: number;
  readonly headers: Record<string, string>;
  readonly ours: Contender;
  readonly bare: Contender;
}

export interface Figures {
  readonly requestsPerSecond: number;
  /** Microseconds of CPU, nearly the same on a busy machine. */
  readonly cpuPerRequest: number;
}

export interface ContestResult {
  readonly ours: Figures;
  readonly bare: Figures;
  /** The median of the rounds' ratios, because other load meets both sides of a round alike. */
  readonly ratio: number;
  readonly ratios: readonly number[];
  /** The bare server's own rounds differ so much that no ratio means anything. */
  readonly isTooNoisy: boolean;
}

/** Between the quickest and the slowest round of one bare server. */
const MOST_NOISE = 1.5;

/** After some ten thousand calls V8 has optimized what a request runs through. */
const WARM_UP_SECONDS = 15;

export async function alternate(
  { headers, ours, bare }: Contest,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<ContestResult> {
  const counted: { ours: Figures; bare: Figures }[] = [];
  for (const contender of [ours, bare]) await load(contender, headers, WARM_UP_SECONDS);
  for (let round = 0; round < rounds; round++) {
    const oursFirst = round % 2 === 0;
    const first = await load(oursFirst ? ours : bare, headers, seconds);
    const second = await load(oursFirst ? bare : ours, headers, seconds);
    counted.push(oursFirst ? { ours: first, bare: second } : { ours: second, bare: first });
  }
  const ratios = counted.map((round) => round.ours.requestsPerSecond / round.bare.requestsPerSecond);
  return {
    ours: medians(counted.map((round) => round.ours)),
    bare: medians(counted.map((round) => round.bare)),
    ratio: median(ratios),
    ratios,
    isTooNoisy: spreadOf(counted.map((round) => round.bare.requestsPerSecond)) > MOST_NOISE,
  };
}

/** The largest value by the smallest. */
export function spreadOf(values: readonly number[]): number {
  return Math.max(...values) / Math.min(...values);
}

async function load({ url, pid }: Contender, headers: Record<string, string>, seconds: number): Promise<Figures> {
  const before = cpuTime(pid);
  const { requests, requestsPerSecond } = await putLoadOn({ url, headers, seconds });
  const after = cpuTime(pid);
  return { requestsPerSecond, cpuPerRequest: before === null || after === null ? NaN : (after - before) / requests };
}

/** Load comes from a process of its own. @throws Error when a request failed */
export async function putLoadOn(order: LoadOrder): Promise<LoadResult> {
  const result = await runJson<LoadResult>('bench/load.ts', JSON.stringify(order));
  if (result.failures > 0) throw new Error(`${result.failures} requests to ${order.url} failed.`);
  return result;
}

export async function runJson<T>(program: string, argument: string): Promise<T> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', program, argument]);
  return JSON.parse(stdout) as T;
}

function medians(figures: readonly Figures[]): Figures {
  return {
    requestsPerSecond: median(figures.map((each) => each.requestsPerSecond)),
    cpuPerRequest: median(figures.map((each) => each.cpuPerRequest)),
  };
}
