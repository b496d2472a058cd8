import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAddress } from '../../../src/contract/addresses.ts';
import { HARBOR_ADDRESS } from '../../../test/builders/addresses.ts';
import type { Shopper } from '../../../test/clients/shopper.ts';
import type { AcknowledgedWrites } from '../faults/acknowledged.ts';
import { ask } from './ask.ts';

const EVERY_MS = 100;
const WITHIN_MS = 20_000;

/** Ten new addresses a second, whatever became of the ones before: how long the shop stores nothing. */
export class WriteProbe {
  readonly #siteUrl: URL;
  readonly #writers: readonly Shopper[];
  readonly #writes: AcknowledgedWrites;
  readonly #successes: number[] = [];
  readonly #open = new Set<Promise<void>>();
  readonly #running: Promise<void>;
  readonly #counts = { asked: 0, failed: 0 };
  #turn = 0;
  #isOver = false;

  constructor(siteUrl: string, writers: readonly Shopper[], writes: AcknowledgedWrites) {
    this.#siteUrl = new URL(siteUrl);
    this.#writers = writers;
    this.#writes = writes;
    this.#running = this.#write();
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
    await Promise.all(this.#open);
  }

  /** To be subtracted from later ones. */
  get counts(): { readonly asked: number; readonly failed: number } {
    return { ...this.#counts };
  }

  longestGap(from: number): number {
    return longestGap(this.#successes, from);
  }

  /** @returns whether one that was asked after that moment has succeeded */
  succeededAfter(moment: number): boolean {
    return (this.#successes.at(-1) ?? 0) > moment;
  }

  async #write(): Promise<void> {
    for (; !this.#isOver; await sleep(EVERY_MS)) {
      this.#turn += 1;
      const writer = this.#writers[this.#turn % this.#writers.length];
      if (writer === undefined) continue;
      this.#counts.asked += 1;
      const work = this.#store(writer).catch(() => {
        this.#counts.failed += 1;
      });
      this.#open.add(work);
      void work.finally(() => this.#open.delete(work));
    }
  }

  async #store({ accessToken }: Shopper): Promise<void> {
    const city = `Wick ${this.#turn}`;
    const { status, text } = await ask({
      host: this.#siteUrl.hostname,
      port: Number(this.#siteUrl.port),
      path: createAddress.path,
      method: createAddress.method,
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...HARBOR_ADDRESS, addressLine1: `${randomUUID()} Gannet Row`, city }),
      agent: false,
      withinMs: WITHIN_MS,
    });
    if (status !== 200 && status !== 201) throw new Error(`${status} ${text}`);
    this.#writes.savedCity((JSON.parse(text) as { id: string }).id, city);
    this.#successes.push(performance.now());
  }
}

/** The longest time between two successes of which the second came after that moment, in seconds. */
export function longestGap(successes: readonly number[], from: number): number {
  const later = successes.findIndex((at) => at > from);
  if (later < 0) return Infinity;
  const seen = [...successes.slice(Math.max(0, later - 1)), performance.now()];
  const gaps = seen.slice(1).map((at, index) => at - Math.max(seen[index] ?? at, from));
  return Math.max(...gaps) / 1_000;
}
