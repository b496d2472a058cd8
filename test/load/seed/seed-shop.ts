import { randomUUID } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import { type CalendarDate, newYorkDate } from '../../../src/domain/calendar-date.ts';
import type { Config } from '../../../src/server/platform/config/config.ts';
import type { Database, Transaction } from '../../../src/server/platform/db/database.ts';
import { mailingBatches, mailingEvents, mailingPieces, mailingRuns } from '../../../src/server/fulfilment/schema.ts';
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
  const runs = new SeededRuns(await listRuns(db));
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
  /** For a run that the shop had before. */
  readonly before: ShopsRun | null;
  pieces: number;
}

interface ShopsRun {
  readonly id: string;
  readonly kind: SeededRun['kind'];
  readonly nominalOn: CalendarDate;
  readonly state: (typeof mailingRuns.$inferSelect)['state'];
  readonly batches: number;
  /** The last number that was printed. */
  readonly lastNumber: number;
}

const STAMP_CENTS = 82;

function keyOf({ kind, nominalOn }: Pick<SeededRun, 'kind' | 'nominalOn'>): string {
  return `${kind}/${nominalOn}`;
}

async function listRuns(db: Database): Promise<ReadonlyMap<string, ShopsRun>> {
  const { id, kind, nominalOn, state } = mailingRuns;
  const batches = sql<number>`count(${mailingBatches.number})::int`;
  const lastNumber = sql<number>`coalesce(max(${mailingBatches.lastNumber}), 0)`;
  const rows = await db
    .select({ id, kind, nominalOn, state, batches, lastNumber })
    .from(mailingRuns)
    .leftJoin(mailingBatches, eq(mailingBatches.runId, id))
    .groupBy(id);
  return new Map(rows.map((row) => [keyOf(row), row]));
}

/**
 * Letters join the run that the shop has for their day. While that run is planned, they belong to no run, like letters
 * older than runs.
 */
class SeededRuns implements Runs {
  readonly #runs = new Map<string, SeededRun>();
  readonly #open = new Set<string>();

  constructor(private readonly known: ReadonlyMap<string, ShopsRun>) {}

  numberIn(kind: SeededRun['kind'], nominalOn: CalendarDate, on: CalendarDate) {
    const key = keyOf({ kind, nominalOn });
    const before = this.known.get(key) ?? null;
    if (before?.state === 'planned') return { runId: null, number: null };
    const run = this.#runs.get(key) ?? { id: before?.id ?? randomUUID(), kind, nominalOn, on, before, pieces: 0 };
    this.#runs.set(key, run);
    run.pieces++;
    return { runId: run.id, number: (before?.lastNumber ?? 0) + run.pieces };
  }

  /** Runs are stored before their letters, or else the running shop would plan them itself. */
  async open(tx: Transaction): Promise<void> {
    for (const { id, kind, nominalOn, on, before } of this.#runs.values()) {
      if (before !== null || this.#open.has(id)) continue;
      const { frozenAt, printedAt, handedOverAt } = timesOf(on);
      const times = { freezesAt: frozenAt, frozenAt, printedAt, handedOverAt, createdAt: frozenAt };
      await tx.insert(mailingRuns).values({ id, kind, nominalOn, handOverOn: on, state: 'handed_over', ...times });
      this.#open.add(id);
    }
  }

  async handOver(db: Database): Promise<void> {
    for (const run of this.#runs.values()) {
      const { id, on, pieces, before } = run;
      const { printedAt, handedOverAt } = timesOf(on);
      await (before === null ? close(db, run) : joinRun(db, run, before));
      const totalCents = pieces * STAMP_CENTS;
      const line = { zone: 'United States', ounces: 1, isNonmachinable: false, cents: STAMP_CENTS, pieces };
      const postage = { on, lines: [line], totalCents };
      const batch = 1 + (before?.batches ?? 0);
      const printed = before?.lastNumber ?? 0;
      await db.insert(mailingBatches).values({
        runId: id,
        number: batch,
        firstNumber: printed + 1,
        lastNumber: printed + pieces,
        printedAt,
        handedOverAt,
        postage,
        handOverPostage: postage,
        handOverCents: totalCents,
        handOverSubscribers: pieces,
      });
      const detail = { batch, pieces, on };
      await db
        .insert(mailingEvents)
        .values({ runId: id, at: handedOverAt, event: 'batch_handed_over', actor: 'the seed', detail });
    }
  }
}

async function close(db: Database, { id, pieces }: SeededRun): Promise<void> {
  const finalCounts = { handed_over: pieces };
  await db.update(mailingRuns).set({ finalCounts }).where(eq(mailingRuns.id, id));
}

/** The shop's letters that aren't printed get the numbers after the seeded ones. */
async function joinRun(db: Database, { id, on, pieces }: SeededRun, { state, lastNumber }: ShopsRun): Promise<void> {
  const { runId, number } = mailingPieces;
  const isToPrint = and(eq(runId, id), eq(mailingPieces.state, 'frozen'), gt(number, lastNumber));
  await db
    .update(mailingPieces)
    .set({ number: sql`${number} + ${pieces}` })
    .where(isToPrint);
  const counts = sql`${mailingRuns.finalCounts} || jsonb_build_object('handed_over',
    coalesce((${mailingRuns.finalCounts} ->> 'handed_over')::int, 0) + ${pieces}::int)`;
  const changed =
    state === 'frozen' ? ({ state: 'printed', printedAt: timesOf(on).printedAt } as const) : { finalCounts: counts };
  await db.update(mailingRuns).set(changed).where(eq(mailingRuns.id, id));
}

function timesOf(on: CalendarDate) {
  return { frozenAt: at(on, 1), printedAt: at(on, 10), handedOverAt: at(on, 16) };
}
