import { AuthError } from '../wire/errors.ts';
import { forgive, limitAccount } from '../limits/limits.ts';
import { verifyPassword } from '../passwords/passwords.ts';
import { requireNonce } from './reauthenticate.ts';
import type { UserRow } from '../rows.ts';
import type { IdentityContext } from '../context.ts';
import { ApiError } from '../../platform/errors/api-error.ts';

/** What somebody hands in to show that the account is theirs and not a borrowed browser's. */
export interface Proof {
  readonly password?: string | undefined;
  /** The six digits of `GET /auth/v1/reauthenticate`, for people without a password. */
  readonly nonce?: string | undefined;
}

/**
 * Lets only the owner of the account pass. Guesses count with those at the door.
 * @throws ApiError wrong_password, rate_limited
 */
export async function proveOwner(ctx: IdentityContext, user: UserRow, { password, nonce }: Proof): Promise<void> {
  try {
    if (user.passwordHash === null) return await requireNonce(ctx, user, nonce ?? '');
    await limitAccount(ctx, 'password', user.email);
    if (!(await verifyPassword(user.passwordHash, password ?? ''))) throw wrongPassword();
    await forgive(ctx, 'password', user.email);
  } catch (error) {
    throw error instanceof AuthError ? asApiError(error) : error;
  }
}

export function wrongPassword(): ApiError {
  return new ApiError('wrong_password', 'That is not your password.', { password: 'That is not your password.' });
}

function asApiError({ status }: AuthError): ApiError {
  if (status === 429) return new ApiError('rate_limited', 'Too many attempts. Please wait a quarter of an hour.');
  const message = 'That code has expired or was never ours. Ask for another one.';
  return new ApiError('wrong_password', message, { nonce: message });
}
