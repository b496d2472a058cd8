import pino from 'pino';
import type { DestinationStream, Logger } from 'pino';
import type { Stripe } from 'stripe';
import { loadKeys, type TokenKeys } from './auth/keys.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { type Database, openDatabase } from './db/database.ts';
import { type Jobs, openJobs } from './jobs/jobs.ts';
import { standardOutput } from './log-stream.ts';
import { loggedError } from './logged-error.ts';
import { openStripe } from './payments/stripe.ts';

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

/** Opens everything the settings name; nothing is asked of the database or the provider yet. */
export async function openContext(config: Config, overrides: Partial<Context> = {}): Promise<Context> {
  const clock = overrides.clock ?? systemClock;
  const log = overrides.log ?? openLog(config.logLevel);
  return {
    config,
    clock,
    log,
    db: overrides.db ?? openDatabase(config.databaseUrl),
    stripe: overrides.stripe ?? openStripe(config.stripe),
    jobs: overrides.jobs ?? openJobs(config, log),
    keys: overrides.keys ?? (await loadKeys(config, clock)),
  };
}

/** `to`: where it writes; standard output unless given. */
export function openLog(level: string, to: DestinationStream = standardOutput()): Logger {
  const options = { level, redact: { paths: SECRETS, censor: '(kept back)' }, serializers: { err: loggedError } };
  // Never pino's own destination: when the disk is full it waits for ever at the exit.
  return pino(options, to);
}

/** These never reach a log. */
const SECRETS = ['*.password', '*.authorization', '*.token', '*.client_secret'];

export async function closeContext(ctx: Context): Promise<void> {
  await ctx.jobs.stop();
  await ctx.db.$client.end();
}
