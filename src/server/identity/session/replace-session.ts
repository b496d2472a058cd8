import { randomBytes, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Transaction } from '../../platform/db/database.ts';
import type { IdentityContext } from '../context.ts';
import { type SessionRow, sessions, sessionAmr } from '../schema.ts';
import type { Bearer } from './bearer.ts';
import type { SignInMethod } from './open-session.ts';
import { deleteSession } from './queries.ts';
import { type SessionTokens, sessionTokens } from './session-tokens.ts';
import { rememberMethod } from '../users/proved-methods.ts';

/**
 * Ends the session and opens a copy with new tokens and a new proof (rules/accounts 62). The caller must hold the
 * locks.
 */
export async function replaceSession(
  ctx: IdentityContext,
  tx: Transaction,
  { user, session }: Pick<Bearer, 'user' | 'session'>,
  method: SignInMethod,
): Promise<SessionTokens> {
  const now = ctx.clock.now();
  const key = randomBytes(32);
  const next: SessionRow = {
    ...session,
    id: randomUUID(),
    refreshKey: ctx.keys.seal(key),
    refreshCounter: 0,
    refreshFloor: 0,
    refreshedAt: now,
    reauthenticatedAt: now,
    updatedAt: now,
  };
  await tx.insert(sessions).values(next);
  await tx.update(sessionAmr).set({ sessionId: next.id }).where(eq(sessionAmr.sessionId, session.id));
  await rememberMethod(tx, next.id, method, now);
  await deleteSession(tx, session.id);
  return await sessionTokens(ctx, tx, user, next, key);
}
