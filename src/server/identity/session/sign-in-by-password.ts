import * as z from 'zod/mini';
import { emailAddressOf } from '../../../domain/email-address.ts';
import type { IdentityContext } from '../context.ts';
import { audit } from '../audit.ts';
import { isBanned } from './bearer.ts';
import { AuthError, invalid } from '../auth-error.ts';
import { admitGuess, limitCaller, type GuessedUser } from '../limits/limits.ts';
import { deviceOf } from '../wire/device-cookie.ts';
import { readBody, type Call } from '../wire/http.ts';
import { refusePhone } from '../wire/not-offered.ts';
import { giveBack } from '../../platform/rate-limits/rate-limits.ts';
import { openSession } from './open-session.ts';
import {
  hashPassword,
  isTooShortForOperator,
  needsRehash,
  tooShortForOperator,
  verifyPassword,
} from '../passwords/passwords.ts';
import type { SessionReply } from './session-tokens.ts';
import { isOperator, replaceHash } from '../users/queries.ts';

const passwordGrantBody = z.object({
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  password: z.optional(z.string()),
});

export async function grantByPassword(ctx: IdentityContext, call: Call): Promise<SessionReply> {
  const { client } = call.var;
  await limitCaller(ctx, 'token', client);
  const body = await readBody(call, passwordGrantBody);
  refusePhone(body, 'login');
  const { email, password = '' } = body;
  if (!email) throw invalid('missing email or phone');
  const address = emailAddressOf(email) ?? email.toLowerCase();
  const { key, user } = await admitGuess(ctx, address, deviceOf(ctx, call, address));
  const matches = await verifyPassword(user?.passwordHash ?? null, password);
  if (!user?.passwordHash || !matches) {
    await audit(ctx.db, { action: 'login', userId: user?.id ?? null, client, succeeded: false }, ctx.clock.now());
    throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
  }
  await requireUsable(ctx, user, key);
  await requireOperatorLength(ctx, user, password, key);
  await upgradeHash(ctx, user.id, user.passwordHash, password);
  return await openSession(ctx, ctx.db, {
    userId: user.id,
    method: 'password',
    client,
    event: { action: 'login', detail: { method: 'password' } },
    guess: { passwordChangedAt: user.passwordChangedAt, key },
  });
}

async function requireUsable(ctx: IdentityContext, user: GuessedUser, guess: string): Promise<void> {
  const banned = isBanned(user, ctx.clock.now());
  if (!banned && user.emailConfirmedAt) return;
  await giveBack(ctx.db, guess);
  if (banned) throw new AuthError(400, 'user_banned', 'User is banned');
  throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
}

/** @throws AuthError weak_password */
async function requireOperatorLength(ctx: IdentityContext, { id }: GuessedUser, password: string, guess: string) {
  if (!isTooShortForOperator(password) || !(await isOperator(ctx.db, id))) return;
  await giveBack(ctx.db, guess);
  throw tooShortForOperator();
}

async function upgradeHash(ctx: IdentityContext, userId: string, previous: string, password: string): Promise<void> {
  if (needsRehash(previous)) await replaceHash(ctx.db, userId, previous, await hashPassword(password));
}
