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
import { handOver } from '../../src/server/fulfilment/dispatch/hand-over.ts';
import type { FulfilmentContext } from '../../src/server/fulfilment/runs/fulfilment-context.ts';
import { printRun } from '../../src/server/fulfilment/print/print.ts';
import { freezeRun, undoFreeze } from '../../src/server/fulfilment/freeze/freeze.ts';
import { openRun, type Run } from '../../src/server/fulfilment/runs/runs.ts';
import { SeededRandom } from '../../test/load/seeded-random.ts';
import { inParallel, upTo } from '../../test/load/in-parallel.ts';
import type { Soak } from '../soak.ts';
import { SubscriptionModel } from './subscription-model.ts';

const FIRST_DAY: CalendarDate = '2027-01-04';
/** A year of letters, and time for those that were held; a few lives are only followed until summer. */
const DAYS = { many: 480, few: 150 };
const MANY = 1_000;
const ACTIONS_PER_SUBSCRIPTION = 15;
const AT_ONCE = 8;
const HOUR_MS = 3_600_000;

/**
 * `count` subscriptions live through a year and more: addresses change, mail is held, seasons are cancelled, resumed, refunded, disputed and
 * paid late, gifts are moved, before, after and while runs are frozen, taken back and handed over. What each life asked for is kept apart
 * from the shop; after every run the ledger is what the rules make of it, letter by letter and street by street.
 */
export const fulfilmentInterleavings: Soak = {
  fullCount: 10_000,
  async run(shop, { count, seed }) {
    const db = openDatabase(shop.ctx.config.databaseUrl, { maxConnections: AT_ONCE });
    try {
      const model = new ShopModel(db, shop.ctx, new SeededRandom(seed));
      await model.open(count);
      for (let day = 0; day < daysFor(count); day++) await model.spend(addDays(FIRST_DAY, day));
      model.judge();
    } finally {
      await db.$client.end();
    }
  },
};

function daysFor(lives: number): number {
  return lives < MANY ? DAYS.few : DAYS.many;
}

interface Frozen {
  readonly run: Run;
  readonly decisions: Map<string, RunDecision>;
}

class ShopModel {
  #now = newYorkMidnight(FIRST_DAY);
  #lives: SubscriptionModel[] = [];
  #frozen: Frozen[] = [];
  #letters = 0;
  private readonly ctx: FulfilmentContext;

  constructor(
    private readonly db: Database,
    context: Pick<FulfilmentContext, 'log' | 'jobs' | 'config'>,
    private readonly random: SeededRandom,
  ) {
    this.ctx = { ...context, db, clock: { now: () => this.#now } };
  }

  /** Seasons begin within the first two months. */
  async open(count: number): Promise<void> {
    const beginnings = upTo(count).map(() => ({
      start: addDays(FIRST_DAY, Math.floor(this.random.roll() * 60)),
      random: new SeededRandom(this.random.roll() * 2 ** 32),
    }));
    this.#lives = await inParallel(beginnings, AT_ONCE, ({ start, random }) =>
      SubscriptionModel.begin(this.db, random, start),
    );
  }

  /** A day in New York: what is frozen at its midnight is frozen sooner or later in it, with life going on before, after and beside. */
  async spend(day: CalendarDate): Promise<void> {
    const midnight = newYorkMidnight(day).getTime();
    const late = this.random.chance(20) ? 9 * HOUR_MS * this.random.roll() : 60_000;
    await this.#live(midnight, midnight + late);
    for (const run of await this.#runsFrozenAt(day)) {
      await this.#freeze(run);
      // What the same subscriber says beside the day's second freeze is said later: which of two wishes is the newer one is known.
      this.#now = new Date(this.#now.getTime() + 1);
    }
    await this.#live(midnight + late + 60_000, midnight + 15 * HOUR_MS);
    for (const frozen of this.#frozen.filter(({ run }) => run.handOverOn === day)) await this.#handOverFrozen(frozen);
    this.#frozen = this.#frozen.filter(({ run }) => run.handOverOn !== day);
    if (day.endsWith('-01')) console.log(`${day}: ${this.#letters} letters posted`);
  }

  /** What happens between two instants, one after another. */
  async #live(from: number, to: number): Promise<void> {
    const actions = Math.ceil((this.#lives.length * ACTIONS_PER_SUBSCRIPTION) / daysFor(this.#lives.length) / 2);
    for (let action = 1; action <= actions; action++) {
      this.#now = new Date(from + Math.floor(((to - from) * action) / (actions + 1)));
      await this.random.pick(this.#lives).live(this.random, this.#now);
    }
    this.#now = new Date(to);
    await inParallel(this.#lives, AT_ONCE, (life) => life.payWhatIsDue(this.#now));
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

  /** Frozen by two at once while subscribers go on talking; now and then it is taken back and made anew. */
  async #freeze(opened: Run): Promise<void> {
    const decisions = new Map(this.#lives.map((life) => [life.id, life.decide(opened)]));
    const talking = upTo(AT_ONCE / 2).map(() => this.random.pick(this.#lives));
    const said = [...new Set(talking)].map((life) => life.say(this.random, this.#now));
    const [run] = await Promise.all([
      freezeRun(this.ctx, opened.id, null),
      freezeRun(this.ctx, opened.id, null),
      ...said,
    ]);
    if (run.state === 'frozen' && this.random.chance(10)) {
      await undoFreeze(this.ctx, run.id, null);
      await freezeRun(this.ctx, run.id, null);
    }
    this.#frozen.push({ run, decisions });
  }

  async #handOverFrozen({ run, decisions }: Frozen): Promise<void> {
    const leaving = this.#lives.flatMap((life) => {
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
    // A run whose last piece was withdrawn is over before anybody could hand it over.
    if (state === 'handed_over') return;
    // What the files say is another proof's; drawing a quarter of a million labels would take its time.
    await this.db.execute(sql`update mailing_files set sha256 = '-', bytes = 0 where run_id = ${run.id}`);
    const attempts = upTo(2).map(() => handOver(this.ctx, { runId: run.id, batch: null, on: null }, null));
    const done = await Promise.allSettled(attempts);
    const times = done.filter(({ status }) => status === 'fulfilled').length;
    if (times !== 1) throw new Error(`${run.kind} of ${run.nominalOn} was handed over ${times} times.`);
  }

  /** At the end: who has paid for the year, and was not stopped, has had the season. */
  judge(): void {
    const actions = new Map<string, number>();
    for (const { lived } of this.#lives) {
      for (const [action, times] of lived) actions.set(action, (actions.get(action) ?? 0) + times);
    }
    const paid = this.#lives.filter(
      ({ monthsPaid, refundedAt, disputed }) => monthsPaid === MONTHS_PER_SEASON && refundedAt === null && !disputed,
    );
    const whole = paid.filter(({ handedOver }) => handedOver.length === LETTERS_PER_SEASON).length;
    const figures = { lives: this.#lives.length, letters: this.#letters, paidInFull: paid.length, whole };
    console.log(JSON.stringify({ ...figures, actions: Object.fromEntries(actions) }));
    const tooMany = this.#lives.filter(({ handedOver }) => handedOver.length > LETTERS_PER_SEASON);
    if (tooMany.length > 0) throw new Error(`${tooMany.length} got more than ${LETTERS_PER_SEASON} letters.`);
  }
}

/** rules/fulfilment 9 once more, apart from the code that decides. @throws Error */
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
