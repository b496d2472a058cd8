import { countAtNight } from '../../src/server/operator/figures/count-at-night.ts';
import { hireOperator } from '../../test/builders/operators.ts';
import { inParallel } from '../../test/load/in-parallel.ts';
import { SeededRandom } from '../../test/load/seeded-random.ts';
import { seedShop } from '../../test/load/seed/seed-shop.ts';
import { unlimitedClient } from '../../test/load/unlimited-client.ts';
import type { Shop } from '../../test/server/open-shop.ts';
import { multiply } from './million/multiply.ts';
import { listQuestions, type Question } from './million/questions.ts';
import type { Soak } from './soak.ts';

/** The seed writes at most so many subscribers; the rest are copies. */
const MOST_SEEDED = 20_000;
const LEAST_COPIES = 4;
const WORTH_JUDGING = 50_000;
const TIMES_EACH = 10;
/** A small size asks every tenth question. */
const A_SAMPLE = 10;
const PERCENTILE = 0.95;

export const million: Soak = {
  name: 'million',
  proves:
    'Among a million subscriptions every list, filter and figure of the console answers within 300 ms, and a search within 100 ms, at the 95th percentile',
  fullSize: 1_000_000,
  smallSize: 400,
  async run(shop, { size, seed, report }) {
    const copies = Math.max(LEAST_COPIES, Math.ceil(size / MOST_SEEDED));
    await seedShop(shop.ctx.db, shop.ctx.config, {
      subscribers: Math.round(size / copies),
      seed,
      now: shop.clock.now(),
      report,
    });
    const client = await unlimitedClient(shop.ctx.db.$client);
    try {
      await multiply(client, copies, report);
    } finally {
      await client.end();
    }
    await countAtNight(shop.ctx);
    return await measure(shop, { isJudged: size >= WORTH_JUDGING, random: new SeededRandom(seed), report });
  },
};

interface Measuring {
  readonly isJudged: boolean;
  readonly random: SeededRandom;
  readonly report: (line: string) => void;
}

/** @throws Error when an answer is not 200, or is too slow at full size */
export async function measure(shop: Shop, { isJudged, random, report }: Measuring): Promise<string> {
  const { accessToken } = await hireOperator(shop);
  const headers = { authorization: `Bearer ${accessToken}` };
  const all = await listQuestions(shop.ctx.db, random);
  const questions = all.filter((_, index) => isJudged || index % A_SAMPLE === 0);
  const slow: string[] = [];
  for (const question of questions) {
    const times = await timesOf(shop, question, { headers, count: isJudged ? TIMES_EACH : 1 });
    const ms = Math.round(times.toSorted((a, b) => a - b)[Math.ceil(times.length * PERCENTILE) - 1] ?? NaN);
    if (ms > question.limitMs) slow.push(`${question.name}: ${ms} ms`);
    report([question.name, question.limitMs, ms, ms > question.limitMs ? 'too slow' : ''].join('\t'));
  }
  if (isJudged && slow.length > 0)
    throw new Error(`${slow.length} of ${questions.length} are too slow:\n${slow.join('\n')}`);
  return `${questions.length} questions`;
}

async function timesOf(
  { siteUrl }: Shop,
  { path }: Question,
  { headers, count }: { readonly headers: Record<string, string>; readonly count: number },
): Promise<number[]> {
  return await inParallel(Array.from({ length: count }, path), 1, async (asked) => {
    const began = performance.now();
    const answer = await fetch(siteUrl + asked, { headers });
    const body = await answer.text();
    // A slow statement is cancelled, which answers 503.
    if (![200, 503].includes(answer.status) || (count === 1 && answer.status !== 200))
      throw new Error(`${asked} is answered with ${answer.status}: ${body}`);
    return performance.now() - began;
  });
}
