import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { type CalendarDate, newYorkDate } from '../../../src/domain/calendar-date.ts';
import type { Config } from '../../../src/server/platform/config/config.ts';
import type { Database, Transaction } from '../../../src/server/platform/db/database.ts';
import { mailingBatches, mailingEvents, mailingRuns } from '../../../src/server/fulfilment/schema.ts';
import { SeededRandom } from '../seeded-random.ts';
import { type Rows, type Runs, rowsOf, TABLES } from './rows.ts';
import { at, tellStory } from './story.ts';

interface SeedOptions {
  readonly subscribers: number;
  readonly seed: number;
  readonly now: Date;
  readonly codes?: ReadonlyMap<number, string>;
  readonly report?: (line: string) => void;
}

const AT_ONCE = 250;
/** PostgreSQL takes at most 65,535 parameters. */
const ROWS_A_STATEMENT = 1_500;

/** Stores subscribers with their history, but not at Stripe. @throws Error for a deployed shop, or one already seeded */
export async function seedShop(
  db: Database,
  { deployed }: Pick<Config, 'deployed'>,
  { subscribers, seed, now, codes = new Map(), report = () => undefined }: SeedOptions,
): Promise<void> {
  if (deployed) throw new Error('A deployed shop is not seeded.');
  if (await hasSeed(db)) throw new Error('This shop is seeded already.');
  const random = new SeededRandom(seed);
  const today = newYorkDate(now);
  const runs = new SeededRuns(await listRunKeys(db));
  for (let first = 1; first <= subscribers; first += AT_ONCE) {
    const last = Math.min(subscribers, first + AT_ONCE - 1);
    const all: Rows = {};
    for (let number = first; number <= last; number++) {
      for (const [name, rows] of Object.entries(rowsOf(tellStory(random, number, today), { runs, now, codes }))) {
        ((all[name as keyof Rows] ??= []) as unknown[]).push(...rows);
      }
    }
    await db.transaction(async (tx) => {
      await runs.open(tx);
      await insertAll(tx, all);
    });
    if (last % 2_500 === 0) report(`${last} of ${subscribers}`);
  }
  await runs.handOver(db);
}

async function hasSeed(db: Database): Promise<boolean> {
  const { subscriptions } = TABLES;
  return (await db.$count(subscriptions, eq(subscriptions.stripeSubscriptionId, 'sub_seed_1'))) > 0;
}

async function insertAll(tx: Transaction, all: Rows): Promise<void> {
  for (const [name, table] of Object.entries(TABLES)) {
    const rows = (all[name as keyof Rows] ?? []) as (typeof table.$inferInsert)[];
    for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) {
      await tx.insert(table).values(rows.slice(from, from + ROWS_A_STATEMENT));
    }
  }
}

interface SeededRun {
  readonly id: string;
  readonly kind: 'friday' | 'first_letter';
  readonly nominalOn: CalendarDate;
  readonly on: CalendarDate;
  pieces: number;
}

const STAMP_CENTS = 82;

function keyOf({ kind, nominalOn }: Pick<SeededRun, 'kind' | 'nominalOn'>): string {
  return `${kind}/${nominalOn}`;
}

async function listRunKeys(db: Database): Promise<ReadonlySet<string>> {
  const { kind, nominalOn } = mailingRuns;
  return new Set((await db.select({ kind, nominalOn }).from(mailingRuns)).map(keyOf));
}

/** If the shop already has the run of a day, letters of that day belong to no run, like letters older than runs. */
class SeededRuns implements Runs {
  readonly #runs = new Map<string, SeededRun>();
  readonly #open = new Set<string>();

  constructor(private readonly taken: ReadonlySet<string>) {}

  numberIn(kind: SeededRun['kind'], nominalOn: CalendarDate, on: CalendarDate) {
    const key = keyOf({ kind, nominalOn });
    if (this.taken.has(key)) return { runId: null, number: null };
    const run = this.#runs.get(key) ?? { id: randomUUID(), kind, nominalOn, on, pieces: 0 };
    this.#runs.set(key, run);
    run.pieces++;
    return { runId: run.id, number: run.pieces };
  }

  /** Runs are stored before their letters, or else the running shop would plan them itself. */
  async open(tx: Transaction): Promise<void> {
    for (const { id, kind, nominalOn, on } of this.#runs.values()) {
      if (this.#open.has(id)) continue;
      const { frozenAt, printedAt, handedOverAt } = timesOf(on);
      const times = { freezesAt: frozenAt, frozenAt, printedAt, handedOverAt, createdAt: frozenAt };
      await tx.insert(mailingRuns).values({ id, kind, nominalOn, handOverOn: on, state: 'handed_over', ...times });
      this.#open.add(id);
    }
  }

  async handOver(db: Database): Promise<void> {
    for (const { id, on, pieces } of this.#runs.values()) {
      const { printedAt, handedOverAt } = timesOf(on);
      const finalCounts = { handed_over: pieces };
      await db.update(mailingRuns).set({ finalCounts }).where(eq(mailingRuns.id, id));
      const totalCents = pieces * STAMP_CENTS;
      const line = { zone: 'United States', ounces: 1, isNonmachinable: false, cents: STAMP_CENTS, pieces };
      const postage = { on, lines: [line], totalCents };
      await db.insert(mailingBatches).values({
        runId: id,
        number: 1,
        firstNumber: 1,
        lastNumber: pieces,
        printedAt,
        handedOverAt,
        postage,
        handOverPostage: postage,
        handOverCents: totalCents,
        handOverSubscribers: pieces,
      });
      const detail = { batch: 1, pieces, on };
      await db
        .insert(mailingEvents)
        .values({ runId: id, at: handedOverAt, event: 'batch_handed_over', actor: 'the seed', detail });
    }
  }
}

function timesOf(on: CalendarDate) {
  return { frozenAt: at(on, 1), printedAt: at(on, 10), handedOverAt: at(on, 16) };
}
