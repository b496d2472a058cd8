import { authenticate, type SignedIn } from '../session/bearer.ts';
import { AuthError } from '../wire/errors.ts';
import type { IdentityContext } from '../context.ts';
import { nothingHere } from '../../platform/errors/api-error.ts';
import { hasPassedAsOperator } from './roles.ts';

/**
 * Role and second step are read from the database, so that a revocation counts at once.
 * @throws ApiError not_found for all other callers
 */
export async function requireOperator(ctx: IdentityContext, authorization: string | undefined): Promise<SignedIn> {
  const user = await authenticate(ctx, authorization, 'session').catch((error: unknown) => {
    throw error instanceof AuthError ? nothingHere() : error;
  });
  // The session may have risen since; its older tokens have not.
  if (user.aal !== 'aal2' || !(await hasPassedAsOperator(ctx.db, user))) throw nothingHere();
  return user;
}
