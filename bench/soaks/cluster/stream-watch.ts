import { setTimeout as sleep } from 'node:timers/promises';
import { ACCOUNT_CHANGES_PATH } from '../../../src/contract/site-paths.ts';
import { eventNames } from '../../../test/clients/server-sent-events.ts';
import type { Shopper } from '../../../test/clients/shopper.ts';

const AGAIN_MS = 500;
const HEARD_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 50;

/** Open dashboards of one subscriber, which come back whenever their stream ends. */
export class StreamWatch {
  readonly #siteUrl: string;
  readonly #user: Shopper;
  readonly #heard: number[];
  readonly #leaving = new AbortController();
  readonly #running: Promise<unknown>;
  comebacks = 0;

  constructor(siteUrl: string, user: Shopper, count: number) {
    this.#siteUrl = siteUrl;
    this.#user = user;
    this.#heard = Array.from({ length: count }, () => 0);
    this.#running = Promise.all(this.#heard.map((_, index) => this.#listen(index)));
  }

  async stop(): Promise<void> {
    this.#leaving.abort();
    await this.#running;
  }

  /** @throws Error when one of them does not hear of a change in time */
  async requireHeard(change: () => Promise<unknown>): Promise<void> {
    const before = [...this.#heard];
    await change();
    const deadline = performance.now() + HEARD_WITHIN_MS;
    while (this.#heard.some((heard, index) => heard === before[index])) {
      if (performance.now() > deadline) throw new Error('A dashboard has not heard of a change.');
      await sleep(LOOK_EVERY_MS);
    }
  }

  async #listen(index: number): Promise<void> {
    const { signal } = this.#leaving;
    while (!signal.aborted) {
      try {
        const headers = { authorization: `Bearer ${this.#user.accessToken}` };
        const answer = await fetch(this.#siteUrl + ACCOUNT_CHANGES_PATH, { headers, signal });
        // The first event of a stream says that it listens: a browser then asks for everything anew.
        for await (const _event of eventNames(answer.body)) this.#heard[index] = (this.#heard[index] ?? 0) + 1;
      } catch {
        // It comes back.
      }
      if (signal.aborted) return;
      this.comebacks += 1;
      await sleep(AGAIN_MS);
    }
  }
}
