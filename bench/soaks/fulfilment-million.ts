import { fork } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { CalendarDate } from '../../src/domain/calendar-date.ts';
import { NO_OVERRIDES } from '../../src/domain/holidays.ts';
import { subscriptions } from '../../src/server/commerce/schema.ts';
import type { Database } from '../../src/server/platform/db/database.ts';
import { openRun, type Run } from '../../src/server/fulfilment/runs/runs.ts';
import type { Shop } from '../../test/server/open-shop.ts';
import { addManyDue } from '../../test/load/many-subscribers.ts';
import { median, sum } from '../statistics.ts';
import type { Order } from './mailing-task-process.ts';
import { perform, type Report, type Task } from './mailing-tasks.ts';
import type { Soak, SoakOptions } from './soak.ts';

/** Maximum ratios: time to the bare statement; cost per piece and memory to a tenth of the size. */
const AIMS = { bare: 3, growth: 1.5, memory: 1.5 };
const WORTH_JUDGING = 20_000;
const FRIDAYS = ['2026-10-09', '2026-10-16'] as const satisfies CalendarDate[];
const A_GLANCE = { rounds: 1, alone: false, files: 1, notifyForMs: 0 } as const;
const IN_FULL = { rounds: 3, alone: true, files: 10, notifyForMs: 30_000 } as const;
const FILES = ['labels', 'envelopes', 'packing_sheet', 'manifest'] as const satisfies Task[];
const HOUR_MS = 3_600_000;

interface Day {
  readonly pieces: number;
  /** Medians in seconds. */
  readonly ours: number;
  readonly bare: number;
  readonly ratio: number;
  /** Peak megabytes of each task, in its own process. */
  readonly memory: Readonly<Partial<Record<Task, number>>>;
}

export const fulfilmentMillion: Soak = {
  name: 'fulfilment-million',
  proves:
    'Planning and freezing a million pieces takes at most 3 times a bare `INSERT … SELECT`; cost per piece and memory grow at most 1.5 times from a tenth of it',
  fullSize: 1_000_000,
  smallSize: 1_000,
  async run(shop, { size: count, report }) {
    // The shop's connections limit a statement's time.
    const db = drizzle({ connection: { connectionString: shop.ctx.config.databaseUrl, max: 1 } });
    try {
      if (count < WORTH_JUDGING) {
        assertComplete(await new MailingDay(shop, db, A_GLANCE, report).measure(FRIDAYS[0], count), count);
        return `${count} pieces`;
      }
      const tenth = Math.ceil(count / 10);
      const small = await new MailingDay(shop, db, IN_FULL, report).measure(FRIDAYS[0], tenth);
      const big = await new MailingDay(shop, db, IN_FULL, report).measure(FRIDAYS[1], count - tenth);
      assertComplete(big, count);
      return judge(small, big);
    } finally {
      await db.$client.end();
    }
  },
};

function assertComplete(day: Day, count: number): void {
  if (day.pieces !== count) throw new Error(`${day.pieces} pieces were frozen, not ${count}.`);
}

/** @throws Error when an aim is missed */
function judge(small: Day, big: Day): string {
  const growth = big.ours / big.pieces / (small.ours / small.pieces);
  const memory = Object.fromEntries(
    Object.entries(big.memory).map(([task, peak]) => [task, peak / (small.memory[task as Task] ?? 0)]),
  );
  if (big.ratio > AIMS.bare) throw new Error(`${big.ratio} times the bare statement.`);
  if (growth > AIMS.growth) throw new Error(`A piece costs ${growth} times what it costs at a tenth of the size.`);
  const grown = Object.entries(memory).filter(([, times]) => !(times <= AIMS.memory));
  if (grown.length > 0) throw new Error(`Memory grows: ${JSON.stringify(Object.fromEntries(grown))}.`);
  return JSON.stringify({ small, big, growth, memory });
}

class MailingDay {
  readonly #memory: Partial<Record<Task, number>> = {};
  #run!: Run;

  constructor(
    private readonly shop: Shop,
    private readonly db: Database,
    /** `alone`: each task in a process of its own. */
    private readonly size: Pick<Order, 'files' | 'notifyForMs'> & { readonly rounds: number; readonly alone: boolean },
    private readonly report: SoakOptions['report'],
  ) {}

