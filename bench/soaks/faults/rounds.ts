import type { Stripe } from 'stripe';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../src/server/platform/db/database.ts';
import { compareLedgers } from '../ledgers.ts';
import { SeededRandom } from '../seeded-random.ts';
import { sum } from '../../statistics.ts';
import type { SoakOptions } from '../soak.ts';
import { AnswerWatch } from './answer-watch.ts';
import type { Fault, FaultyShop } from './fault.ts';
import { MixedLoad } from './mixed-load.ts';

const VISITORS = 2;
const BACK_WITHIN_SECONDS = 10;
const WARM_WITHIN_SECONDS = 60;
/** Checkouts whose return and event were lost are found every minute. */
const RECORDED_WITHIN_MS = 150_000;
const LOOK_AGAIN_MS = 2_000;

interface Outcome {
  readonly rounds: number;
  readonly longestSeconds: number;
  readonly left: readonly string[];
}

/**
 * Every fault once a round, while visitors come and go.
 * @returns what was measured @throws Error naming each write that was lost, each wrong answer, and each fault that lasted
 */
export async function playRounds<Shop extends FaultyShop>(
  shop: Shop,
  faults: readonly Fault<Shop>[],
  { size, seed, report }: SoakOptions,
): Promise<string> {
  const watch = new AnswerWatch(shop.siteUrl);
  const load = new MixedLoad(shop, new SeededRandom(seed), VISITORS);
  try {
    const { rounds, longestSeconds, left } = await play(shop, faults, load, { size, seed, report });
    await load.stop();
    const lost = await load.writes.findLost(shop.db);
    const books = await untilRecorded(shop);
    const ended = shop.endedByItself();
    const wrong = [...lost, ...watch.wrong, ...load.wrong, ...(ended === 0 ? [] : [`${ended} processes have ended.`])];
    if (wrong.length > 0) throw new Error(`${wrong.length} faults of ours:\n${wrong.slice(0, 20).join('\n')}`);
    return [
      `${rounds} rounds of ${faults.length - left.length} faults`,
      `${sum(Object.values(load.writes.counts))} acknowledged writes, 0 lost`,
      `${books.subscriptions} paid for, 0 unrecorded`,
      `${watch.answered} answers, ${watch.refused} of 503 and no other 5xx`,
      'no process ended by itself',
      `back within ${longestSeconds.toFixed(1)} s`,
      ...left,
    ].join(', ');
  } finally {
    await load.stop();
    watch.stop();
  }
}

async function play<Shop extends FaultyShop>(
  shop: Shop,
  faults: readonly Fault<Shop>[],
  load: MixedLoad,
  { size, report }: SoakOptions,
): Promise<Outcome> {
  await load.secondsUntilServed(WARM_WITHIN_SECONDS);
  let longestSeconds = 0;
  const left = new Set<string>();
  for (let round = 1; round <= size; round++) {
    for (const fault of faults) {
      const reason = fault.unavailable?.(shop) ?? null;
      if (reason !== null) {
        left.add(`left out: ${fault.name}. ${reason}`);
        continue;
      }
      try {
        await fault.happen(shop);
      } catch (error) {
        throw new Error(`Round ${round}, ${fault.name}`, { cause: error });
      }
      const seconds = await load.secondsUntilServed(BACK_WITHIN_SECONDS);
      report(`round ${round}, ${fault.name}: back after ${seconds.toFixed(1)} s`);
      if (seconds > BACK_WITHIN_SECONDS) {
        const failures = JSON.stringify(Object.fromEntries(load.failures));
        throw new Error(`Round ${round}, ${fault.name}: not back. ${failures}`);
      }
      longestSeconds = Math.max(longestSeconds, seconds);
    }
  }
  return { rounds: size, longestSeconds, left: [...left] };
}

/** Our books once they are Stripe's as well. @throws Error when they still differ after a while */
export async function untilRecorded({ stripe, db }: { stripe: Stripe; db: Database }) {
  for (const deadline = performance.now() + RECORDED_WITHIN_MS; ; await sleep(LOOK_AGAIN_MS)) {
    try {
      return await compareLedgers({ stripe, ctx: { db } });
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
  }
}
