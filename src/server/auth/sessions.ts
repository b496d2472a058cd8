import { randomBytes, randomUUID } from 'node:crypto';
import { and, desc, eq, ne } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { sessionAmr, sessions, users } from '../db/auth-schema.ts';
import type { Db, Transaction } from '../db/database.ts';
import { seconds, signAccessToken, type AuthenticationMethod } from './access-tokens.ts';
import type { Client } from './client.ts';
import { makeRefreshToken } from './refresh-tokens.ts';
import type { SessionRow, UserRow } from './rows.ts';
import { userReply, type UserReply } from './user-reply.ts';
import { recordSignIn } from './users.ts';

/** AUTH-CONTRACT §2.4. */
export interface SessionReply {
  access_token: string;
  token_type: 'bearer';
  expires_in: number;
  expires_at: number;
  refresh_token: string;
  user: UserReply;
}

/** How somebody proved who they are; `otp` is a link from a mail. */
export type SignInMethod = 'password' | 'otp' | 'oauth' | 'recovery' | 'magiclink' | 'email/signup' | 'email_change';

/** Opens a new session for the user, never reusing one, and answers with its first pair of tokens. */
export async function openSession(
  ctx: Context,
  tx: Transaction,
  userId: string,
  method: SignInMethod,
  client: Client,
): Promise<SessionReply> {
  const now = ctx.clock.now();
  const user = await recordSignIn(tx, userId, now);
  const key = randomBytes(32);
  const [session] = await tx
    .insert(sessions)
    .values({
      id: randomUUID(),
      userId,
      refreshKey: ctx.keys.seal(key),
      refreshedAt: now,
      ip: client.ip,
      userAgent: client.userAgent,
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (!session) throw new Error('PostgreSQL did not return the session it inserted.');
  await tx.insert(sessionAmr).values({ sessionId: session.id, method, updatedAt: now });
  return await replyWith(ctx, tx, { user, session, key, methods: [{ method, timestamp: seconds(now) }] });
}

/** The answer of every call that signs somebody in or keeps them signed in. `key`: the session's unsealed refresh key. */
export async function sessionReply(
  ctx: Context,
  db: Db,
  user: UserRow,
  session: SessionRow,
  key: Uint8Array,
): Promise<SessionReply> {
  return await replyWith(ctx, db, { user, session, key, methods: await methodsOf(db, session.id) });
}

interface Standing {
  readonly user: UserRow;
  readonly session: SessionRow;
  readonly key: Uint8Array;
  readonly methods: readonly AuthenticationMethod[];
}

async function replyWith(ctx: Context, db: Db, { user, session, key, methods }: Standing): Promise<SessionReply> {
  const { token, expiresAt } = await signAccessToken(ctx, user, session, methods);
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: ctx.config.auth.jwtExpSeconds,
    expires_at: expiresAt,
    refresh_token: makeRefreshToken(session.id, session.refreshCounter, key),
    user: await userReply(db, user),
  };
}

async function methodsOf(db: Db, sessionId: string): Promise<AuthenticationMethod[]> {
  const rows = await db
    .select()
    .from(sessionAmr)
    .where(eq(sessionAmr.sessionId, sessionId))
    .orderBy(desc(sessionAmr.updatedAt));
  return rows.map(({ method, updatedAt }) => ({ method, timestamp: seconds(updatedAt) }));
}

/** The user, and the session if it still stands; null when the user is gone. */
export async function findSessionWithUser(
  db: Db,
  userId: string,
  sessionId: string,
): Promise<{ user: UserRow; session: SessionRow | null } | null> {
  const [row] = await db
    .select({ user: users, session: sessions })
    .from(users)
    .leftJoin(sessions, and(eq(sessions.userId, users.id), eq(sessions.id, sessionId)))
    .where(eq(users.id, userId));
  return row ?? null;
}

/** Concurrent refreshes of one session take turns on this lock. */
export async function lockSession(tx: Transaction, sessionId: string): Promise<SessionRow | null> {
  const [row] = await tx.select().from(sessions).where(eq(sessions.id, sessionId)).for('update');
  return row ?? null;
}

export async function deleteSession(db: Db, sessionId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, sessionId));
}

export async function deleteAllSessions(db: Db, userId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.userId, userId));
}

export async function deleteOtherSessions(db: Db, userId: string, keptSessionId: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, keptSessionId)));
}
