import { TOO_MANY_ATTEMPTS } from '../../../contract/errors.ts';
import type { SessionRow, UserRow } from '../schema.ts';
import { giveBackAttempt, limitAccount } from '../limits/limits.ts';
import { admitCode, giveBackCode, reportWrongCode } from '../limits/wrong-codes.ts';
import { deleteToken, tryCode } from '../users/one-time-tokens.ts';
import { verifyPassword } from '../passwords/passwords.ts';
import { lockUser } from '../users/queries.ts';
import { isPasswordUndoable } from '../users/security-changes.ts';
import { AuthError } from '../auth-error.ts';
import type { IdentityContext } from '../context.ts';
import { ApiError } from '../../platform/api-error.ts';
import { requireBearerOf, type SignedIn } from '../session/bearer.ts';
import type { SignInMethod } from '../session/open-session.ts';
import { listMethodsSince } from '../users/proved-methods.ts';

/** An empty field counts as missing. */
export interface Proof {
  readonly password?: string | undefined;
  readonly nonce?: string | undefined;
}

interface Prover {
  readonly user: UserRow;
  readonly session: SessionRow;
}

/**
 * Accepts a valid proof for this call, or a recent one of the session (rules/accounts 62).
 * @throws AuthError reauthentication_needed, current_password_invalid, reauthentication_not_valid,
 * over_request_rate_limit
 */
export async function requireReauthentication(ctx: IdentityContext, prover: Prover, proof: Proof = {}): Promise<void> {
  if ((await acceptProof(ctx, prover, proof)) === null) requireRecentProof(ctx, prover.session);
}

/**
 * @returns how the user proved it
 * @throws AuthError as requireReauthentication
 */
export async function requireProof(ctx: IdentityContext, prover: Prover, proof: Proof): Promise<SignInMethod> {
  const method = await acceptProof(ctx, prover, proof);
  if (method === null) throw reauthenticationNeeded();
  return method;
}

/** Methods by email, which can also reset a password. Google isn't one: it only confirms the user. */
const EMAILED: readonly string[] = ['otp', 'recovery', 'magiclink', 'email/signup', 'email_change'];

/**
 * For a new password: within an hour after a reset link, or after a recent sign-in with the current password or an
 * email (rules/accounts 21).
 * @throws AuthError as requireReauthentication
 */
export async function requirePasswordProof(ctx: IdentityContext, prover: Prover, proof: Proof): Promise<void> {
  if ((await acceptProof(ctx, prover, proof)) !== null) return;
  const { passwordResetUntil } = prover.session;
  if (passwordResetUntil !== null && ctx.clock.now() <= passwordResetUntil) return;
  requireRecentProof(ctx, prover.session);
  const { passwordHash, passwordChangedAt } = prover.user;
  if (passwordHash === null) return;
  const since = new Date(ctx.clock.now().getTime() - ctx.config.auth.reauthenticationSeconds * 1000);
  const proofs = await listMethodsSince(ctx.db, prover.session.id, since);
  const isProved = proofs.some(({ method, updatedAt }) =>
    method === 'password' ? updatedAt >= (passwordChangedAt ?? since) : EMAILED.includes(method),
  );
  if (!isProved) throw reauthenticationNeeded();
}

/**
 * Refreshing a session isn't a proof.
 * @throws AuthError reauthentication_needed
 */
export function requireRecentProof(
  { clock, config }: Pick<IdentityContext, 'clock' | 'config'>,
  { reauthenticatedAt }: Pick<SessionRow, 'reauthenticatedAt'>,
): void {
  const limitMs = config.auth.reauthenticationSeconds * 1000;
  const isRecent = reauthenticatedAt !== null && clock.now().getTime() - reauthenticatedAt.getTime() <= limitMs;
  if (!isRecent) throw reauthenticationNeeded();
}

function reauthenticationNeeded(): AuthError {
  return new AuthError(400, 'reauthentication_needed', 'This change requires reauthentication');
}

