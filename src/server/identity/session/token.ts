import type { IdentityContext } from '../context.ts';
import { rememberDevice } from '../limits/device-cookie.ts';
import { AuthError } from '../wire/errors.ts';
import type { Call } from '../wire/http.ts';
import { grantByPassword } from './password-grant.ts';
import { grantByPkce } from './pkce-grant.ts';
import { grantByRefreshToken } from './refresh-grant.ts';

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
