import { deepStrictEqual } from 'node:assert';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { startChild } from '../../launch/child.ts';
import { addDays, type CalendarDate, newYorkMidnight } from '../../src/domain/calendar-date.ts';
import { addBusinessDays } from '../../src/domain/holidays.ts';
import { DAYS_AFTER_FIRST_LETTER, handOverDay, isMailingDay } from '../../src/domain/mailing-calendar.ts';
import { mailingEvents, mailingRuns } from '../../src/server/fulfilment/schema.ts';
import { fingerprint } from '../../src/server/fulfilment/print/files.ts';
import { listBatches, listFiles } from '../../src/server/fulfilment/print/print.ts';
import type { Run } from '../../src/server/fulfilment/runs/runs.ts';
import { runFulfilmentSchedule } from '../../src/server/fulfilment/timetable.ts';
import { SeededRandom } from '../../test/load/seeded-random.ts';
import { upTo } from '../../test/load/in-parallel.ts';
import type { Shop } from '../../test/server/open-shop.ts';
import { addSubscriber } from '../../test/builders/subscribers.ts';
import { sum } from '../statistics.ts';
import type { Soak } from './soak.ts';

const EVE: CalendarDate = '2027-01-04';
const SUBSCRIBERS_PER_DAY = 12;
const STARTS_PER_KILL = 5;

export const fulfilmentKilled: Soak = {
  name: 'fulfilment-killed',
  proves: 'Killed at random moments of a mailing day, each letter, batch, manifest, hash and email comes out once',
  fullSize: 200,
  smallSize: 1,
  async run(shop, { size, seed, report }) {
    const days = new MailingDays(shop, new SeededRandom(seed));
    await days.begin();
    const starts = size * STARTS_PER_KILL;
    const fulfilled = await days.startAtOnce(starts);
    let [kills, letters] = [0, 0];
    while (kills < size) {
      await days.work();
      await days.judge();
      [kills, letters] = [days.kills, days.handedOver];
      report(`${days.today}: ${kills} kills, ${letters} letters`);
      await days.begin();
    }
    return `${fulfilled} of ${starts} starts at once came to their end; ${kills} kills, ${letters} letters`;
  },
};

class MailingDays {
  today = EVE;
  kills = 0;
  #subscribers: { readonly id: string; readonly first: CalendarDate; letters: number }[] = [];
  #workMs = 3_000;

  constructor(
    private readonly shop: Shop,
    private readonly random: SeededRandom,
  ) {}

  get handedOver(): number {
    return sum(this.#subscribers.map(({ letters }) => letters));
  }

  async begin(): Promise<void> {
    const yesterday = this.today;
    this.today = addBusinessDays(yesterday, 1);
    for (const _subscriber of upTo(SUBSCRIBERS_PER_DAY)) {
      const facts = { serviceStart: yesterday, planType: 'annual' } as const;
      const { subscriptionId: id } = await addSubscriber(this.shop.ctx.db, facts);
      this.#subscribers.push({ id, first: this.today, letters: 0 });
    }
    for (const subscriber of this.#subscribers) if (this.#isDue(subscriber)) subscriber.letters += 1;
  }

  #isDue({ first, letters }: { first: CalendarDate; letters: number }): boolean {
    if (letters === 0) return true;
    const fridays = upTo(5).map((later) => addDays(this.today, later));
    return fridays.some(
      (day) => isMailingDay(day) && handOverDay(day) === this.today && addDays(first, DAYS_AFTER_FIRST_LETTER) <= day,
    );
  }

  get #instant(): Date {
    return new Date(newYorkMidnight(this.today).getTime() + 12 * 3_600_000);
  }

  /** @returns how many finished */
  async startAtOnce(starts: number): Promise<number> {
    const ctx = { ...this.shop.ctx, clock: { now: () => this.#instant } };
    const done = await Promise.allSettled(upTo(starts).map(() => runFulfilmentSchedule(ctx)));
    return done.filter(({ status }) => status === 'fulfilled').length;
  }

  async work(): Promise<void> {
    for (;;) {
      const processes = this.random.chance(50) ? 1 : 2;
      const ends = await Promise.all(upTo(processes).map(() => this.#runProcess()));
      if (ends.includes('done')) return;
    }
  }

  async #runProcess(): Promise<'killed' | 'done'> {
    const output: string[] = [];
    const worker = startChild({
      name: 'A mailing day',
      args: ['--import', 'tsx', 'bench/soaks/mailing-day-process.ts', this.#instant.toISOString()],
      env: { PATH: process.env['PATH'], ...this.shop.settings },
      onLine: (line) => output.push(line),
    });
    await worker.ready;
    const began = Date.now();
    const patience = sleep(this.random.roll() * 1.2 * this.#workMs, 'killed' as const);
    const end = await Promise.race([patience, worker.exited]);
    if (end === 'killed') {
      worker.kill();
      await worker.exited;
      this.kills += 1;
      this.#workMs *= 1.3;
      return 'killed';
    }
    if (end !== 0) throw new Error(output.join('\n'));
    this.#workMs = Date.now() - began;
    return 'done';
  }

  async judge(): Promise<void> {
    const { db } = this.shop.ctx;
    const { rows } = await db.execute<{ id: string; letters: number[] }>(sql`
      select subscription_id as id, array_agg(letter::int order by letter) as letters from mailing_pieces
      where attempt = 1 and handed_over_on is not null group by subscription_id`);
    const found = new Map(rows.map(({ id, letters }) => [id, letters]));
    for (const { id, letters } of this.#subscribers) {
      deepStrictEqual(
        found.get(id),
        upTo(letters).map((letter) => letter + 1),
        `${this.today}: letters of ${id}`,
      );
    }
    const runs = await db.select().from(mailingRuns).where(eq(mailingRuns.handOverOn, this.today));
    for (const run of runs) await this.#judgeRun(run);
    const emails = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from email_outbox where kind = 'letter-mailed'`,
    );
    deepStrictEqual(emails.rows[0]?.count, this.handedOver, `${this.today}: mails`);
  }

  async #judgeRun(run: Run): Promise<void> {
    const { db } = this.shop.ctx;
    const events = await db
      .select()
      .from(mailingEvents)
      .where(eq(mailingEvents.runId, run.id))
      .orderBy(mailingEvents.id);
    if (run.state === 'handed_over' && run.printedAt === null) return;
    const notified = events.map(({ event }) => event).filter((event) => event !== 'planned');
    deepStrictEqual(
      notified,
      ['frozen', 'printed', 'batch_handed_over', 'handed_over'],
      `${run.kind} of ${run.nominalOn}`,
    );
    deepStrictEqual((await listBatches(db, run.id)).length, 1);
    const files = await listFiles(db, run.id);
    deepStrictEqual(files.filter(({ kind }) => kind === 'manifest').length, 1);
    for (const file of files) {
      const { sha256 } = await fingerprint(db, run, file);
      deepStrictEqual(sha256, file.sha256, `${run.nominalOn}: ${file.name}`);
    }
  }
}
