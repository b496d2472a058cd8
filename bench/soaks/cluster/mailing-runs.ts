import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { eq, inArray, sql } from 'drizzle-orm';
import { invoices } from '../../../src/server/commerce/schema.ts';
import type { Database } from '../../../src/server/platform/db/database.ts';
import { emailOutbox } from '../../../src/server/platform/schema.ts';
import type { ClusterShop } from './cluster-shop.ts';
import { patiently } from './patiently.ts';
import type { Repeat } from './smtp-server.ts';

const SENT_WITHIN_MS = 300_000;
const LOOK_EVERY_MS = 500;

type Message = 'ready' | 'ended' | readonly string[];

/** One mailing day after another, whose emails the workers send while they are stopped and killed. */
export class MailingRuns {
  readonly #db: Database;
  readonly #days: ChildProcess;
  readonly #subscriptions: string[] = [];
  #isPlaying = false;

  private constructor(db: Database, days: ChildProcess) {
    this.#db = db;
    this.#days = days;
    days.on('message', (message: Message) => {
      if (Array.isArray(message)) this.#subscriptions.push(...(message as readonly string[]));
    });
  }

  static async open(db: Database, settings: Readonly<Record<string, string>>): Promise<MailingRuns> {
    const days = fork('bench/soaks/cluster/mailing-days-process.ts', {
      env: { PATH: process.env['PATH'], ...settings },
      execArgv: ['--import', 'tsx', `--import=${pathToFileURL('launch/leash.mjs').href}`],
    });
    await untilHeard(days, 'ready');
    return new MailingRuns(db, days);
  }

  /** Days begin until `end`. */
  begin(): void {
    this.#isPlaying = true;
    this.#days.send('begin');
  }

  /** Resolves when the day that has begun is over. @throws Error when it cannot be ended */
  async end(): Promise<void> {
    if (!this.#isPlaying) return;
    this.#isPlaying = false;
    const ended = untilHeard(this.#days, 'ended');
    this.#days.send('end');
    await ended;
  }

  close(): void {
    if (this.#days.connected) this.#days.disconnect();
  }

  /** Resolves when no email waits any more. @throws Error when that takes too long */
  async untilSent(): Promise<void> {
    for (const deadline = performance.now() + SENT_WITHIN_MS; ; await sleep(LOOK_EVERY_MS)) {
      const waiting = await patiently(() => this.#db.$count(emailOutbox, eq(emailOutbox.status, 'queued')));
      if (waiting === 0) return;
      if (performance.now() > deadline) throw new Error(`${waiting} emails still wait.`);
    }
  }

  /** @returns a sentence for each letter that was handed over twice or not at all, and for each email that is not there once */
  async findFaults({ delivered, repeats }: Pick<ClusterShop['smtp'], 'delivered' | 'repeats'>) {
    const { rows } = await this.#db.execute<{ id: string; letters: number; emails: number }>(sql`
      select s.id, count(p.id)::int as letters, count(e.id)::int as emails
        from subscriptions s
        left join mailing_pieces p on p.subscription_id = s.id and p.letter = 1 and p.handed_over_on is not null
        left join email_outbox e on e.dedupe_key = 'letter-mailed:' || p.id
        where s.id = any(${sql.param(this.#subscriptions)}::uuid[]) group by s.id`);
    const wrong = rows.filter(({ letters, emails }) => letters !== 1 || emails !== 1);
    const sent = await this.#db.select({ id: emailOutbox.id }).from(emailOutbox).where(eq(emailOutbox.status, 'sent'));
    return {
      letters: rows.length,
      emails: sent.length,
      wrong: [
        ...(rows.length === this.#subscriptions.length ? [] : ['Subscriptions of the mailing days are missing.']),
        ...wrong.map(({ id, letters, emails }) => `${id}: ${letters} first letters, ${emails} emails`),
        ...sent.filter(({ id }) => !delivered.has(id)).map(({ id }) => `The email ${id} has not arrived.`),
      ],
      excused: repeats.filter(({ isExcused }) => isExcused).length,
      doubled: repeats.filter(({ isExcused }) => !isExcused).map(describeRepeat),
    };
  }

  /** Stripe knows nothing of these subscriptions, so that its books and ours would differ. */
  async deleteInvoices(): Promise<void> {
    await this.#db.delete(invoices).where(inArray(invoices.subscriptionId, this.#subscriptions));
  }
}

async function untilHeard(days: ChildProcess, awaited: 'ready' | 'ended'): Promise<void> {
  const over = new AbortController();
  const died = once(days, 'exit', { signal: over.signal }).then(() => {
    throw new Error('The process of the mailing days has ended.');
  });
  const heard = new Promise<void>((resolve) => {
    const listen = (message: Message) => {
      if (message !== awaited) return;
      days.off('message', listen);
      resolve();
    };
    days.on('message', listen);
  });
  try {
    await Promise.race([heard, died]);
  } finally {
    over.abort();
  }
}

function describeRepeat({ id, secondsLater }: Repeat): string {
  return `The email ${id} was handed over again, ${secondsLater.toFixed(1)} s after the first time.`;
}
