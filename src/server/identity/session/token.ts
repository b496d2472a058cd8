import type { IdentityContext } from '../context.ts';
import { AuthError } from '../wire/errors.ts';
import type { Call } from '../wire/http.ts';
import { grantByPassword } from './password-grant.ts';
import { grantByPkce } from './pkce-grant.ts';
import { grantByRefreshToken } from './refresh-grant.ts';

/** POST /token (rules/auth-wire 24 to 29). */
export async function issueTokens(ctx: IdentityContext, call: Call): Promise<Response> {
  switch (call.req.query('grant_type')) {
    case 'password':
      return call.json(await grantByPassword(ctx, call));
    case 'refresh_token':
      return call.json(await grantByRefreshToken(ctx, call));
    case 'pkce':
      return call.json(await grantByPkce(ctx, call));
    default:
      throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
  }
}
