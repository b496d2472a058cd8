import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SeededRandom } from './seeded-random.ts';
import { throwawayFolder } from '../../test/server/throwaway.ts';
import { sum } from '../statistics.ts';
import { AnswerWatch } from './faults/answer-watch.ts';
import { openGivenShop } from './faults/given-shop.ts';
import { MixedLoad } from './faults/mixed-load.ts';
import type { Soak } from './soak.ts';

const VISITORS = 2;
const MINUTE_S = 60;
const LONGEST_DELAY_MS = 50;
/** Growth of as much as this many standard deviations of what is left beside the line is noise. */
const NOISE = 2;
const MB = 1024 * 1024;

/** Bytes, where nothing else is said. */
interface Measure {
  readonly rss: number;
  readonly heapTotal: number;
  /** Left of the heap by the last full collection. */
  readonly live: number;
  /** Outside of the heap, array buffers included. */
  readonly external: number;
  readonly arrayBuffers: number;
  /** Of the event loop's delay since the first minute, in milliseconds. */
  readonly p99: number;
  readonly max: number;
}

type Bytes = 'rss' | 'heapTotal' | 'live' | 'external' | 'arrayBuffers';

export const steady: Soak = {
  name: 'steady',
  proves:
    'Ten minutes of sign-ups, address saves, purchases and letters on one core: memory is flat after the first minute, and the event loop’s p99 delay at most 50 ms',
  fullSize: 10,
  smallSize: null,
  async run(_shop, { size: minutes, seed, report }) {
    const folder = await throwawayFolder();
    const path = join(folder.path, 'measures');
    const env = { MEASURES: path };
    const shop = await openGivenShop({ onOneCore: true, preload: 'test/server/measured.mjs', env });
    const watch = new AnswerWatch(shop.siteUrl);
    const load = new MixedLoad(shop, new SeededRandom(seed), VISITORS);
    try {
      for (let minute = 1; minute <= minutes; minute++) {
        await sleep(MINUTE_S * 1000);
        report(`minute ${minute}: ${describe(readMeasures(path).slice(-1))}`);
      }
      await load.stop();
      const lost = await load.writes.findLost(shop.db);
      const wrong = [...lost, ...watch.wrong, ...load.wrong];
      if (wrong.length > 0) throw new Error(wrong.slice(0, 20).join('\n'));
      const measures = readMeasures(path);
      return `${judge(measures.slice(MINUTE_S))}, ${describe(measures.slice(-1))}, ${sum(Object.values(load.writes.counts))} acknowledged writes`;
    } finally {
      await load.stop();
      watch.stop();
      await shop.close();
      folder.remove();
    }
  },
};

function readMeasures(path: string): Measure[] {
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Measure);
}

function describe(measures: readonly Measure[]): string {
  const [measure] = measures;
  if (measure === undefined) return 'nothing measured yet';
  const inMb = (of: Bytes) => `${(measure[of] / MB).toFixed(of === 'rss' ? 0 : 1)} MB`;
  const memory = `${inMb('rss')} in memory, ${inMb('heapTotal')} of heap with ${inMb('live')} alive`;
  const outside = `${inMb('external')} outside of it with ${inMb('arrayBuffers')} in buffers`;
  return `${memory}, ${outside}, delay p99 ${measure.p99.toFixed(1)} ms, longest ${measure.max.toFixed(0)} ms`;
}

/** @throws Error when memory grows beyond its noise, or the event loop is late */
function judge(measures: readonly Measure[]): string {
  const { growth, noise } = trendOf(measures, 'rss');
  const p99 = measures.at(-1)?.p99 ?? NaN;
  const alive = `${signed(trendOf(measures, 'live').growth)} MB alive`;
  const found = `memory ${signed(growth)} MB after the first minute with a noise of ${noise.toFixed(1)} MB, ${alive}`;
  if (!(growth <= NOISE * noise)) throw new Error(`The memory grows: ${found}.`);
  if (!(p99 <= LONGEST_DELAY_MS)) throw new Error(`The event loop is late: p99 ${p99.toFixed(1)} ms; ${found}.`);
  return found;
}

function signed(number: number): string {
  return `${number >= 0 ? '+' : ''}${number.toFixed(1)}`;
}

function trendOf(measures: readonly Measure[], of: Bytes) {
  return trend(measures.map((measure) => measure[of] / MB));
}

/** By least squares: what the line gains from end to end, and the standard deviation beside it. */
function trend(values: readonly number[]): { growth: number; noise: number } {
  const middle = (values.length - 1) / 2;
  const mean = sum(values) / values.length;
  const spread = sum(values.map((_, at) => (at - middle) ** 2));
  const slope = sum(values.map((value, at) => (at - middle) * (value - mean))) / spread;
  const left = values.map((value, at) => value - mean - slope * (at - middle));
  return { growth: slope * (values.length - 1), noise: Math.sqrt(sum(left.map((one) => one ** 2)) / values.length) };
}
