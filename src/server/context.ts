import { setTimeout as sleep } from 'node:timers/promises';
import { eraseAccount } from './account/erasure/erase-account.ts';
import type { CommerceContext } from './commerce/context.ts';
import { openStripe } from './commerce/payments/stripe-client.ts';
import { openAddressChecker } from './customers/address-checkers/open-checker.ts';
import { changeProfileEmail, deleteProfile, setProfileEmail, welcomeNewUser } from './customers/profile/new-profile.ts';
import { findName, hasProfile, wantsEmail } from './customers/profile/queries.ts';
import { ADDRESS_USE } from './fulfilment/delivery-changes/address-use.ts';
import { correctMessageCard, isFirstLetterPrinted } from './fulfilment/pieces/message-card.ts';
import {
  firstLetterDueOn,
  firstMailing,
  firstMailingOn,
  isFirstLetterFrozen,
  lettersHandedOver,
} from './fulfilment/pieces/ledger-counts.ts';
import { lettersToCome, lettersToComeOf } from './fulfilment/delivery-changes/letters-to-come.ts';
import { recordEarlierLetters } from './fulfilment/runs/earlier-letters.ts';
import { lettersReceived } from './fulfilment/tracking/received.sql.ts';
import type { AccountHooks } from './identity/context.ts';
import { loadKeys } from './identity/keys/keys.ts';
import { LiveSessions } from './identity/live-sessions.ts';
import { systemClock } from './platform/clock.ts';
import type { Config } from './platform/config/config.ts';
import { type DatabaseOptions, openDatabase } from './platform/db/database.ts';
import { directUrlOf } from './platform/db/connection.ts';
import { openJobs } from './platform/jobs/jobs.ts';
import { FilledPages } from './platform/filled-pages.ts';
import { Readiness } from './platform/readiness.ts';
import { openLog } from './platform/logging/log.ts';
import { ChangeFeed } from './platform/feed.ts';

/** What every handler and job gets. Built once at start; tests override parts of it. */
export type Context = CommerceContext;

const ACCOUNT_HOOKS: AccountHooks = {
  confirmed: welcomeNewUser,
  emailChanged: changeProfileEmail,
  emailRemoved: setProfileEmail,
  deleted: deleteProfile,
  erase: eraseAccount,
  findName,
  isCustomer: hasProfile,
};

export async function openContext(config: Config, overrides: Partial<Context> = {}): Promise<Context> {
  const clock = overrides.clock ?? systemClock;
  const log = overrides.log ?? openLog(config.logLevel);
  const feed = overrides.feed ?? new ChangeFeed(directUrlOf(config), log);
  return {
    config,
    clock,
    log,
    db: overrides.db ?? openDatabase(config.databaseUrl, poolOf(config)),
    stripe: overrides.stripe ?? openStripe(config.stripe, config.accessLog ? log : null),
    jobs: overrides.jobs ?? openJobs(config, log),
    keys: overrides.keys ?? (await loadKeys(config, clock)),
    feed,
    readiness: overrides.readiness ?? new Readiness(),
    filledPages: new FilledPages(),
    liveSessions: new LiveSessions(feed),
    accountHooks: ACCOUNT_HOOKS,
    addressChecker: overrides.addressChecker ?? openAddressChecker(config),
    addressUse: ADDRESS_USE,
    ledger: {
      firstMailing,
      firstMailingOn,
      lettersReceived,
      lettersHandedOver,
      lettersToCome,
      lettersToComeOf,
      firstLetterDueOn,
      isFirstLetterFrozen,
      isFirstLetterPrinted,
      correctMessageCard,
      recordEarlierLetters,
    },
    wantsEmail,
  };
}

function poolOf({ poolSize, preparesStatements, directUrl }: Config): DatabaseOptions {
  return { maxConnections: poolSize, prepares: preparesStatements, throughPooler: directUrl !== null };
}

export const POOL_ENDS_WITHIN_MS = 1_000;

export async function closeContext(ctx: Context): Promise<void> {
  await ctx.jobs.stop();
  await ctx.feed.close();
  await Promise.race([ctx.db.$client.end(), sleep(POOL_ENDS_WITHIN_MS, undefined, { ref: false })]);
}
