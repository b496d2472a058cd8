import type { Stripe } from 'stripe';
import type { Database } from '../../../src/server/platform/db/database.ts';
import type { Payer } from '../../../test/clients/payer.ts';
import type { Wire } from '../../../test/server/wire.ts';

/** A shop under load to which faults happen. */
export interface FaultyShop {
  readonly siteUrl: string;
  readonly payer: Payer;
  readonly stripe: Stripe;
  /** The shop's database, reached past every wire. It is down while a fault keeps it down. */
  readonly db: Database;
  /** The process that serves. */
  serverPid(): number;
  /** How often a process of ours has ended without having been told to. */
  endedByItself(): number;
  close(): Promise<void>;
}

/** The built server beside a PostgreSQL that was given to it by `DATABASE_URL`. */
export interface GivenShop extends FaultyShop {
  /** The server's way to PostgreSQL. */
  readonly wire: Wire;
  readonly postgres: {
    pid(): number;
    /** Starts it again on the same data and port, after a fault has ended it. */
    restart(): Promise<void>;
  };
  /** The server's log lies on a disk of 64 kB; null where this account may not mount one. */
  readonly logDisk: { fill(): void; free(): void } | null;
  /** The server's clock; PostgreSQL's stays right. */
  readonly clock: { shift(seconds: number): void };
  /** SIGTERM, then another server on the same port. @returns the exit code of the first */
  restartServer(): Promise<number>;
}

/** The built launcher, as `npm start` runs it, with everything embedded. */
export interface LaunchedShop extends FaultyShop {
  readonly launcherPid: number;
  /** Lies on a disk of its own where this account may mount one. */
  readonly dataDir: string;
  readonly dataDisk: { fill(): void; free(): void } | null;
  /** What the launcher has printed. */
  output(): string;
}

/** One thing that goes wrong while the load goes on. */
export interface Fault<Shop extends FaultyShop> {
  readonly name: string;
  /** Why it cannot be made on this machine, as a sentence; null where it can. */
  unavailable?(shop: Shop): string | null;
  /** Makes it happen and lasts as long as it does; the shop must be back within ten seconds of the promise's end. @throws Error when the shop does not withstand it */
  happen(shop: Shop): Promise<void>;
}
