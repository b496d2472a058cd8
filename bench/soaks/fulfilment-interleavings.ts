import { deepStrictEqual } from 'node:assert';
import { eq, sql } from 'drizzle-orm';
import { addDays, type CalendarDate, newYorkDate, newYorkMidnight } from '../../src/domain/calendar-date.ts';
import { isBusinessDay, NO_OVERRIDES } from '../../src/domain/holidays.ts';
import {
  DAYS_AFTER_FIRST_LETTER,
  handOverDay,
  nextMailingDays,
  serviceThrough,
} from '../../src/domain/mailing-calendar.ts';
import type { RunDecision } from '../../test/models/run-decision.ts';
import { LETTERS_PER_SEASON, MONTHS_PER_SEASON } from '../../src/domain/season.ts';
import { type Database, openDatabase } from '../../src/server/platform/db/database.ts';
import { mailingPieces } from '../../src/server/fulfilment/schema.ts';
import { handOver } from '../../src/server/fulfilment/hand-over/hand-over.ts';
import type { FulfilmentContext } from '../../src/server/fulfilment/runs/fulfilment-context.ts';
import { printRun } from '../../src/server/fulfilment/print/print.ts';
import { freezeRun, undoFreeze } from '../../src/server/fulfilment/freeze.ts';
import { openRun, type Run } from '../../src/server/fulfilment/runs/runs.ts';
import { SeededRandom } from '../../test/load/seeded-random.ts';
import { inParallel, upTo } from '../../test/load/in-parallel.ts';
import { countBy } from '../statistics.ts';
import type { Soak, SoakOptions } from './soak.ts';
import { SubscriptionModel } from './subscription-model.ts';

const FIRST_DAY: CalendarDate = '2027-01-04';
const DAYS = 480;
const FEW = 1_000;
const DAYS_OF_FEW = 80;
const ACTIONS_PER_SUBSCRIPTION = 15;
const AT_ONCE = 8;
const HOUR_MS = 3_600_000;

export const fulfilmentInterleavings: Soak = {
  name: 'fulfilment-interleavings',
  proves:
    'Whatever users, banks and operators do around a freeze, the ledger is what the rules make of it, letter by letter',
  fullSize: 10_000,
  smallSize: 8,
  async run(shop, { size, seed, report }) {
    const db = openDatabase(shop.ctx.config.databaseUrl, { maxConnections: AT_ONCE });
    const days = size < FEW ? DAYS_OF_FEW : DAYS;
    try {
      const actionsPerDay = Math.ceil((size * ACTIONS_PER_SUBSCRIPTION) / days / 2);
      const model = new ShopModel(db, shop.ctx, new SeededRandom(seed), actionsPerDay);
      await model.open(size);
      for (const day of upTo(days)) await model.live(addDays(FIRST_DAY, day), report);
      return model.judge();
    } finally {
      await db.$client.end();
    }
  },
};

interface Frozen {
  readonly run: Run;
  readonly decisions: Map<string, RunDecision>;
}

class ShopModel {
  #now = newYorkMidnight(FIRST_DAY);
  #subscriptions: SubscriptionModel[] = [];
  #frozen: Frozen[] = [];
  #letters = 0;
  private readonly ctx: FulfilmentContext;

