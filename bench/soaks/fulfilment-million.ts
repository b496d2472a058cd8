import { fork } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';
import type { CalendarDate } from '../../src/domain/calendar-date.ts';
import { NO_OVERRIDES } from '../../src/domain/holidays.ts';
import { subscriptions } from '../../src/server/commerce/schema.ts';
import type { Database } from '../../src/server/platform/db/database.ts';
import { openRun, type Run } from '../../src/server/fulfilment/runs/runs.ts';
import type { Shop } from '../../test/server/open-shop.ts';
import { addManyDue } from '../../test/load/many-subscribers.ts';
import type { Soak } from '../soak.ts';
import type { Order } from './fulfilment-process.ts';
import { perform, type Report, type Task } from './fulfilment-tasks.ts';

/** At the most, of the time of the bare statement; and of the cost of a piece, and of memory, at a tenth of the size. */
const AIMS = { bare: 3, growth: 1.5, memory: 1.5 };
/** Smaller sizes are there to see that it runs: one mailing day, in this process. */
const WORTH_JUDGING = 20_000;
const FRIDAYS = ['2026-10-09', '2026-10-16'] as const satisfies CalendarDate[];
const A_GLANCE = { rounds: 1, alone: false, files: 1, notifyForMs: 0 } as const;
const IN_FULL = { rounds: 3, alone: true, files: 10, notifyForMs: 30_000 } as const;
const FILES = ['labels', 'envelopes', 'packing_sheet', 'manifest'] as const satisfies Task[];
const HOUR_MS = 3_600_000;

interface Day {
  readonly pieces: number;
  /** Medians of the rounds, in seconds. */
  readonly ours: number;
  readonly bare: number;
  readonly ratio: number;
  /** Of each task, the most that a process which does nothing else ever held, in megabytes. */
  readonly memory: Readonly<Partial<Record<Task, number>>>;
}

/**
 * `count` due pieces are planned and frozen, and then copied by one bare INSERT … SELECT into a table with the same columns and indexes, in
 * turns; then they are printed, drawn and handed over, each by a process of its own, which says what it took. The first mailing day has a
 * tenth of the pieces.
 */
export const fulfilmentMillion: Soak = {
  fullCount: 1_000_000,
  async run(shop, { count }) {
    // To copy four million pieces takes longer than the shop gives any statement.
    const db = drizzle({ client: new Pool({ connectionString: shop.ctx.config.databaseUrl, max: 1 }) });
    try {
      if (count < WORTH_JUDGING) {
        isComplete(await new MailingDay(shop, db, A_GLANCE).measure(FRIDAYS[0], count), count);
        return;
      }
      const tenth = Math.ceil(count / 10);
      const small = await new MailingDay(shop, db, IN_FULL).measure(FRIDAYS[0], tenth);
      const big = await new MailingDay(shop, db, IN_FULL).measure(FRIDAYS[1], count - tenth);
      isComplete(big, count);
      judge(small, big);
    } finally {
      await db.$client.end();
    }
  },
};

function isComplete(day: Day, count: number): void {
  if (day.pieces !== count) throw new Error(`${day.pieces} pieces were frozen, not ${count}.`);
}

function judge(small: Day, big: Day): void {
  const growth = big.ours / big.pieces / (small.ours / small.pieces);
  const memory = Object.fromEntries(
    Object.entries(big.memory).map(([task, peak]) => [task, peak / (small.memory[task as Task] ?? 0)]),
  );
  console.log(JSON.stringify({ small, big, growth, memory }));
  if (big.ratio > AIMS.bare) throw new Error(`${big.ratio} times the bare statement.`);
  if (growth > AIMS.growth) throw new Error(`A piece costs ${growth} times what it costs at a tenth of the size.`);
  const grown = Object.entries(memory).filter(([, times]) => !(times <= AIMS.memory));
  if (grown.length > 0) throw new Error(`Memory grows: ${JSON.stringify(Object.fromEntries(grown))}.`);
}

class MailingDay {
  readonly #memory: Partial<Record<Task, number>> = {};
  #run!: Run;

  constructor(
    private readonly shop: Shop,
    private readonly db: Database,
    /** `alone`: a process for each task, else all of them in ours. */
    private readonly size: Pick<Order, 'files' | 'notifyForMs'> & { readonly rounds: number; readonly alone: boolean },
  ) {}

