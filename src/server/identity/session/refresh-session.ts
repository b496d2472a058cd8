import { eq } from 'drizzle-orm';
import type { Transaction } from '../../platform/db/database.ts';
import type { Client } from '../../platform/http/client.ts';
import { audit } from '../audit.ts';
import { invalid, AuthError, type AuthErrorCode } from '../auth-error.ts';
import type { IdentityContext } from '../context.ts';
import { queueEmailToOwner } from '../emails/account-emails.ts';
import { limitAccount, limitCaller } from '../limits/limits.ts';
import { type SessionRow, type UserRow, sessions } from '../schema.ts';
import { isBanned, hasEnded } from './bearer.ts';
import { findSession, lockSession, deleteSession } from './queries.ts';
import { parseRefreshToken, type ParsedRefreshToken, isGenuine, judgeRefresh } from './refresh-tokens.ts';
import { INACTIVITY_MS } from './session-life.ts';
import { type SessionTokens, sessionTokens } from './session-tokens.ts';
import { shareUser } from '../users/queries.ts';

export async function refreshSession(ctx: IdentityContext, typed: string, client: Client): Promise<SessionTokens> {
  const token = parseRefreshToken(typed);
  if (!token) throw invalid('Refresh token is not valid');
  const userId = await requireGenuine(ctx, token, client);
  await limitAccount(ctx, 'refresh', token.sessionId);
  const outcome = await ctx.db.transaction((tx) => refresh(ctx, tx, { ...token, userId }, client));
  if (outcome instanceof AuthError) throw outcome;
  return outcome;
}

/** Forged tokens count against the caller's IP address, never against the session. */
async function requireGenuine(ctx: IdentityContext, token: ParsedRefreshToken, client: Client): Promise<string> {
  const session = await findSession(ctx.db, token.sessionId);
  if (session && isGenuine(token, ctx.keys.open(session.refreshKey))) return session.userId;
  await limitCaller(ctx, 'token', client);
  throw session ? refusal('refresh_token_not_found', 'Refresh Token Not Found') : noSession();
}

/** A refusal is returned, not thrown, so that the transaction commits its effect on the session. */
async function refresh(
  ctx: IdentityContext,
  tx: Transaction,
  token: ParsedRefreshToken & { userId: string },
  client: Client,
): Promise<SessionTokens | AuthError> {
  // A shared lock, so that refreshes of one account don't wait for each other.
  const user = await shareUser(tx, token.userId);
  const session = await lockSession(tx, token.sessionId);
  if (!session) return noSession();
  const key = ctx.keys.open(session.refreshKey);
  const now = ctx.clock.now();
  if (!user || isBanned(user, now)) return refusal('user_banned', 'User Banned');
  const expiry = expiryReason(session, now);
  if (expiry !== null) return refusal('session_expired', `Session Expired${expiry}`);
  const verdict = judgeRefresh(session, token.counter, now, ctx.config.auth.refreshReuseSeconds);
  if (verdict === 'refuse') return alreadyUsed();
  if (verdict === 'revoke') return await revoke(ctx, tx, { user, session }, client);
  const active = verdict === 'rotate' ? await rotate(ctx, tx, session, key, client) : session;
  await audit(tx, { action: 'token_refreshed', userId: user.id, client }, now);
  return await sessionTokens(ctx, tx, user, active, key);
}

function refusal(code: AuthErrorCode, reason: string): AuthError {
  return new AuthError(400, code, `Invalid Refresh Token: ${reason}`);
}

function noSession(): AuthError {
  return refusal('session_not_found', 'No Valid Session Found');
}

function expiryReason(session: SessionRow, now: Date): string | null {
  if (hasEnded(session, now)) return '';
  return now.getTime() - session.refreshedAt.getTime() > INACTIVITY_MS ? ' (Inactivity)' : null;
}

/** Two clients have tokens of one session, so one may be stolen: the session ends, and the owner gets an email. */
async function revoke(
  ctx: IdentityContext,
  tx: Transaction,
  { user, session }: { user: UserRow; session: SessionRow },
  client: Client,
): Promise<AuthError> {
  const now = ctx.clock.now();
  await deleteSession(tx, session.id);
  const data = { endedAt: now.toISOString() };
  await queueEmailToOwner(ctx, tx, user, { kind: 'session-ended', occasion: session.id, data });
  const detail = { reason: 'reuse', session_id: session.id };
  await audit(tx, { action: 'token_revoked', userId: session.userId, client, detail }, now);
  return alreadyUsed();
}

function alreadyUsed(): AuthError {
  return refusal('refresh_token_already_used', 'Already Used');
}

async function rotate(ctx: IdentityContext, tx: Transaction, session: SessionRow, key: Buffer, client: Client) {
  const now = ctx.clock.now();
  const { ip, userAgent } = client;
  const next = { refreshCounter: session.refreshCounter + 1, refreshKey: ctx.keys.seal(key) };
  const [rotated] = await tx
    .update(sessions)
    .set({ ...next, refreshedAt: now, updatedAt: now, ip, userAgent })
    .where(eq(sessions.id, session.id))
    .returning();
  if (!rotated) throw new Error('The session vanished under its own lock.');
  return rotated;
}
