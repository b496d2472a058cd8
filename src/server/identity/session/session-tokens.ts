import { desc, eq } from 'drizzle-orm';
import type { IdentityContext } from '../context.ts';
import { sessionAmr, type SessionRow, type UserRow } from '../schema.ts';
import type { Db } from '../../platform/db/database.ts';
import { seconds, signAccessToken, type AuthenticationMethod } from './access-tokens.ts';
import { owesSecondStep } from './bearer.ts';
import { makeRefreshToken } from './refresh-tokens.ts';
import { replyBeforeSecondStep, type ShownUser, userReply, type UserReply } from '../wire/user-reply.ts';

export type SessionReply = Awaited<ReturnType<typeof replyWith>>;

/** `key`: the session's unsealed refresh key. */
export async function sessionReply(ctx: IdentityContext, db: Db, user: UserRow, session: SessionRow, key: Uint8Array) {
  const methods = await methodsOf(db, session.id);
  return await replyWith(ctx, { user, session, key, methods }, await userReply(db, user));
}

async function methodsOf(db: Db, sessionId: string): Promise<AuthenticationMethod[]> {
  const rows = await db
    .select()
    .from(sessionAmr)
    .where(eq(sessionAmr.sessionId, sessionId))
    .orderBy(desc(sessionAmr.updatedAt));
  return rows.map(({ method, updatedAt }) => ({ method, timestamp: seconds(updatedAt) }));
}

export interface SessionParts {
  readonly user: ShownUser;
  readonly session: Pick<SessionRow, 'id' | 'aal' | 'refreshCounter'>;
  readonly key: Uint8Array;
  readonly methods: readonly AuthenticationMethod[];
}

export async function replyWith(ctx: IdentityContext, { user, session, key, methods }: SessionParts, shown: UserReply) {
  const hasSecondFactor = shown.factors?.some(({ status }) => status === 'verified') ?? false;
  const owesStep = owesSecondStep({ aal: session.aal, hasSecondFactor });
  const subject = owesStep ? { ...user, appMetadata: {}, userMetadata: {} } : user;
  const { token, expiresAt } = await signAccessToken(ctx, subject, session, methods, owesStep);
  return {
    access_token: token,
    token_type: 'bearer' as const,
    expires_in: ctx.config.auth.jwtExpSeconds,
    expires_at: expiresAt,
    refresh_token: makeRefreshToken(session.id, session.refreshCounter, key),
    user: owesStep ? replyBeforeSecondStep(shown) : shown,
  };
}