  /** @param more readers than there are already */
  async measure(friday: CalendarDate, more: number): Promise<Day> {
    await this.#begin(friday, more);
    const rounds: { ours: number; bare: number }[] = [];
    for (let round = 0; round < this.size.rounds; round++) {
      if (round > 0) await this.#takeBack();
      await this.#tidy('mailing_pieces');
      const ours = (await this.#let(['plan', 'freeze'])).reduce((sum, { seconds: took }) => sum + took, 0);
      if (round === 0) await this.#makeBare();
      rounds.push({ ours, bare: await this.#copy() });
      console.log(JSON.stringify(rounds.at(-1)));
    }
    const pieces = await this.#countPieces();
    await this.#let(['print', 'undo_print', 'print', ...FILES, 'record_hashes', 'hand_over']);
    if (this.size.alone) await this.#let(['notify']);
    await this.#copyWithForeignKeys();
    const [ours, bare] = [median(rounds.map((each) => each.ours)), median(rounds.map((each) => each.bare))];
    const ratio = median(rounds.map((round) => round.ours / round.bare));
    return { pieces, ours, bare, ratio, memory: this.#memory };
  }

  /** More readers, without the notices that a million sign-ups would send. */
  async #begin(friday: CalendarDate, more: number): Promise<void> {
    const there = await this.db.$count(subscriptions);
    await addManyDue(this.db.$client, { first: there + 1, last: there + more });
    await this.db.execute(sql`vacuum analyze`);
    this.#run = await openRun(this.db, { kind: 'friday', nominalOn: friday }, NO_OVERRIDES, this.shop.clock.now());
    if (this.size.alone) await this.#let(['nothing']);
  }

  /** Has that done, when the run's time to be frozen has just come. */
  async #let(tasks: readonly Task[]): Promise<Report[]> {
    const { files, notifyForMs, alone } = this.size;
    const now = new Date(this.#run.freezesAt.getTime() + HOUR_MS);
    const call = { runId: this.#run.id, files, notifyForMs };
    const ctx = { ...this.shop.ctx, clock: { now: () => now } };
    const reports: Report[] = [];
    for (const task of tasks) {
      const report = alone
        ? await inAProcess({ ...call, task, now: now.toISOString() }, this.shop.settings)
        : await perform(task, { ...call, ctx });
      console.log(JSON.stringify(report));
      this.#memory[task] = Math.max(this.#memory[task] ?? 0, report.peak);
      reports.push(report);
    }
    return reports;
  }

  /** What came before is nobody's burden: dead rows are gone, and everything is written. */
  async #tidy(table: 'mailing_pieces' | 'bare'): Promise<void> {
    await this.db.execute(sql.raw(`vacuum analyze ${table}`));
    await this.db.execute(sql`checkpoint`);
  }

  /** The same columns and indexes, and the pieces of all other runs. */
  async #makeBare(): Promise<void> {
    await this.db.execute(sql`create table bare (like mailing_pieces including all)`);
    await this.db.execute(
      sql`insert into bare select * from mailing_pieces where run_id is distinct from ${this.#run.id}`,
    );
  }

  /** Both tables are as full, and have been emptied as often. */
  async #takeBack(): Promise<void> {
    await this.#let(['undo_freeze']);
    await this.db.execute(sql`delete from bare where run_id = ${this.#run.id}`);
  }

  async #copy(): Promise<number> {
    await this.#tidy('bare');
    const began = performance.now();
    await this.db.execute(sql`insert into bare select * from mailing_pieces where run_id = ${this.#run.id}`);
    return (performance.now() - began) / 1_000;
  }

  /** What the foreign keys would cost that the ledger goes without (decision 061). */
  async #copyWithForeignKeys(): Promise<void> {
    const { db } = this;
    await db.execute(sql`delete from bare where run_id = ${this.#run.id}`);
    await db.execute(sql`alter table bare add foreign key (subscription_id) references subscriptions not valid,
      add foreign key (run_id) references mailing_runs not valid`);
    console.log(JSON.stringify({ withForeignKeys: await this.#copy() }));
    await db.execute(sql`drop table bare`);
  }

  async #countPieces(): Promise<number> {
    const { rows } = await this.db.execute<{ count: number }>(sql`
      select count(*)::int as count from mailing_pieces
      where run_id = ${this.#run.id} and state = 'frozen' and number is not null`);
    return rows[0]?.count ?? 0;
  }
}

/** In a process of its own, which knows the shop's settings and ends with us. */
async function inAProcess(order: Order, settings: Shop['settings']): Promise<Report> {
  const worker = fork('bench/soaks/fulfilment-process.ts', [JSON.stringify(order)], {
    env: { PATH: process.env['PATH'], ...settings },
    execArgv: ['--import', 'tsx', '--expose-gc', `--import=${pathToFileURL('launch/leash.mjs').href}`],
  });
  const reports: Report[] = [];
  worker.on('message', (report) => reports.push(report as Report));
  const [[code]] = (await Promise.all([once(worker, 'exit'), once(worker, 'disconnect')])) as [
    [number | null],
    unknown,
  ];
  const [report] = reports;
  if (code !== 0 || report === undefined) throw new Error(`${order.task} ended with ${code}.`);
  return report;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
