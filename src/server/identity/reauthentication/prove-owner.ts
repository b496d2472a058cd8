import { AuthError } from '../wire/errors.ts';
import type { UserRow } from '../schema.ts';
import type { IdentityContext } from '../context.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { requireBearerOf, type SignedIn } from '../session/bearer.ts';
import { type Proof, requireReauthentication } from './require-reauthentication.ts';

/** Reauthentication for the shop's own API. @throws ApiError reauthentication_needed, wrong_password, rate_limited */
export async function proveOwner(ctx: IdentityContext, user: SignedIn, proof: Proof = {}): Promise<UserRow> {
  const bearer = await requireBearerOf(ctx, user);
  try {
    await requireReauthentication(ctx, bearer, proof);
    return bearer.user;
  } catch (error) {
    throw error instanceof AuthError ? asApiError(error) : error;
  }
}

export function wrongPassword(): ApiError {
  return new ApiError('wrong_password', 'That is not your password.', { password: 'That is not your password.' });
}

function asApiError(error: AuthError): Error {
  const { code, status } = error;
  if (status >= 500) return error;
  if (code === 'reauthentication_needed') {
    return new ApiError('reauthentication_needed', 'Before that, we have to be sure that it is you.');
  }
  if (code === 'current_password_invalid') return wrongPassword();
  if (status === 429) return new ApiError('rate_limited', 'Too many attempts. Please wait a quarter of an hour.');
  const message = 'That code has expired or was never ours. Ask for another one.';
  return new ApiError('wrong_password', message, { nonce: message });
}
