import { OWN_CLOCK, type Store, type Tables } from './state/store.ts';

/** Somebody who is told about events. `events` lists types, or '*' for all. */
export interface WebhookTarget {
  id: string;
  url: string;
  secret: string;
  events: readonly string[];
}

/** On whose behalf something happens; both `null` when time itself is the cause. */
export interface Cause {
  id: string | null;
  idempotency_key: string | null;
}

const TIME_ITSELF: Cause = { id: null, idempotency_key: null };

/** Everything the rules of the sandbox act on. */
export class World {
  readonly db: Tables;
  cause: Cause = TIME_ITSELF;
  #reliving: number | null = null;

  /**
   * @param wall    whole seconds since the epoch by the wall clock
   * @param targets webhook endpoints given by configuration, beside those created through the API
   */
  constructor(
    readonly store: Store,
    readonly wall: () => number,
    readonly targets: readonly WebhookTarget[],
  ) {
    this.db = store.tables;
  }

  /** Now, in whole seconds, for what lives by `testClock`, or by the sandbox's own clock. */
  now(testClock: string | null = null): number {
    if (this.#reliving !== null) return this.#reliving;
    const frozen = testClock === null ? undefined : this.db.testClocks.get(testClock)?.frozen_time;
    return frozen ?? this.wall() + (this.db.clock.get(OWN_CLOCK)?.seconds ?? 0);
  }

  /** Runs `work` as if it were `moment`: simulated time passes through every moment at which something falls due. */
  at<T>(moment: number, work: () => T): T {
    const before = this.#reliving;
    this.#reliving = moment;
    try {
      return work();
    } finally {
      this.#reliving = before;
    }
  }

  /** Runs `work` on behalf of `cause`, which its events will name. */
  onBehalfOf<T>(cause: Cause, work: () => T): T {
    this.cause = cause;
    try {
      return work();
    } finally {
      this.cause = TIME_ITSELF;
    }
  }
}
