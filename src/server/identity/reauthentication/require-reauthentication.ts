import { eq } from 'drizzle-orm';
import type { IdentityContext } from '../context.ts';
import { sessions } from '../schema.ts';
import type { Db } from '../../platform/db/database.ts';
import { AuthError } from '../wire/errors.ts';
import { giveBackAttempt, limitAccount } from '../limits/limits.ts';
import { deleteToken, tryCode } from '../users/one-time-tokens.ts';
import { verifyPassword } from '../passwords/passwords.ts';
import type { SessionRow, UserRow } from '../rows.ts';
import { lockUser } from '../users/queries.ts';

/** What a request may carry to prove that the account's owner sends it. An empty field counts as absent. */
export interface Proof {
  readonly password?: string | undefined;
  /** The six digits that `GET /reauthenticate` mails. */
  readonly nonce?: string | undefined;
}

interface Prover {
  readonly user: UserRow;
  readonly session: SessionRow;
}

/**
 * Passes for a request with a valid proof, or from a session that proved its user a short while ago. A proof is remembered on the
 * session, for the calls without a body; a wrong one is refused however recent the last was.
 * @throws AuthError reauthentication_needed, current_password_invalid, reauthentication_not_valid, over_request_rate_limit
 */
export async function requireReauthentication(ctx: IdentityContext, prover: Prover, proof: Proof = {}): Promise<void> {
  if (await acceptProof(ctx, prover, proof)) await rememberProof(ctx.db, prover.session.id, ctx.clock.now());
  else requireRecentProof(ctx, prover.session);
}

/** Passes for a session whose sign-in, or later proof, is recent. A refresh is neither. @throws AuthError reauthentication_needed */
export function requireRecentProof(
  { clock, config }: Pick<IdentityContext, 'clock' | 'config'>,
  { reauthenticatedAt }: Pick<SessionRow, 'reauthenticatedAt'>,
): void {
  const limitMs = config.auth.reauthenticationSeconds * 1000;
  const isRecent = reauthenticatedAt !== null && clock.now().getTime() - reauthenticatedAt.getTime() <= limitMs;
  if (!isRecent) throw new AuthError(400, 'reauthentication_needed', 'This change requires reauthentication');
}

/** Stores the proof with its session, so that it holds in every process. */
export async function rememberProof(db: Db, sessionId: string, now: Date): Promise<void> {
  await db.update(sessions).set({ reauthenticatedAt: now }).where(eq(sessions.id, sessionId));
}

/** False when the request carries none. An account without a password has none to compare. */
async function acceptProof(ctx: IdentityContext, { user }: Prover, { password, nonce }: Proof): Promise<boolean> {
  const hasNonce = nonce !== undefined && nonce !== '';
  const hasPassword = password !== undefined && password !== '' && user.passwordHash !== null;
  if (hasNonce) await requireNonce(ctx, user, nonce);
  if (hasPassword) await requireCurrentPassword(ctx, user, password);
  return hasNonce || hasPassword;
}

/** Uses the code up. Its guesses are counted apart from those of strangers, who could otherwise use up the owner's. */
async function requireNonce(ctx: IdentityContext, user: UserRow, nonce: string): Promise<void> {
  await limitAccount(ctx, 'nonce', user.id);
  const matched = await ctx.db.transaction(async (tx) => {
    await lockUser(tx, user.id);
    const token = await tryCode(tx, user.id, 'reauthentication', nonce, ctx.clock.now());
    if (token) await deleteToken(tx, token.id);
    return token !== null;
  });
  if (!matched) throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
  await giveBackAttempt(ctx, 'nonce', user.id);
}

/** Guesses count with those at sign-in: a borrowed session must not find the password out. */
async function requireCurrentPassword(ctx: IdentityContext, user: UserRow, password: string): Promise<void> {
  await limitAccount(ctx, 'password', user.email);
  if (!(await verifyPassword(user.passwordHash, password))) throw currentPasswordInvalid();
  await giveBackAttempt(ctx, 'password', user.email);
}

export function currentPasswordInvalid(): AuthError {
  return new AuthError(400, 'current_password_invalid', 'Current password is incorrect');
}
