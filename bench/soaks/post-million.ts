import { sql } from 'drizzle-orm';
import { type Database, openDatabase } from '../../src/server/db/database.ts';
import { fingerprint } from '../../src/server/mailing/files.ts';
import { freezeRun } from '../../src/server/mailing/freeze.ts';
import { planRun } from '../../src/server/mailing/plan.ts';
import type { PostContext } from '../../src/server/mailing/post-context.ts';
import { listFiles, type PrintFile, printRun, undoPrint } from '../../src/server/mailing/print.ts';
import { undoFreeze } from '../../src/server/mailing/reopen.ts';
import { openRun, type Run } from '../../src/server/mailing/runs.ts';
import { NO_OVERRIDES } from '../../src/domain/holidays.ts';
import { addManyReaders } from '../../test/readers.ts';
import type { Soak } from '../soak.ts';

/** At the most, of the time of the bare statement; and of the cost of a piece at a tenth of the size. */
const AIMS = { bare: 3, growth: 1.5, memory: 1.5 };
/** Smaller sizes are there to see that it runs. */
const WORTH_JUDGING = 100_000;
const ROUNDS = 3;
const FRIDAY = '2026-10-09';
/** Wednesday before, when Friday's letters have been frozen. */
const NOW = new Date('2026-10-07T12:00:00Z');

interface Measured {
  readonly pieces: number;
  /** Medians of the rounds, in seconds. */
  readonly ours: number;
  readonly bare: number;
  readonly ratio: number;
  /** Highest while everything was planned, frozen and printed, in megabytes. */
  readonly memory: number;
}

/**
 * `count` due pieces are planned and frozen, and then copied by one bare INSERT … SELECT into a table with the same columns and indexes, in
 * turns; first at a tenth of the size. Then files are made of them, and every byte thrown away.
 */
export const postMillion: Soak = {
  fullCount: 1_000_000,
  async run(shop, { count }) {
    const db = openDatabase(shop.ctx.config.databaseUrl, { maxConnections: 1 });
    const ctx = { db, clock: { now: () => NOW }, log: shop.ctx.log, jobs: shop.ctx.jobs, config: shop.ctx.config };
    try {
      await db.execute(sql`set statement_timeout = 0`);
      const tenth = Math.ceil(count / 10);
      const small = await measure(ctx, await grow(db, tenth));
      const big = await measure(ctx, await grow(db, count - tenth));
      const growth = big.ours / big.pieces / (small.ours / small.pieces);
      const memory = big.memory / small.memory;
      console.log(JSON.stringify({ small, big, growth, memory }));
      if (big.pieces !== count) throw new Error(`${big.pieces} pieces were frozen, not ${count}.`);
      if (count < WORTH_JUDGING) return;
      if (big.ratio > AIMS.bare) throw new Error(`${big.ratio} times the bare statement.`);
      if (growth > AIMS.growth) throw new Error(`A piece costs ${growth} times what it costs at a tenth of the size.`);
      if (memory > AIMS.memory) throw new Error(`It takes ${memory} times the memory.`);
    } finally {
      await db.$client.end();
    }
  },
};

/** More readers, without the notices that a million sign-ups would send. */
async function grow(db: Database, count: number): Promise<Run> {
  await db.execute(sql`set session_replication_role = replica`);
  await addManyReaders(db, count);
  await db.execute(sql`set session_replication_role = origin`);
  await db.execute(sql`vacuum analyze`);
  return await openRun(db, { kind: 'friday', nominalOn: FRIDAY }, NO_OVERRIDES, NOW);
}

async function measure(ctx: PostContext, run: Run): Promise<Measured> {
  const rounds: { ours: number; bare: number }[] = [];
  let memory = process.memoryUsage().rss;
  const watch = setInterval(() => (memory = Math.max(memory, process.memoryUsage().rss)), 100);
  try {
    for (let round = 0; round < ROUNDS; round++) {
      if (round > 0) await undoFreeze(ctx, run.id, null);
      await tidy(ctx);
      const ours = await seconds(async () => {
        await planRun(ctx, run.id, null);
        await freezeRun(ctx, run.id, null);
      });
      rounds.push({ ours, bare: await copy(ctx, run, { keyed: false }) });
      console.log(JSON.stringify(rounds.at(-1)));
    }
    console.log(JSON.stringify({ withForeignKeys: await copy(ctx, run, { keyed: true }) }));
    await printSome(ctx, run);
  } finally {
    clearInterval(watch);
  }
  await undoPrint(ctx, run.id, null);
  const pieces = await countPieces(ctx, run);
  await undoFreeze(ctx, run.id, null);
  const [ours, bare] = [median(rounds.map((each) => each.ours)), median(rounds.map((each) => each.bare))];
  const ratio = median(rounds.map((round) => round.ours / round.bare));
  return { pieces, ours, bare, ratio, memory: memory / 2 ** 20 };
}

/** What came before is nobody's burden: dead rows are gone, and everything is written. */
async function tidy({ db }: PostContext): Promise<void> {
  await db.execute(sql`vacuum analyze mailing_pieces`);
  await db.execute(sql`checkpoint`);
}

/** The same columns into a table with the same indexes; `keyed`: with the foreign keys that ours goes without. */
async function copy(ctx: PostContext, run: Run, { keyed }: { keyed: boolean }): Promise<number> {
  const { db } = ctx;
  await db.execute(sql`create table bare (like mailing_pieces including all)`);
  await db.execute(sql`insert into bare select * from mailing_pieces where run_id is distinct from ${run.id}`);
  if (keyed) {
    await db.execute(sql`alter table bare add foreign key (subscription_id) references subscriptions not valid,
      add foreign key (run_id) references mailing_runs not valid`);
  }
  await db.execute(sql`vacuum analyze bare`);
  await tidy(ctx);
  const took = await seconds(async () => {
    await db.execute(sql`insert into bare select * from mailing_pieces where run_id = ${run.id}`);
  });
  await db.execute(sql`drop table bare`);
  return took;
}

/** Of what comes in files of ten thousand pieces, so many are drawn; a manifest is one, however long. */
const FILES_OF_A_KIND = 1;

/** As it goes to the printer: labels and envelopes, the packing sheet, and the manifest of everything. */
async function printSome(ctx: PostContext, run: Run): Promise<void> {
  await printRun(ctx, run.id, null);
  const kinds = new Map<PrintFile['kind'], { files: number; bytes: number; seconds: number }>();
  for (const file of await listFiles(ctx.db, run.id)) {
    const sum = kinds.get(file.kind) ?? { files: 0, bytes: 0, seconds: 0 };
    if (sum.files === FILES_OF_A_KIND) continue;
    let bytes = 0;
    const took = await seconds(async () => void ({ bytes } = await fingerprint(ctx.db, run, file)));
    kinds.set(file.kind, { files: sum.files + 1, bytes: sum.bytes + bytes, seconds: sum.seconds + took });
  }
  console.log(JSON.stringify(Object.fromEntries(kinds)));
}

async function countPieces({ db }: PostContext, { id }: Run): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from mailing_pieces where run_id = ${id} and state = 'frozen' and number is not null`,
  );
  return rows[0]?.count ?? 0;
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
