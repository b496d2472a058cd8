import type { Clock } from '../../src/server/platform/clock.ts';

/** The real time, until it is advanced. */
export class TestClock implements Clock {
  #aheadMs = 0;

  now(): Date {
    return new Date(Date.now() + this.#aheadMs);
  }

  advance(seconds: number): void {
    this.#aheadMs += seconds * 1000;
  }
}
