import { sql } from 'drizzle-orm';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { Sample } from './definitions.ts';

const ASKED_EVERY_MS = 15_000;
const STATEMENT_MS = 2_000;
const SCRAPE_WAITS_MS = 500;
const LATE_AFTER_MS = 10_000;
const TRUE_FOR_MS = 60_000;

export type Question = (tx: Transaction, now: Date) => Promise<readonly Sample[]>;

interface Answer {
  readonly samples: readonly Sample[];
  readonly at: number;
}

/** Queries the database at most once in fifteen seconds. No scrape waits for it. */
export class ClusterFigures {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #questions: readonly Question[];
  readonly #answers = new Map<Question, Answer>();
  #asking: Promise<void> | null = null;
  #askedAt = Number.NEGATIVE_INFINITY;
  #isUp = false;

  constructor({ db, clock }: { readonly db: Database; readonly clock: Clock }, questions: readonly Question[]) {
    this.#db = db;
    this.#clock = clock;
    this.#questions = questions;
  }

  get isUp(): boolean {
    const isLate = this.#asking !== null && performance.now() - this.#askedAt > LATE_AFTER_MS;
    return this.#isUp && !isLate;
  }

  async samples(): Promise<readonly Sample[]> {
    if (this.#asking === null && performance.now() - this.#askedAt >= ASKED_EVERY_MS) {
      this.#askedAt = performance.now();
      this.#asking = this.#ask().finally(() => (this.#asking = null));
    }
    if (this.#asking !== null) await Promise.race([this.#asking, sleep(SCRAPE_WAITS_MS, undefined, { ref: false })]);
    const oldest = performance.now() - TRUE_FOR_MS;
    return [...this.#answers.values()].filter(({ at }) => at >= oldest).flatMap(({ samples }) => samples);
  }

  async #ask(): Promise<void> {
    let isUp = true;
    for (const question of this.#questions) {
      try {
        const samples = await this.#answerTo(question);
        this.#answers.set(question, { samples, at: performance.now() });
      } catch {
        isUp = false;
      }
    }
    this.#isUp = isUp;
  }

  async #answerTo(question: Question): Promise<readonly Sample[]> {
    return await this.#db.transaction(
      async (tx) => {
        await tx.execute(sql`set local statement_timeout = ${sql.raw(String(STATEMENT_MS))}`);
        return await question(tx, this.#clock.now());
      },
      { accessMode: 'read only' },
    );
  }
}
