import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { Database, Db } from './db/database.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { FilledPages } from './filled-pages.ts';
import type { Readiness } from './readiness.ts';
import type { ChangeFeed } from './feed.ts';
import type { Sealing } from './sealing.ts';

export interface PlatformContext {
  readonly config: Config;
  readonly clock: Clock;
  readonly db: Database;
  readonly jobs: Jobs;
  readonly feed: ChangeFeed;
  readonly keys: Sealing;
  readonly log: Logger;
  readonly readiness: Readiness;
  readonly filledPages: FilledPages;
  readonly wantsEmail: WantsEmail;
}

export type WantsEmail = (
  db: Db,
  customer: { readonly userId: string; readonly list: 'club' | 'guide' } | { readonly email: string },
) => Promise<boolean>;