  constructor(
    private readonly db: Database,
    context: Pick<FulfilmentContext, 'log' | 'jobs' | 'config' | 'addressUse'>,
    private readonly random: SeededRandom,
    /** How many before the day's freezes, and again after. */
    private readonly actions: number,
  ) {
    this.ctx = { ...context, db, clock: { now: () => this.#now } };
  }

  async open(count: number): Promise<void> {
    const beginnings = upTo(count).map(() => ({
      start: addDays(FIRST_DAY, Math.floor(this.random.roll() * 60)),
      random: new SeededRandom(this.random.roll() * 2 ** 32),
    }));
    this.#subscriptions = await inParallel(beginnings, AT_ONCE, ({ start, random }) =>
      SubscriptionModel.begin(this.db, random, start),
    );
  }

  /** Freezes the day's runs up to nine hours late; actions happen before, during and after. */
  async live(day: CalendarDate, report: SoakOptions['report']): Promise<void> {
    const midnight = newYorkMidnight(day).getTime();
    const late = this.random.chance(20) ? 9 * HOUR_MS * this.random.roll() : 60_000;
    await this.#actBetween(midnight, midnight + late);
    for (const run of await this.#runsFrozenAt(day)) {
      await this.#freeze(run);
      // Changes during the day's two freezes need different times.
      this.#now = new Date(this.#now.getTime() + 1);
    }
    await this.#actBetween(midnight + late + 60_000, midnight + 15 * HOUR_MS);
    for (const frozen of this.#frozen.filter(({ run }) => run.handOverOn === day)) await this.#handOverFrozen(frozen);
    this.#frozen = this.#frozen.filter(({ run }) => run.handOverOn !== day);
    if (day.endsWith('-01')) report(`${day}: ${this.#letters} letters handed over`);
  }

  async #actBetween(from: number, to: number): Promise<void> {
    for (let action = 1; action <= this.actions; action++) {
      this.#now = new Date(from + Math.floor(((to - from) * action) / (this.actions + 1)));
      await this.random.pick(this.#subscriptions).act(this.random, this.#now);
    }
    this.#now = new Date(to);
    await inParallel(this.#subscriptions, AT_ONCE, (life) => life.payWhatIsDue(this.#now));
  }

  async #runsFrozenAt(day: CalendarDate): Promise<Run[]> {
    const runs: Run[] = [];
    if (isBusinessDay(day)) {
      runs.push(await openRun(this.db, { kind: 'first_letter', nominalOn: day }, NO_OVERRIDES, this.#now));
    }
    for (const nominalOn of nextMailingDays(day, 1)) {
      const run = await openRun(this.db, { kind: 'friday', nominalOn }, NO_OVERRIDES, this.#now);
      if (newYorkDate(run.freezesAt) === day) runs.push(run);
    }
    return runs;
  }

  /** Freezes twice at once while subscribers change things. */
  async #freeze(opened: Run): Promise<void> {
    const decisions = new Map(this.#subscriptions.map((life) => [life.id, life.decide(opened)]));
    const acting = new Set(upTo(AT_ONCE / 2).map(() => this.random.pick(this.#subscriptions)));
    const [run] = await Promise.all([
      freezeRun(this.ctx, opened.id, null),
      freezeRun(this.ctx, opened.id, null),
      ...[...acting].map((life) => life.changeDelivery(this.random, this.#now)),
    ]);
    if (run.state === 'frozen' && this.random.chance(10)) {
      await undoFreeze(this.ctx, run.id, null);
      await freezeRun(this.ctx, run.id, null);
    }
    this.#frozen.push({ run, decisions });
  }

  async #handOverFrozen({ run, decisions }: Frozen): Promise<void> {
    const leaving = this.#subscriptions.flatMap((life) => {
      const decision = decisions.get(life.id);
      if (decision === undefined || decision.kind === 'excluded' || !life.leaves(decision, run)) return [];
      const { letter } = decision;
      return [{ life, letter, nominalOn: run.nominalOn, street: life.streetAt(letter, run.freezesAt) }];
    });
    if (run.state !== 'handed_over') await this.#handOver(run);
    const handedOver = await this.db
      .select({ id: mailingPieces.subscriptionId, letter: mailingPieces.letter, address: mailingPieces.address })
      .from(mailingPieces)
      .where(eq(mailingPieces.runId, run.id));
    const found = handedOver.map(({ id, letter, address }) => `${id} ${letter} ${address.addressLine1}`).toSorted();
    const wanted = leaving.map(({ life, letter, street }) => `${life.id} ${letter} ${street}`).toSorted();
    deepStrictEqual(found, wanted, `${run.kind} of ${run.nominalOn}`);
    for (const { life, letter, nominalOn, street } of leaving) {
      judgeLetter(life, letter, nominalOn);
      life.handedOver.push({ letter, nominalOn, street });
    }
    this.#letters += leaving.length;
  }

  async #handOver(run: Run): Promise<void> {
    const { state } = await printRun(this.ctx, run.id, null);
    if (state === 'handed_over') return;
    await this.db.execute(sql`update mailing_files set sha256 = '-', bytes = 0 where run_id = ${run.id}`);
    const attempts = upTo(2).map(() => handOver(this.ctx, { runId: run.id, batch: null, on: null }, null));
    const done = await Promise.allSettled(attempts);
    const times = done.filter(({ status }) => status === 'fulfilled').length;
    if (times !== 1) throw new Error(`${run.kind} of ${run.nominalOn} was handed over ${times} times.`);
  }

  judge(): string {
    const tooMany = this.#subscriptions.filter(({ handedOver }) => handedOver.length > LETTERS_PER_SEASON);
    if (tooMany.length > 0) throw new Error(`${tooMany.length} got more than ${LETTERS_PER_SEASON} letters.`);
    const actions = countBy(this.#subscriptions.flatMap(({ actions: own }) => own));
    const paid = this.#subscriptions.filter(
      ({ monthsPaid, refundedAt, disputed }) => monthsPaid === MONTHS_PER_SEASON && refundedAt === null && !disputed,
    );
    const whole = paid.filter(({ handedOver }) => handedOver.length === LETTERS_PER_SEASON).length;
    return `${this.#letters} letters; of ${paid.length} paid in full ${whole} had all; ${JSON.stringify(actions)}`;
  }
}

/** Checks rules/fulfilment 9 independently of the tested code. @throws Error */
function judgeLetter(life: SubscriptionModel, letter: number, day: CalendarDate): void {
  const { handedOver, monthsPaid, serviceStart, refundedAt, disputed } = life;
  const say = (what: string) => new Error(`${life.id}, letter ${letter} of ${day}: ${what}`);
  if (letter !== handedOver.length + 1) throw say(`it follows letter ${handedOver.length}`);
  if (refundedAt !== null || disputed) throw say('refunded or disputed');
  const [first] = handedOver;
  if (first === undefined) {
    if (day <= serviceStart) throw say('before the season began');
    return;
  }
  if (handOverDay(day) < first.nominalOn || day < addDays(first.nominalOn, DAYS_AFTER_FIRST_LETTER))
    throw say('too soon');
  if (day <= (handedOver.at(-1)?.nominalOn ?? day)) throw say('two of one mailing day');
  const isPaid = day < serviceThrough(serviceStart, monthsPaid) || handedOver.length < 2 * monthsPaid;
  if (!isPaid) throw say(`only ${monthsPaid} months are paid`);
}
