import { setTimeout as sleep } from 'node:timers/promises';
import { createAddress } from '../../../src/contract/addresses.ts';
import { getAccount } from '../../../src/contract/account.ts';
import { getLetters, holdLetters, liftHold } from '../../../src/contract/letters.ts';
import { addDays, newYorkDate } from '../../../src/domain/calendar-date.ts';
import { Refusal, Shopper } from '../../../test/clients/shopper.ts';
import { upTo } from '../../../test/load/in-parallel.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { AcknowledgedWrites } from './acknowledged.ts';
import type { FaultyShop } from './fault.ts';

const LONGEST_PAUSE_MS = 200;
const SAVES_EACH = 3;
const HELD_DAYS = 150;
const NEW_VISIT_SECONDS = 2;
const LOOK_EVERY_MS = 50;

type Site = Pick<FaultyShop, 'siteUrl' | 'payer'>;

/** Visitors who sign up, save addresses, buy a season and hold its letters, one after another, until they are told to go. */
export class MixedLoad {
  readonly writes = new AcknowledgedWrites();
  /** Refusals of 4xx, which no fault explains. */
  readonly wrong: string[] = [];
  /** What visits have failed with since the last fault, and how often. */
  readonly failures = new Map<string, number>();
  readonly #shop: Site;
  readonly #random: SeededRandom;
  readonly #hasMailingDays: boolean;
  readonly #visitors: Promise<void>[];
  readonly #visits = new Set<Promise<void>>();
  #isOver = false;

  /** @param hasMailingDays somebody mails months ahead, after which there may be no letter to hold */
  constructor(shop: Site, random: SeededRandom, visitors: number, { hasMailingDays = false } = {}) {
    this.#shop = shop;
    this.#hasMailingDays = hasMailingDays;
    this.#random = random;
    this.#visitors = upTo(visitors).map(() => this.#come());
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all([...this.#visitors, ...this.#visits]);
  }

  /** @returns after how many seconds a write of each kind has succeeded again; Infinity when that takes longer than `most` */
  async secondsUntilServed(most: number): Promise<number> {
    const began = performance.now();
    this.failures.clear();
    const before = { ...this.writes.counts };
    const kinds = Object.keys(before) as (keyof typeof before)[];
    let nextVisit = 0;
    while (kinds.some((kind) => this.writes.counts[kind] === before[kind])) {
      const seconds = (performance.now() - began) / 1000;
      if (seconds > most) return Infinity;
      if (seconds >= nextVisit) {
        nextVisit += NEW_VISIT_SECONDS;
        this.#startVisit();
      }
      await sleep(LOOK_EVERY_MS);
    }
    return (performance.now() - began) / 1000;
  }

  /** Those that came before a fault may still wait for their answers. */
  #startVisit(): void {
    const visit = this.#visit()
      .catch((error: unknown) => this.#note(error))
      .finally(() => this.#visits.delete(visit));
    this.#visits.add(visit);
  }

  #note(error: unknown): void {
    const sentence = String(error instanceof Error ? (error.cause ?? error.message) : error);
    this.failures.set(sentence, (this.failures.get(sentence) ?? 0) + 1);
    if (error instanceof Refusal && error.status < 500 && error.status !== 401) {
      this.wrong.push(`${error.status} ${error.code} ${error.message}`);
    }
  }

  async #come(): Promise<void> {
    while (!this.#isOver) {
      try {
        await this.#visit();
      } catch (error) {
        this.#note(error);
      }
      await sleep(this.#random.roll() * LONGEST_PAUSE_MS);
    }
  }

  async #visit(): Promise<void> {
    const user = await Shopper.signUp(this.#shop);
    this.writes.signedUp(user.userId);
    await this.#saveAddresses(user);
    const { subscriptionId } = await this.#buy(user);
    if (subscriptionId !== null) await this.#readAndHold(user, subscriptionId);
  }

  async #saveAddresses(user: Shopper): Promise<void> {
    const { id, createdAt: _, isDefault: __, label: ___, ...address } = await user.addAddress({ city: 'Wick' });
    this.writes.savedCity(id, 'Wick');
    for (const number of upTo(SAVES_EACH)) {
      const city = `Wick ${number}`;
      this.writes.triesCity(id, city);
      await user.call(createAddress, { body: { ...address, city, replaces: id } });
      this.writes.savedCity(id, city);
    }
  }

  async #buy(user: Shopper): Promise<{ subscriptionId: string | null }> {
    const order = await user.order();
    const reply = await user.submit(order);
    if (reply.clientSecret !== null) await user.confirm(reply, order.paymentMethodId);
    if ((await user.settle(reply)) !== 'active') return { subscriptionId: null };
    this.writes.bought(reply.subscriptionId);
    const [subscription] = (await user.call(getAccount)).subscriptions;
    return { subscriptionId: subscription?.id ?? null };
  }

  async #readAndHold(user: Shopper, id: string): Promise<void> {
    await user.call(getLetters, { params: { id } });
    const resumeOn = addDays(newYorkDate(new Date()), HELD_DAYS);
    const held = user.call(holdLetters, { params: { id }, body: { fromLetter: 3, resumeOn } });
    const { holds } = await held.catch((error: unknown) => {
      if (this.#hasMailingDays && error instanceof Refusal && error.code === 'validation_failed') return { holds: [] };
      throw error;
    });
    if (holds.length === 0) return;
    const holdId = holds[0]?.id ?? '';
    this.writes.held(holdId);
    this.writes.triesLifting(holdId);
    await user.call(liftHold, { params: { id, holdId } });
    this.writes.lifted(holdId);
  }
}
