import { setTimeout as sleep } from 'node:timers/promises';
import { inArray, sql } from 'drizzle-orm';
import { addDays, type CalendarDate, newYorkDate, newYorkMidnight } from '../../../src/domain/calendar-date.ts';
import { addBusinessDays } from '../../../src/domain/holidays.ts';
import { closeContext, type Context, openContext } from '../../../src/server/context.ts';
import { invoices } from '../../../src/server/commerce/schema.ts';
import { readConfig } from '../../../src/server/platform/config/config.ts';
import { addSubscriber } from '../../../test/builders/subscribers.ts';
import { upTo } from '../../../test/load/in-parallel.ts';
import { workMailingDay } from '../mailing-day.ts';

const SUBSCRIBERS_A_DAY = 150;
const NOON_MS = 12 * 3_600_000;
const AGAIN_MS = 1_000;
const DONE_WITHIN_MS = 180_000;
const SENT_WITHIN_MS = 180_000;
const LOOK_EVERY_MS = 500;
/** So that days of the soak never meet those of the workers' own clock. */
const DAYS_AHEAD = 40;

/** One mailing day after another, whose emails the workers send while they are stopped and killed. */
export class MailingRuns {
  readonly #ctx: Context;
  readonly #subscriptions: string[] = [];
  #today: CalendarDate;
  #running: Promise<void> = Promise.resolve();
  #isOver = true;

  private constructor(ctx: Context, today: CalendarDate, clock: { set(day: CalendarDate): void }) {
    this.#ctx = ctx;
    this.#today = today;
    this.#clock = clock;
  }

  readonly #clock: { set(day: CalendarDate): void };

  static async open(settings: Readonly<Record<string, string>>): Promise<MailingRuns> {
    const first = addDays(newYorkDate(new Date()), DAYS_AHEAD);
    let now = new Date();
    const set = (day: CalendarDate) => (now = new Date(newYorkMidnight(day).getTime() + NOON_MS));
    const config = readConfig({ ...settings, ROLE: 'web' });
    const ctx = await openContext(config, { clock: { now: () => now } });
    await ctx.jobs.start();
    return new MailingRuns(ctx, first, { set });
  }

  /** Days begin until `end`. */
  begin(): void {
    this.#isOver = false;
    this.#running = this.#work();
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  async close(): Promise<void> {
    await closeContext(this.#ctx);
  }

  /** Resolves when no email waits any more. @throws Error when that takes too long */
  async untilSent(): Promise<void> {
    for (const deadline = performance.now() + SENT_WITHIN_MS; ; await sleep(LOOK_EVERY_MS)) {
      const { rows } = await this.#ctx.db.execute<{ waiting: number }>(
        sql`select count(*)::int as waiting from email_outbox where status = 'queued'`,
      );
      if (rows[0]?.waiting === 0) return;
      if (performance.now() > deadline) throw new Error(`${rows[0]?.waiting} emails still wait.`);
    }
  }

  /** @returns a sentence for each letter that was handed over twice or not at all, and for each email that is not there once */
  async findFaults(received: ReadonlyMap<string, number>) {
    const { rows } = await this.#ctx.db.execute<{ id: string; letters: number; emails: number }>(sql`
      select s.id, count(p.id)::int as letters, count(e.id)::int as emails
        from subscriptions s
        left join mailing_pieces p on p.subscription_id = s.id and p.letter = 1 and p.handed_over_on is not null
        left join email_outbox e on e.dedupe_key = 'letter-mailed:' || p.id
        where s.id = any(${sql.param(this.#subscriptions)}::uuid[]) group by s.id`);
    const wrong = rows.filter(({ letters, emails }) => letters !== 1 || emails !== 1);
    const { rows: sent } = await this.#ctx.db.execute<{ id: string }>(
      sql`select id from email_outbox where status = 'sent'`,
    );
    return {
      letters: rows.length,
      emails: sent.length,
      wrong: [
        ...(rows.length === this.#subscriptions.length ? [] : ['Subscriptions of the mailing days are missing.']),
        ...wrong.map(({ id, letters, emails }) => `${id}: ${letters} first letters, ${emails} emails`),
        ...sent.filter(({ id }) => !received.has(id)).map(({ id }) => `The email ${id} has not arrived.`),
      ],
      doubled: [...received].filter(([, times]) => times > 1).map(([id, times]) => `${id} arrived ${times} times`),
    };
  }

  /** Stripe knows nothing of these subscriptions, so that its books and ours would differ. */
  async deleteInvoices(): Promise<void> {
    const { subscriptionId } = invoices;
    await this.#ctx.db.delete(invoices).where(inArray(subscriptionId, this.#subscriptions));
  }

  async #work(): Promise<void> {
    while (!this.#isOver) {
      const yesterday = this.#today;
      this.#today = addBusinessDays(yesterday, 1);
      this.#clock.set(this.#today);
      const added = await untilDone(() => this.#addSubscribers(yesterday));
      this.#subscriptions.push(...added);
      await untilDone(() => workMailingDay(this.#ctx));
    }
  }

  async #addSubscribers(serviceStart: CalendarDate): Promise<string[]> {
    return await this.#ctx.db.transaction(async (tx) => {
      const ids: string[] = [];
      for (const _subscriber of upTo(SUBSCRIBERS_A_DAY)) {
        ids.push((await addSubscriber(tx, { serviceStart, planType: 'annual' })).subscriptionId);
      }
      return ids;
    });
  }
}

/** Whatever fails meanwhile. @throws the last error after three minutes */
async function untilDone<T>(work: () => Promise<T>): Promise<T> {
  for (const deadline = performance.now() + DONE_WITHIN_MS; ; await sleep(AGAIN_MS)) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
  }
}
