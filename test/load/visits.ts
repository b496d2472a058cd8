import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { getAccount } from '../../src/contract/account.ts';
import { createAddress, listAddresses } from '../../src/contract/addresses.ts';
import { HARBOR_ADDRESS } from '../builders/addresses.ts';
import { Refusal, Shopper } from '../clients/shopper.ts';
import type { Surroundings } from '../server/surroundings.ts';

export interface VisitAnswer {
  readonly call: string;
  /** 0 when the connection broke before an answer. */
  readonly status: number;
  /** `performance.now()` of the request and of its answer. */
  readonly askedAt: number;
  readonly answeredAt: number;
  readonly words: string;
}

const PAUSE_MS = 40;

/** Users who sign up, save addresses, look at pages and buy, over and over, whatever the shop answers. */
export class Visits {
  readonly answers: VisitAnswer[] = [];
  /** What the shop has acknowledged as stored. */
  readonly #saved: { user: Shopper; line: string }[] = [];
  readonly #bought: Shopper[] = [];
  readonly #around: Pick<Surroundings, 'siteUrl' | 'payer'>;
  #over = false;
  #running: Promise<unknown> = Promise.resolve();

  constructor(around: Pick<Surroundings, 'siteUrl' | 'payer'>) {
    this.#around = around;
  }

  begin(visitors: number): void {
    this.#running = Promise.all(Array.from({ length: visitors }, () => this.#visit()));
  }

  /** Resolves when the last answer has come. */
  async end(): Promise<void> {
    this.#over = true;
    await this.#running;
  }

  /** Answers other than a success or a 503 with a message. */
  get faults(): VisitAnswer[] {
    return this.answers.filter(({ status, words }) => !(status === 200 || (status === 503 && words !== '')));
  }

  /** When a request of each kind, sent after `moment`, has succeeded; null until then. */
  allFineAfter(moment: number): number | null {
    const fine = this.answers.filter(({ status, askedAt }) => status === 200 && askedAt > moment);
    const firsts = ['page', 'account', 'save'].map((call) => fine.find((answer) => answer.call === call)?.answeredAt);
    return firsts.includes(undefined) ? null : Math.max(...firsts.map(Number));
  }

  /** Acknowledged addresses and purchases that the shop does not show. */
  async lost(): Promise<string[]> {
    const lost: string[] = [];
    for (const user of new Set(this.#saved.map((each) => each.user))) {
      const { addresses } = await user.call(listAddresses);
      const shown = new Set(addresses.map(({ addressLine1 }) => addressLine1));
      lost.push(...this.#saved.filter((each) => each.user === user && !shown.has(each.line)).map(({ line }) => line));
    }
    for (const user of this.#bought) {
      const { subscriptions } = await user.call(getAccount);
      if (subscriptions.length !== 1) lost.push(`the season of ${user.email}`);
    }
    return lost;
  }

  get counts() {
    return { answers: this.answers.length, saved: this.#saved.length, bought: this.#bought.length };
  }

  async #visit(): Promise<void> {
    while (!this.#over) {
      const user = await this.#ask('sign-up', () => Shopper.signUp(this.#around));
      if (user !== null) await this.#use(user);
      await sleep(PAUSE_MS);
    }
  }

  async #use(user: Shopper): Promise<void> {
    for (let turn = 0; turn < 10 && !this.#over; turn++) {
      await this.#ask('page', () => this.#openPage());
      await this.#ask('account', () => user.call(getAccount));
      const line = `${randomUUID()} Gannet Row`;
      const saved = await this.#ask('save', () =>
        user.call(createAddress, { body: { ...HARBOR_ADDRESS, addressLine1: line } }),
      );
      if (saved !== null) this.#saved.push({ user, line });
      await sleep(PAUSE_MS);
    }
    await this.#buy(user);
  }

  /** Doesn't record Stripe's answers, since they aren't the shop's. */
  async #buy(user: Shopper): Promise<void> {
    const order = await this.#ask('order', () => user.order());
    const reply = order && (await this.#ask('submit', () => user.submit(order)));
    if (!reply) return;
    await user.confirm(reply).catch(() => undefined);
    const status = await this.#ask('settle', () => user.settle(reply));
    if (status === 'active') this.#bought.push(user);
  }

  async #openPage(): Promise<void> {
    const answer = await fetch(this.#around.siteUrl);
    const text = await answer.text();
    if (!answer.ok) throw new Error(text, { cause: answer.status });
  }

  /** Null when it failed. */
  async #ask<T>(call: string, request: () => Promise<T>): Promise<T | null> {
    const askedAt = performance.now();
    const record = (status: number, words: string) =>
      this.answers.push({ call, status, askedAt, answeredAt: performance.now(), words });
    try {
      const reply = await request();
      record(200, '');
      return reply;
    } catch (error) {
      record(statusOf(error), error instanceof Error ? error.message : String(error));
      return null;
    }
  }
}

function statusOf(error: unknown): number {
  if (error instanceof Refusal) return error.status;
  return error instanceof Error && typeof error.cause === 'number' ? error.cause : 0;
}
