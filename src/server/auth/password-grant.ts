import * as z from 'zod/mini';
import type { Context } from '../context.ts';
import { audit } from './audit.ts';
import { isBanned } from './bearer.ts';
import { clientOf, type Client } from './client.ts';
import { AuthError, invalid } from './errors.ts';
import { readBody, type Call } from './http.ts';
import { forgive, limitAccount, limitCaller } from './limits.ts';
import { hashPassword, needsRehash, verifyPassword } from './passwords.ts';
import type { UserRow } from './rows.ts';
import { openSession, type SessionReply } from './sessions.ts';
import { findUserByEmail, replaceHash } from './users.ts';

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
  await limitCaller(ctx, 'token', client);
  // Counted before it is compared: of many guesses at once, no more than the limit get that far.
  await limitAccount(ctx, 'password', account);
  const user = await findUserByEmail(ctx.db, account);
  const matches = await verifyPassword(user?.passwordHash ?? null, password);
  if (!user || !matches) {
    await audit(ctx.db, { action: 'login', userId: user?.id ?? null, client, succeeded: false }, ctx.clock.now());
    throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
  }
  await forgive(ctx, 'password', account);
  requireUsable(user, ctx.clock.now());
  await strengthenHash(ctx, user, password);
  return await signIn(ctx, user, client);
}

/** Said only to somebody who knows the password. */
function requireUsable(user: UserRow, now: Date): void {
  if (isBanned(user, now)) throw new AuthError(400, 'user_banned', 'User is banned');
  if (!user.emailConfirmedAt) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
}

async function strengthenHash(ctx: Context, user: UserRow, password: string): Promise<void> {
  if (user.passwordHash === null || !needsRehash(user.passwordHash)) return;
  await replaceHash(ctx.db, user.id, user.passwordHash, await hashPassword(password));
}

async function signIn(ctx: Context, user: UserRow, client: Client): Promise<SessionReply> {
  return await ctx.db.transaction(async (tx) => {
    await audit(tx, { action: 'login', userId: user.id, client, detail: { method: 'password' } }, ctx.clock.now());
    return await openSession(ctx, tx, user.id, 'password', client);
  });
}
