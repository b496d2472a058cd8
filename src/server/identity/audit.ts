import { randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { auditLog } from './schema.ts';
import type { Db, Transaction } from '../platform/db/database.ts';
import type { Client } from '../platform/http/client.ts';

/** The names of actions that GoTrue uses (rules/auth-wire 58). */
export type AuditAction =
  | 'challenge_created'
  | 'factor_in_progress'
  | 'factor_unenrolled'
  | 'identity_linked'
  | 'identity_unlinked'
  | 'login'
  | 'logout'
  | 'token_refreshed'
  | 'token_revoked'
  | 'user_confirmation_requested'
  | 'user_deleted'
  | 'user_invited'
  | 'user_modified'
  | 'user_reauthenticate_requested'
  | 'user_recovery_requested'
  | 'user_repeated_signup'
  | 'user_signedup'
  | 'user_updated_password'
  | 'verification_attempted';

export interface AuditEntry {
  readonly action: AuditAction;
  readonly userId: string | null;
  /** Null while a user is being erased. */
  readonly client: Client | null;
  readonly succeeded?: boolean;
  /** Must not contain a token, a password or a redirect URL. */
  readonly detail?: Record<string, unknown>;
}

export async function audit(db: Db, entry: AuditEntry, now: Date): Promise<void> {
  await db.insert(auditLog).values({
    id: randomUUID(),
    userId: entry.userId,
    action: entry.action,
    detail: entry.detail ?? {},
    ip: entry.client?.ip ?? null,
    succeeded: entry.succeeded ?? true,
    createdAt: now,
  });
}

export async function listActivity(db: Db, userId: string, limit: number) {
  const { createdAt, action, ip, succeeded } = auditLog;
  return await db
    .select({ createdAt, action, ip, succeeded })
    .from(auditLog)
    .where(eq(auditLog.userId, userId))
    .orderBy(desc(createdAt))
    .limit(limit);
}

export async function deleteLoggedAddresses(tx: Transaction, userId: string): Promise<void> {
  await tx.update(auditLog).set({ ip: null }).where(eq(auditLog.userId, userId));
}
