import { setTimeout as sleep } from 'node:timers/promises';

/** Three restarts in a row: at once as a person sees it, and after two longer pauses. */
const PAUSES_MS = [100, 1_000, 3_000];
/** A part that has run for so long has recovered. */
const RECOVERED_AFTER_MS = 10_000;

/** How often one part of the shop may be started again. */
export class Restarts {
  #used = 0;
  #startedAt = Date.now();

  /** Waits before a restart. @returns false when none is left */
  async next(): Promise<boolean> {
    if (Date.now() - this.#startedAt > RECOVERED_AFTER_MS) this.#used = 0;
    const pause = PAUSES_MS[this.#used];
    if (pause === undefined) return false;
    this.#used += 1;
    await sleep(pause);
    this.#startedAt = Date.now();
    return true;
  }

  /** Of a restart that failed for a reason that passes by itself: it does not count. */
  takeBack(): void {
    this.#used = Math.max(0, this.#used - 1);
  }
}
