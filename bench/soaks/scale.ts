import { getAccount } from '../../src/contract/account.ts';
import { AUDIENCE } from '../../src/server/identity/keys/keys.ts';
import { SeededRandom } from '../../test/load/seeded-random.ts';
import { inParallel, upTo } from '../../test/load/in-parallel.ts';
import { addManySubscribers, idOf } from '../../test/load/many-subscribers.ts';
import { openShop, type Shop } from '../../test/server/open-shop.ts';
import { scratchDatabase } from '../scratch-database.ts';
import type { Soak } from '../soak.ts';

const FEW = 1_000;
const LETTERS_EACH = 24;
const INVOICES_EACH = 12;
const AT_A_TIME = 20_000;
const FILLING_AT_ONCE = 4;
const ROUNDS = 20;
const ASKED_PER_ROUND = 250;
const AT_ONCE = 4;
const LONGEST_RATIO = 2;

/** The summary of the account answers somebody among `count` subscribers with 24 letters each as fast as somebody among a thousand. */
export const scale: Soak = {
  fullCount: 1_000_000,
  async run(shop, { count, seed }) {
    const database = await scratchDatabase();
    const small = await openShop(database.url);
    try {
      await fill(small, FEW);
      await fill(shop, count);
      const found = await compare([small, FEW], [shop, count], new SeededRandom(seed));
      const ratio = found.many / found.few;
      const [few, many] = [found.few, found.many].map((ms) => `${ms.toFixed(1)} ms`);
      console.log(`p99 among ${FEW}: ${few}; among ${count}: ${many}; ratio ${ratio.toFixed(2)}`);
      if (!(ratio <= LONGEST_RATIO)) throw new Error(`The summary takes ${ratio.toFixed(2)} times as long.`);
    } finally {
      await small.close();
      await database.stop();
    }
  },
};

/** The ledger's indexes for the sorting office are built once all letters are there, as a restored backup would have it. */
async function fill({ ctx }: Shop, count: number): Promise<void> {
  const pool = ctx.db.$client;
  const client = await pool.connect();
  await client.query('set statement_timeout = 0');
  const later = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where indexname in ('mailing_pieces_run_idx', 'mailing_pieces_trouble_idx')`,
  );
  for (const { name } of later.rows) await client.query(`drop index ${name}`);
  // Nothing here is to survive a crash.
  await client.query('alter table mailing_pieces set unlogged');
  let there = 0;
  await inParallel(upTo(Math.ceil(count / AT_A_TIME)), FILLING_AT_ONCE, async (part) => {
    const first = part * AT_A_TIME + 1;
    const last = Math.min(count, first + AT_A_TIME - 1);
    await addManySubscribers(pool, { first, last, invoicesEach: INVOICES_EACH, lettersEach: LETTERS_EACH });
    there += last - first + 1;
    if (there % 100_000 === 0) console.log(`${there} subscribers, ${there * LETTERS_EACH} letters`);
  });
  for (const { definition } of later.rows) await client.query(definition);
  await client.query('vacuum analyze');
  client.release(true);
}

type Crowd = readonly [shop: Shop, count: number];

/** Both are asked in turns, so that whatever else the machine does meets both alike; the first round warms up. In milliseconds. */
async function compare(few: Crowd, many: Crowd, random: SeededRandom): Promise<{ few: number; many: number }> {
  const times = { few: [] as number[], many: [] as number[] };
  for (let round = 0; round <= ROUNDS; round++) {
    const found = { few: await ask(few, random), many: await ask(many, random) };
    if (round === 0) continue;
    times.few.push(...found.few);
    times.many.push(...found.many);
    console.log(`round ${round}: ${p99(found.few).toFixed(1)} ms, ${p99(found.many).toFixed(1)} ms`);
  }
  return { few: p99(times.few), many: p99(times.many) };
}

/** How long each of many different people waited for their summary. */
async function ask([shop, count]: Crowd, random: SeededRandom): Promise<number[]> {
  const numbers = upTo(ASKED_PER_ROUND).map(() => 1 + Math.floor(random.roll() * count));
  const tokens = await Promise.all(numbers.map((number) => tokenOf(shop, number)));
  return await inParallel(tokens, AT_ONCE, async (token) => {
    const began = performance.now();
    const answer = await fetch(shop.siteUrl + getAccount.path, { headers: { authorization: `Bearer ${token}` } });
    const account = getAccount.reply.parse(await answer.json());
    const took = performance.now() - began;
    if (account.subscriptions[0]?.lettersReceived !== LETTERS_EACH) throw new Error('Somebody’s letters are missing.');
    return took;
  });
}

async function tokenOf({ ctx }: Shop, number: number): Promise<string> {
  return await ctx.keys.sign({
    sub: idOf('user', number),
    session_id: idOf('session', number),
    aud: AUDIENCE,
    role: 'authenticated',
    email: `reader-${number}@example.com`,
    aal: 'aal1',
    exp: Math.floor(ctx.clock.now().getTime() / 1000) + 3600,
  });
}

function p99(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN;
}
