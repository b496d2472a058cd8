import { OWN_CLOCK, type Store, type Tables } from './state/store.ts';

export interface WebhookTarget {
  id: string;
  url: string;
  secret: string;
  events: readonly string[];
}

/** The request that causes an event; both are `null` for the passing of time. */
export interface Cause {
  id: string | null;
  idempotency_key: string | null;
}

const TIME_ITSELF: Cause = { id: null, idempotency_key: null };

export class World {
  readonly db: Tables;
  cause: Cause = TIME_ITSELF;
  #reliving: number | null = null;

  /** @param wall whole seconds since the epoch @param targets beside the endpoints created through the API */
  constructor(
    readonly store: Store,
    readonly wall: () => number,
    readonly targets: readonly WebhookTarget[],
  ) {
    this.db = store.tables;
  }

  /** Whole seconds, by `testClock` or by the sandbox's own clock. */
  now(testClock: string | null = null): number {
    if (this.#reliving !== null) return this.#reliving;
    const frozen = testClock === null ? undefined : this.db.testClocks.get(testClock)?.frozen_time;
    return frozen ?? this.wall() + (this.db.clock.get(OWN_CLOCK)?.seconds ?? 0);
  }

  at<T>(moment: number, work: () => T): T {
    const before = this.#reliving;
    this.#reliving = moment;
    try {
      return work();
    } finally {
      this.#reliving = before;
    }
  }

  onBehalfOf<T>(cause: Cause, work: () => T): T {
    this.cause = cause;
    try {
      return work();
    } finally {
      this.cause = TIME_ITSELF;
    }
  }
}
