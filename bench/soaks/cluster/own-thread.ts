import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 20;

/** How long this process answers nobody, which is no fault of the shop that it asks. */
export class OwnThread {
  readonly #delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });

  constructor() {
    this.#delay.enable();
  }

  /** @returns the longest stillness since it was asked last, in seconds */
  longestStall(): number {
    const longest = this.#delay.max / 1e9;
    this.#delay.reset();
    return longest;
  }

  close(): void {
    this.#delay.disable();
  }
}
