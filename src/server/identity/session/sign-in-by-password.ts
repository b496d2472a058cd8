import type { Client } from '../../platform/http/client.ts';
import { giveBack } from '../../platform/rate-limits/rate-limits.ts';
import { audit } from '../audit.ts';
import { AuthError } from '../auth-error.ts';
import type { IdentityContext } from '../context.ts';
import { admitGuess, type GuessedUser } from '../limits/limits.ts';
import {
  verifyPassword,
  isTooShortForOperator,
  tooShortForOperator,
  needsRehash,
  hashPassword,
} from '../passwords/passwords.ts';
import { isBanned } from './bearer.ts';
import { openSession } from './open-session.ts';
import type { SessionTokens } from './session-tokens.ts';
import { isOperator, replaceHash } from '../users/queries.ts';

export interface PasswordSignIn {
  readonly email: string;
  readonly password: string;
  /** The id of a browser that has signed in to this account before. */
  readonly device: string | null;
}

export async function signInByPassword(
  ctx: IdentityContext,
  { email, password, device }: PasswordSignIn,
  client: Client,
): Promise<SessionTokens> {
  const { key, user } = await admitGuess(ctx, email, device);
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
