import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { Database, Db } from './db/database.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Sealing } from './sealing.ts';

/** What every layer is given. Built once at start by `openContext`; tests override parts of it. */
export interface PlatformContext {
  readonly config: Config;
  readonly clock: Clock;
  readonly db: Database;
  readonly jobs: Jobs;
  readonly keys: Sealing;
  readonly log: Logger;
  /** Answered by `customers`, which own the notification preferences. */
  readonly wantsEmail: WantsEmail;
}

/** Whether the customer with this id or address takes e-mails that are about neither money nor safety. */
export type WantsEmail = (
  db: Db,
  customer: { readonly userId: string } | { readonly email: string },
) => Promise<boolean>;
