import * as z from 'zod/mini';
import type { Context } from '../context.ts';
import { audit } from './audit.ts';
import { isBanned } from './bearer.ts';
import { clientOf } from './client.ts';
import { AuthError, invalid } from './errors.ts';
import { admitGuess } from './guesses.ts';
import { readBody, type Call } from './http.ts';
import { accountKey, forgive } from './limits.ts';
import { openSession } from './open-session.ts';
import { hashPassword, needsRehash, verifyPassword } from './passwords.ts';
import type { UserRow } from './rows.ts';
import type { SessionReply } from './session-reply.ts';
import { replaceHash } from './users.ts';

const passwordGrantBody = z.object({
  email: z.optional(z.string()),
  password: z.optional(z.string()),
});

/** `grant_type=password` (AUTH-CONTRACT §3.2). One answer for every way of not knowing the password. */
export async function grantByPassword(ctx: Context, call: Call): Promise<SessionReply> {
  const { email, password = '' } = await readBody(call, passwordGrantBody);
  if (!email) throw invalid('missing email or phone');
  const client = clientOf(ctx.config, call);
  const account = email.toLowerCase();
  const user = await admitGuess(ctx, account, client);
  const matches = await verifyPassword(user?.passwordHash ?? null, password);
  if (!user?.passwordHash || !matches) {
    await audit(ctx.db, { action: 'login', userId: user?.id ?? null, client, succeeded: false }, ctx.clock.now());
    throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
  }
  await requireUsable(ctx, user, account);
  await strengthenHash(ctx, user.id, user.passwordHash, password);
  return await openSession(ctx, ctx.db, {
    userId: user.id,
    method: 'password',
    client,
    event: { action: 'login', detail: { method: 'password' } },
    guess: { passwordChangedAt: user.passwordChangedAt, key: accountKey('password', account) },
  });
}

/** Said only to somebody who knows the password. */
async function requireUsable(ctx: Context, user: UserRow, account: string): Promise<void> {
  const banned = isBanned(user, ctx.clock.now());
  if (!banned && user.emailConfirmedAt) return;
  await forgive(ctx, 'password', account);
  if (banned) throw new AuthError(400, 'user_banned', 'User is banned');
  throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
}

async function strengthenHash(ctx: Context, userId: string, previous: string, password: string): Promise<void> {
  if (needsRehash(previous)) await replaceHash(ctx.db, userId, previous, await hashPassword(password));
}
