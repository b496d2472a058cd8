import { eq, desc } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import type { IdentityContext } from '../context.ts';
import { type UserRow, type SessionRow, sessionAmr } from '../schema.ts';
import { type AuthenticationMethod, seconds, signAccessToken } from './access-tokens.ts';
import { owesSecondStep } from './bearer.ts';
import { makeRefreshToken } from './refresh-tokens.ts';
import { type ShownAccount, loadAccount } from '../users/shown-account.ts';

export interface SessionTokens {
  readonly accessToken: string;
  /** In seconds since 1970. */
  readonly expiresAt: number;
  readonly refreshToken: string;
  readonly owesStep: boolean;
  readonly account: ShownAccount;
}

/** `key`: the session's decrypted refresh key. */
export async function sessionTokens(
  ctx: IdentityContext,
  db: Db,
  user: UserRow,
  session: SessionRow,
  key: Uint8Array,
): Promise<SessionTokens> {
  const methods = await methodsOf(db, session.id);
  return await signTokens(ctx, { account: await loadAccount(db, user), session, key, methods });
}

async function methodsOf(db: Db, sessionId: string): Promise<AuthenticationMethod[]> {
  const rows = await db
    .select()
    .from(sessionAmr)
    .where(eq(sessionAmr.sessionId, sessionId))
    .orderBy(desc(sessionAmr.updatedAt));
  return rows.map(({ method, updatedAt }) => ({ method, timestamp: seconds(updatedAt) }));
}

interface SessionParts {
  readonly account: ShownAccount;
  readonly session: Pick<SessionRow, 'id' | 'aal' | 'refreshCounter'>;
  readonly key: Uint8Array;
  readonly methods: readonly AuthenticationMethod[];
}

export async function signTokens(
  ctx: IdentityContext,
  { account, session, key, methods }: SessionParts,
): Promise<SessionTokens> {
  const { user, factors } = account;
  const hasSecondFactor = factors.some(({ status }) => status === 'verified');
  const owesStep = owesSecondStep({ aal: session.aal, hasSecondFactor });
  const subject = owesStep ? { ...user, appMetadata: {}, userMetadata: {} } : user;
  const { token: accessToken, expiresAt } = await signAccessToken(ctx, subject, session, methods, owesStep);
  const refreshToken = makeRefreshToken(session.id, session.refreshCounter, key);
  return { accessToken, expiresAt, refreshToken, owesStep, account };
}
