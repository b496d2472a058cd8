import type { IdentityContext } from '../context.ts';
import { rememberDevice } from './device-cookie.ts';
import { AuthError } from '../auth-error.ts';
import type { Call } from './http.ts';
import { grantByPassword } from '../session/sign-in-by-password.ts';
import { grantByPkce } from '../session/redeem-auth-code.ts';
import { grantByRefreshToken } from '../session/refresh-session.ts';

const GRANTS = new Map([
  ['password', grantByPassword],
  ['refresh_token', grantByRefreshToken],
  ['pkce', grantByPkce],
]);

/** POST /token (rules/auth-wire 24 to 29). */
export async function issueTokens(ctx: IdentityContext, call: Call): Promise<Response> {
  const grant = GRANTS.get(call.req.query('grant_type') ?? '');
  if (!grant) throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
  const session = await grant(ctx, call);
  rememberDevice(ctx, call, session.user.email);
  return call.json(session);
}
