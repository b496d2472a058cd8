import type Stripe from 'stripe';
import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { TokenKeys } from './auth/keys.ts';

/** What every handler and job is given. Built once at start; tests override parts of it. */
export interface Context {
  readonly config: Config;
  readonly clock: Clock;
  readonly db: Database;
  readonly stripe: Stripe;
  readonly jobs: Jobs;
  readonly keys: TokenKeys;
  readonly log: Logger;
}
