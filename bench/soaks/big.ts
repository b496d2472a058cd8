import { getAccount } from '../../src/contract/account.ts';
import { liftStatementLimit } from '../../src/server/platform/db/database.ts';
import { AUDIENCE } from '../../src/server/identity/keys/keys.ts';
import { inParallel, upTo } from '../../test/load/in-parallel.ts';
import { addManySubscribers, idOf } from '../../test/load/many-subscribers.ts';
import { SeededRandom } from './seeded-random.ts';
import { openShop, type Shop } from '../../test/server/open-shop.ts';
import { scratchDatabase } from '../scratch-database.ts';
import { percentile } from '../statistics.ts';
import type { Soak, SoakOptions } from './soak.ts';

const FEW = 1_000;
const LETTERS_EACH = 10;
const INVOICES_EACH = 5;
const BATCH = 20_000;
const BATCHES_AT_ONCE = 4;
const ROUNDS = 20;
const REQUESTS_PER_ROUND = 250;
const REQUESTS_AT_ONCE = 4;
const LONGEST_RATIO = 2;

type Report = SoakOptions['report'];

export const big: Soak = {
  name: 'big',
  proves:
    'The account summary takes at most twice as long among a million subscriptions, ten million letters and a million emails as among a thousand subscriptions',
  fullSize: 1_000_000,
  smallSize: null,
  async run(shop, { size, seed, report }) {
    const database = await scratchDatabase();
    const small = await openShop(database.url);
    try {
      await fill(small, FEW, report);
      await fill(shop, size, report);
      for (const line of await tableSizes(shop)) report(line);
      const [few = NaN, many = NaN] = await slowestInTurns([small, shop], [FEW, size], new SeededRandom(seed), report);
      const ratio = many / few;
      if (!(ratio <= LONGEST_RATIO)) throw new Error(`The summary takes ${ratio.toFixed(2)} times as long.`);
      return `p99 ${few.toFixed(1)} ms among ${FEW}, ${many.toFixed(1)} ms among ${size}, ratio ${ratio.toFixed(2)}`;
    } finally {
      await small.close();
      await database.stop();
    }
  },
};

/** Indexes are built once all letters are there, as in a restored backup. */
async function fill({ ctx }: Shop, count: number, report: Report): Promise<void> {
  const pool = ctx.db.$client;
  const client = await pool.connect();
  await liftStatementLimit(client);
  // It waits for the rows longer than a session may be idle.
  await client.query('set idle_session_timeout = 0');
  const later = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where indexname in ('mailing_pieces_run_idx', 'mailing_pieces_trouble_idx')`,
  );
  for (const { name } of later.rows) await client.query(`drop index ${name}`);
  await client.query('alter table mailing_pieces set unlogged');
  await inParallel(upTo(Math.ceil(count / BATCH)), BATCHES_AT_ONCE, async (batch) => {
    const first = batch * BATCH + 1;
    const last = Math.min(count, first + BATCH - 1);
    await addManySubscribers(pool, { first, last, invoicesEach: INVOICES_EACH, lettersEach: LETTERS_EACH });
    report(`subscribers ${first} to ${last}`);
  });
  for (const { definition } of later.rows) await client.query(definition);
  await client.query('vacuum analyze');
  client.release(true);
}

const LARGEST_TABLES = 12;

/** @returns of the largest tables the rows, and the bytes of each with its share of the indexes */
async function tableSizes({ ctx }: Shop): Promise<string[]> {
  const { rows } = await ctx.db.$client.query<{ name: string; rows: number; bytes: number }>(
    `select relname as name, reltuples::float8 as rows, pg_total_relation_size(oid)::float8 as bytes
     from pg_class where relkind = 'r' and reltuples > 0 order by bytes desc limit ${LARGEST_TABLES}`,
  );
  return rows.map(
    ({ name, rows: count, bytes }) =>
      `${name}: ${count} rows of ${Math.round(bytes / count)} bytes, ${(bytes / 1e9).toFixed(2)} GB`,
  );
}

/**
 * Requests take turns, so that other load meets both alike; the first round warms up.
 * @returns the p99s in milliseconds
 */
async function slowestInTurns(
  shops: readonly Shop[],
  counts: readonly number[],
  random: SeededRandom,
  report: Report,
): Promise<number[]> {
  const times: number[][] = shops.map(() => []);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [position, shop] of shops.entries()) {
      const found = await askForSummaries(shop, counts[position] ?? 0, random);
      report(`round ${round}: ${percentile(found, 99).toFixed(1)} ms`);
      if (round > 0) times[position]?.push(...found);
    }
  }
  return times.map((each) => percentile(each, 99));
}

/** @returns milliseconds */
async function askForSummaries(shop: Shop, count: number, random: SeededRandom): Promise<number[]> {
  const numbers = upTo(REQUESTS_PER_ROUND).map(() => 1 + Math.floor(random.roll() * count));
  const tokens = await Promise.all(numbers.map((number) => tokenOf(shop, number)));
  return await inParallel(tokens, REQUESTS_AT_ONCE, async (token) => {
    const began = performance.now();
    const answer = await fetch(shop.siteUrl + getAccount.path, { headers: { authorization: `Bearer ${token}` } });
    const account = getAccount.reply.parse(await answer.json());
    const took = performance.now() - began;
    if (account.subscriptions[0]?.lettersReceived !== LETTERS_EACH) throw new Error('A summary lacks letters.');
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
