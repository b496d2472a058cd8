import { APP_PATHS } from '../../../contract/site-paths.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { audit } from '../audit.ts';
import type { IdentityContext } from '../context.ts';
import { queueEmailToOwner } from '../emails/account-emails.ts';
import { type LinkOptions, requestConfirmation } from '../emails/link-emails.ts';
import { limitEmail, limitEmailOfDay } from '../limits/email-limits.ts';
import { hashPassword, requireStrongPassword, verifyPassword } from '../passwords/passwords.ts';
import type { UserRow } from '../schema.ts';
import { openSession } from '../session/open-session.ts';
import type { SessionTokens } from '../session/session-tokens.ts';
import { pendingHash, firstSignUpOf, isRepeated, confirmAgain } from './first-sign-up.ts';
import { type Application, openAccount, alreadyRegistered } from '../users/accounts.ts';
import { findToken } from '../users/one-time-tokens.ts';
import { ownerWords } from '../users/owner-words.ts';
import { findUserByEmail, lockUserByEmail } from '../users/queries.ts';

export interface SignUpRequest extends Omit<Application, 'passwordHash'>, LinkOptions {
  readonly password: string;
}

interface SignUp extends Omit<SignUpRequest, 'password'>, Application {}

async function hashed({ password, ...request }: SignUpRequest): Promise<SignUp> {
  return { ...request, passwordHash: await hashPassword(password) };
}

async function requireStrong({ config }: IdentityContext, { password, email, metadata }: SignUpRequest): Promise<void> {
  await requireStrongPassword(config, password, ownerWords({ email, userMetadata: metadata }));
}

export async function signUpAtOnce(ctx: IdentityContext, asked: SignUpRequest): Promise<SessionTokens> {
  await requireStrong(ctx, asked);
  const request = await hashed(asked);
  return await ctx.db.transaction(async (tx) => {
    const user = await openAccount(ctx, tx, request, { confirmed: true });
    if (!user) throw alreadyRegistered();
    const event = { action: 'user_signedup', detail: {} } as const;
    return await openSession(ctx, tx, { userId: user.id, method: 'password', client: request.client, event });
  });
}

async function matchPendingHash(ctx: IdentityContext, email: string, password: string): Promise<string | null> {
  const user = await findUserByEmail(ctx.db, email);
  const pending = user && (await findToken(ctx.db, user.id, 'signup'));
  const waiting = user && !user.emailConfirmedAt ? pendingHash(user, pending) : null;
  return (await verifyPassword(waiting, password)) ? waiting : null;
}

/**
 * Known and unknown addresses get the same response after the same work (decision 024).
 * @returns the new user's id, or null if the address has an account
 */
export async function signUpByEmail(ctx: IdentityContext, asked: SignUpRequest): Promise<string | null> {
  await requireStrong(ctx, asked);
  await limitEmail(ctx, 'signup', asked.email, asked.client);
  await limitEmailOfDay(ctx, 'signup', asked.email, asked.client);
  const ownWaiting = await matchPendingHash(ctx, asked.email, asked.password);
  const request = await hashed(asked);
  return await ctx.db.transaction(async (tx) => {
    const created = await openAccount(ctx, tx, request, { confirmed: false });
    const user = created ?? (await lockUserByEmail(tx, request.email));
    if (user?.emailConfirmedAt) await emailOwner(ctx, tx, user, request);
    else if (user) await emailUnconfirmed(ctx, tx, user, { request, ownWaiting, isNew: created !== null });
    return created?.id ?? null;
  });
}

interface Unconfirmed {
  readonly request: SignUp;
  readonly ownWaiting: string | null;
  readonly isNew: boolean;
}

async function emailUnconfirmed(
  ctx: IdentityContext,
  tx: Transaction,
  user: UserRow,
  { request, ownWaiting, isNew }: Unconfirmed,
): Promise<void> {
  const { email, passwordHash, metadata, shippingAddress, codeChallenge, redirectTo, client } = request;
  const first = isNew ? null : firstSignUpOf(user, await findToken(tx, user.id, 'signup'));
  if (first !== null) {
    const isSame = isRepeated(first, { passwordHash: ownWaiting, metadata, shippingAddress });
    await confirmAgain(ctx, tx, user, request, { contested: !isSame });
    return;
  }
  const payload = {
    ...(passwordHash !== null && { passwordHash }),
    userMetadata: metadata,
    shippingAddress,
    ...(codeChallenge !== undefined && { codeChallenge }),
  };
  await requestConfirmation(ctx, tx, { userId: user.id, email, payload, redirectTo }, client);
}

async function emailOwner(ctx: IdentityContext, tx: Transaction, user: UserRow, request: SignUp): Promise<void> {
  const now = ctx.clock.now();
  const occasion = `${user.id}:${now.toISOString()}`;
  const isOnTheWay = request.redirectTo.startsWith(`${ctx.config.siteUrl}${APP_PATHS.account}?`);
  const data = isOnTheWay ? { signinUrl: request.redirectTo } : {};
  await queueEmailToOwner(ctx, tx, user, { kind: 'already-have-account', occasion, data });
  await audit(tx, { action: 'user_repeated_signup', userId: user.id, client: request.client }, now);
}
