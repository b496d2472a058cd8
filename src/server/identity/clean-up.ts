import { and, eq, inArray, isNotNull, isNull, lt, not, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { IdentityContext } from './context.ts';
import {
  auditLog,
  flowState,
  mfaChallenges,
  mfaFactors,
  oneTimeTokens,
  sessions,
  users,
  securityChanges,
} from './schema.ts';
import { deleteExpiredLimits } from '../platform/rate-limits/rate-limits.ts';
import { INACTIVITY_MS } from './session/session-life.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Deletes expired rows (rules/auth-wire 62). Sign-up links are kept for a month, since a new link needs the password
 * stored with the old one.
 */
export async function sweepIdentities(ctx: IdentityContext): Promise<void> {
  const now = ctx.clock.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  await sweep(ctx, flowState, flowState.id, lt(flowState.createdAt, before(DAY)));
  await sweep(ctx, mfaChallenges, mfaChallenges.id, lt(mfaChallenges.createdAt, before(DAY)));
  const unfinished = and(eq(mfaFactors.status, 'unverified'), lt(mfaFactors.updatedAt, before(DAY)));
  await sweep(ctx, mfaFactors, mfaFactors.id, unfinished);
  const over = or(lt(sessions.notAfter, before(3 * DAY)), lt(sessions.refreshedAt, before(INACTIVITY_MS + 3 * DAY)));
  await sweep(ctx, sessions, sessions.id, over);
  await sweep(ctx, oneTimeTokens, oneTimeTokens.id, lt(oneTimeTokens.expiresAt, before(30 * DAY)));
  await sweep(ctx, securityChanges, securityChanges.id, lt(securityChanges.expiresAt, before(30 * DAY)));
  await clearExpiredEmailChanges(ctx, before(31 * DAY));
  const abandoned = and(
    isNull(users.emailConfirmedAt),
    lt(users.updatedAt, before(31 * DAY)),
    not(ctx.accountHooks.isCustomer(users.id)),
  );
  await sweep(ctx, users, users.id, abandoned);
  await deleteExpiredLimits(ctx.db, before(HOUR));
  await sweepAuditLog(ctx, before(400 * DAY));
}

/** The log's trigger allows deletions only in a transaction with this setting. */
async function sweepAuditLog({ db }: IdentityContext, until: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('audit_log.sweeping', 'on', true)`);
    await tx.delete(auditLog).where(lt(auditLog.createdAt, until));
  });
}

async function clearExpiredEmailChanges({ db }: IdentityContext, askedBefore: Date): Promise<void> {
  const nothing = { newEmail: null, emailChangeConfirmStatus: 0 };
  await db
    .update(users)
    .set(nothing)
    .where(and(isNotNull(users.newEmail), lt(users.emailChangeSentAt, askedBefore)));
}

const BATCH = 500;

/** Deletes in small batches and skips locked rows. */
async function sweep(ctx: IdentityContext, table: PgTable, id: PgColumn, where: SQL | undefined): Promise<void> {
  for (;;) {
    const bite = ctx.db.select({ id }).from(table).where(where).limit(BATCH).for('update', { skipLocked: true });
    const gone = await ctx.db.delete(table).where(inArray(id, bite)).returning({ id });
    if (gone.length < BATCH) return;
  }
}
