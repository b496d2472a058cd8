import { authenticate, type SignedIn } from '../session/bearer.ts';
import { AuthError } from '../wire/errors.ts';
import type { IdentityContext } from '../context.ts';
import { nothingHere } from '../../platform/errors/api-error.ts';
import { hasPassedAsOperator } from './roles.ts';

/**
 * Who sent this `Authorization` header, when that is an operator whose session has passed two steps: both are asked of the
 * database, so that a role or a factor taken away counts at once. Everybody else learns that there is nothing at this address.
 * @throws ApiError not_found
 */
export async function requireOperator(ctx: IdentityContext, authorization: string | undefined): Promise<SignedIn> {
  const user = await authenticate(ctx, authorization, 'session').catch((error: unknown) => {
    throw error instanceof AuthError ? nothingHere() : error;
  });
  // The token's own level counts as well: a session may have risen since, and not for whoever holds its older tokens.
  if (user.aal !== 'aal2' || !(await hasPassedAsOperator(ctx.db, user))) throw nothingHere();
  return user;
}