  /** @param more subscribers to add */
  async measure(friday: CalendarDate, more: number): Promise<Day> {
    await this.#begin(friday, more);
    const rounds: { ours: number; bare: number }[] = [];
    for (let round = 0; round < this.size.rounds; round++) {
      if (round > 0) await this.#undoFreeze();
      await this.#tidy('mailing_pieces');
      const ours = sum((await this.#perform('plan', 'freeze')).map(({ seconds }) => seconds));
      if (round === 0) await this.#makeBare();
      rounds.push({ ours, bare: await this.#copy() });
      this.report(JSON.stringify(rounds.at(-1)));
    }
    const pieces = await this.#countPieces();
    await this.#perform('print', 'undo_print', 'print', ...FILES, 'record_hashes', 'hand_over');
    if (this.size.alone) await this.#perform('notify');
    await this.#copyWithForeignKeys();
    const [ours, bare] = [median(rounds.map((each) => each.ours)), median(rounds.map((each) => each.bare))];
    const ratio = median(rounds.map((round) => round.ours / round.bare));
    return { pieces, ours, bare, ratio, memory: this.#memory };
  }

  /** Without triggers, which would announce a million sign-ups. */
  async #begin(friday: CalendarDate, more: number): Promise<void> {
    const there = await this.db.$count(subscriptions);
    await addManyDue(this.db.$client, { first: there + 1, last: there + more });
    await this.db.execute(sql`vacuum analyze`);
    this.#run = await openRun(this.db, { kind: 'friday', nominalOn: friday }, NO_OVERRIDES, this.shop.clock.now());
    if (this.size.alone) await this.#perform('nothing');
  }

  async #perform(...tasks: Task[]): Promise<Report[]> {
    const { files, notifyForMs, alone } = this.size;
    const now = new Date(this.#run.freezesAt.getTime() + HOUR_MS);
    const call = { runId: this.#run.id, files, notifyForMs };
    const ctx = { ...this.shop.ctx, clock: { now: () => now } };
    const reports: Report[] = [];
    for (const task of tasks) {
      const report = alone
        ? await inAProcess({ ...call, task, now: now.toISOString() }, this.shop.settings)
        : await perform(task, { ...call, ctx });
      this.report(JSON.stringify(report));
      this.#memory[task] = Math.max(this.#memory[task] ?? 0, report.peak);
      reports.push(report);
    }
    return reports;
  }

  /** Keeps vacuum and page writes out of the measurements. */
  async #tidy(table: 'mailing_pieces' | 'bare'): Promise<void> {
    await this.db.execute(sql.raw(`vacuum analyze ${table}`));
    await this.db.execute(sql`checkpoint`);
  }

  async #makeBare(): Promise<void> {
    await this.db.execute(sql`create table bare (like mailing_pieces including all)`);
    await this.db.execute(
      sql`insert into bare select * from mailing_pieces where run_id is distinct from ${this.#run.id}`,
    );
  }

  async #undoFreeze(): Promise<void> {
    await this.#perform('undo_freeze');
    await this.db.execute(sql`delete from bare where run_id = ${this.#run.id}`);
  }

  async #copy(): Promise<number> {
    await this.#tidy('bare');
    const began = performance.now();
    await this.db.execute(sql`insert into bare select * from mailing_pieces where run_id = ${this.#run.id}`);
    return (performance.now() - began) / 1_000;
  }

  /** Measures the foreign keys that the ledger lacks (decision 061). */
  async #copyWithForeignKeys(): Promise<void> {
    const { db } = this;
    await db.execute(sql`delete from bare where run_id = ${this.#run.id}`);
    await db.execute(sql`alter table bare add foreign key (subscription_id) references subscriptions not valid,
      add foreign key (run_id) references mailing_runs not valid`);
    this.report(JSON.stringify({ withForeignKeys: await this.#copy() }));
    await db.execute(sql`drop table bare`);
  }

  async #countPieces(): Promise<number> {
    const { rows } = await this.db.execute<{ count: number }>(sql`
      select count(*)::int as count from mailing_pieces
      where run_id = ${this.#run.id} and state = 'frozen' and number is not null`);
    return rows[0]?.count ?? 0;
  }
}

async function inAProcess(order: Order, settings: Shop['settings']): Promise<Report> {
  const worker = fork('bench/soaks/mailing-task-process.ts', [JSON.stringify(order)], {
    env: { PATH: process.env['PATH'], ...settings },
    execArgv: ['--import', 'tsx', `--import=${pathToFileURL('launch/leash.mjs').href}`],
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
