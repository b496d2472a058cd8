import { firstRow, type Db, type Transaction } from '../../platform/db/database.ts';
import { findRow } from '../../platform/db/find-row.ts';
import { randomBytes, randomUUID } from 'node:crypto';
import { and, eq, isNull, or } from 'drizzle-orm';
import type { IdentityContext } from '../context.ts';
import { flowState } from '../schema.ts';
import { deleteAllTokens } from '../users/one-time-tokens.ts';
import { changeUser } from '../users/queries.ts';
import { lockCaller, sessionNotFound, type Bearer } from './bearer.ts';
import { deleteSession } from './queries.ts';
import type { SignInMethod } from './open-session.ts';

export type FlowStateRow = typeof flowState.$inferSelect;

export const FLOW_LIFETIME_MS = 5 * 60_000;

/** All null if the flow is a sign-in. */
export type Linking = Pick<FlowStateRow, 'linkingUserId' | 'linkingSessionId' | 'linkingAal'>;

type Asked = Linking & Pick<FlowStateRow, 'isReauthentication' | 'passwordResetUntil'>;

/** 128 random bits in the format of GoTrue's UUIDs, which have six fixed bits. */
export function newSecretId(): string {
  return randomBytes(16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** @returns the code, which only the browser that made the challenge can use */
export async function issueAuthCode(
  tx: Transaction,
  flow: { userId: string; codeChallenge: string; method: SignInMethod } & Partial<Asked>,
  now: Date,
): Promise<string> {
  const authCode = newSecretId();
  const row = { id: randomUUID(), provider: 'email', redirectTo: NOWHERE, ...flow, authCode, createdAt: now };
  await tx.insert(flowState).values(row);
  return authCode;
}

const NOWHERE = '';

/** `redirectTo` may contain a gift's claim token, so it is encrypted. */
export async function insertFlow(
  { db, keys }: IdentityContext,
  { redirectTo, ...flow }: typeof flowState.$inferInsert,
): Promise<void> {
  const sealed = keys.seal(Buffer.from(redirectTo)).toString('base64url');
  await db.insert(flowState).values({ ...flow, redirectTo: sealed });
}

export function flowTarget({ keys }: IdentityContext, { redirectTo }: FlowStateRow): string | undefined {
  try {
    return keys.open(Buffer.from(redirectTo, 'base64url')).toString();
  } catch {
    return undefined;
  }
}

export async function markFlowUsed(db: Db, id: string, now: Date): Promise<FlowStateRow | null> {
  return await firstRow(
    db
      .update(flowState)
      .set({ usedAt: now })
      .where(and(eq(flowState.id, id), isNull(flowState.usedAt), isNull(flowState.authCode)))
      .returning(),
  );
}

export async function findFlow(db: Db, id: string): Promise<FlowStateRow | null> {
  return await findRow(db, flowState, eq(flowState.id, id));
}

export async function findFlowByCode(db: Db, authCode: string): Promise<FlowStateRow | null> {
  return await findRow(db, flowState, eq(flowState.authCode, authCode));
}

export async function lockLinking(ctx: IdentityContext, tx: Transaction, linking: Linking): Promise<Bearer> {
  const { linkingUserId: userId, linkingSessionId: sessionId, linkingAal } = linking;
  if (userId === null || sessionId === null) throw sessionNotFound();
  return await lockCaller(ctx, tx, { userId, sessionId, aal: linkingAal ?? 'aal1' });
}

export async function endReplacedSession(
  tx: Transaction,
  { isReauthentication, linkingSessionId }: Pick<Asked, 'isReauthentication' | 'linkingSessionId'>,
): Promise<void> {
  if (isReauthentication && linkingSessionId !== null) await deleteSession(tx, linkingSessionId);
}

export async function deleteFlow(db: Db, id: string): Promise<void> {
  await db.delete(flowState).where(eq(flowState.id, id));
}

export async function deleteCodesOf(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(flowState).where(eq(flowState.userId, userId));
}

/** Also ends attempts to link an identity. */
export async function deleteFlowsOf(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(flowState).where(or(eq(flowState.userId, userId), eq(flowState.linkingUserId, userId)));
}

export function isFlowExpired(row: FlowStateRow, now: Date): boolean {
  return now.getTime() - row.createdAt.getTime() > FLOW_LIFETIME_MS;
}

/**
 * Voids emailed links and codes, PKCE flows and a pending email change (rules/auth-wire 39, 49). The caller must hold
 * the user's lock.
 */
export async function voidPending(tx: Transaction, userId: string, now: Date): Promise<void> {
  await deleteAllTokens(tx, userId);
  await deleteFlowsOf(tx, userId);
  await changeUser(tx, userId, { newEmail: null, emailChangeConfirmStatus: 0 }, now);
}