async function acceptProof(
  ctx: IdentityContext,
  { user }: Prover,
  { password, nonce }: Proof,
): Promise<SignInMethod | null> {
  const hasNonce = nonce !== undefined && nonce !== '';
  const hasPassword = password !== undefined && password !== '' && user.passwordHash !== null;
  if (hasNonce) await requireNonce(ctx, user, nonce);
  if (hasPassword) await requireCurrentPassword(ctx, user, password);
  if (hasPassword) return 'password';
  return hasNonce ? 'otp' : null;
}

/** Not counted with strangers' guesses, which could use up the owner's limit. */
async function requireNonce(ctx: IdentityContext, user: UserRow, nonce: string): Promise<void> {
  await limitAccount(ctx, 'nonce', user.id);
  await admitCode(ctx, 'reauthentication', user.id);
  const matched = await ctx.db.transaction(async (tx) => {
    await lockUser(tx, user.id);
    const token = await tryCode(tx, user.id, 'reauthentication', nonce, ctx.clock.now());
    if (token) await deleteToken(tx, token.id);
    return token !== null;
  });
  if (!matched) {
    await reportWrongCode(ctx, 'reauthentication', user.id, user);
    throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
  }
  await giveBackCode(ctx, 'reauthentication', user.id);
  await giveBackAttempt(ctx, 'nonce', user.id);
}

/** Counted, so that a stolen session can't find out the password, but not with strangers' guesses. */
async function requireCurrentPassword(ctx: IdentityContext, user: UserRow, password: string): Promise<void> {
  await limitAccount(ctx, 'current_password', user.id);
  if (!(await verifyPassword(user.passwordHash, password))) throw currentPasswordInvalid();
  await giveBackAttempt(ctx, 'current_password', user.id);
}

/**
 * The password may have been changed during the comparison.
 * @throws AuthError current_password_invalid
 */
export function requireSamePassword(before: Pick<Prover, 'user'>, now: Pick<Prover, 'user'>): void {
  if (before.user.passwordHash !== now.user.passwordHash) throw currentPasswordInvalid();
}

function currentPasswordInvalid(): AuthError {
  return new AuthError(400, 'current_password_invalid', 'Current password is incorrect');
}

/** Reauthentication for the shop's own API. @throws ApiError reauthentication_needed, wrong_password, rate_limited */
export async function proveOwner(ctx: IdentityContext, user: SignedIn): Promise<UserRow> {
  const bearer = await requireBearerOf(ctx, user);
  await inWordsOfApi(() => requireReauthentication(ctx, bearer));
  return bearer.user;
}

/**
 * For changes that no link undoes. Doesn't accept a recent sign-in, or a password whose change can still be undone
 * (rules/accounts 40).
 * @throws ApiError reauthentication_needed, wrong_password, rate_limited
 */
export async function proveOwnerAnew(ctx: IdentityContext, user: SignedIn, proof: Proof): Promise<UserRow> {
  const bearer = await requireBearerOf(ctx, user);
  if ((await inWordsOfApi(() => acceptProof(ctx, bearer, proof))) === null) {
    throw new ApiError('reauthentication_needed', 'Confirm that it’s you first.');
  }
  if (!proof.nonce && (await isPasswordUndoable(ctx.db, user.userId, ctx.clock.now()))) {
    throw new ApiError(
      'reauthentication_needed',
      'Your password was changed recently, so it can’t confirm this. Press “Send me a code” and enter the code that we email you.',
    );
  }
  return bearer.user;
}

async function inWordsOfApi<T>(prove: () => Promise<T>): Promise<T> {
  try {
    return await prove();
  } catch (error) {
    throw error instanceof AuthError ? asApiError(error) : error;
  }
}

export function wrongPassword(): ApiError {
  return new ApiError('wrong_password', 'That isn’t your password.', { password: 'That isn’t your password.' });
}

function asApiError(error: AuthError): Error {
  const { code, status } = error;
  if (status >= 500) return error;
  if (code === 'reauthentication_needed') {
    return new ApiError('reauthentication_needed', 'Confirm that it’s you first.');
  }
  if (code === 'current_password_invalid') return wrongPassword();
  if (status === 429) return new ApiError('rate_limited', TOO_MANY_ATTEMPTS);
  const message = 'That code is wrong or has expired. Request another one.';
  return new ApiError('wrong_password', message, { nonce: message });
}
