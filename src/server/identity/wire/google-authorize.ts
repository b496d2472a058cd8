import { AuthError } from '../auth-error.ts';
import type { IdentityContext } from '../context.ts';
import { requireLinking, beginFlow } from '../google/begin-flow.ts';
import { unlinkIdentity } from '../google/linking.ts';
import { requireGoogle } from '../google/openid.ts';
import { requireNoPassword } from '../google/reauthenticate-by-google.ts';
import { limitCaller } from '../limits/limits.ts';
import { requireRecentProof } from '../reauthentication/require-reauthentication.ts';
import { requireBearer, type Bearer } from '../session/bearer.ts';
import { addFlowCookie } from './flow-cookie.ts';
import type { Call } from './http.ts';
import { linkOptions } from './pkce.ts';
import { withError } from './redirect-replies.ts';
import { requestedRedirect } from './redirects.ts';

/** GET /authorize: sends a browser to Google (rules/auth-wire 30). */
export async function getAuthorize(ctx: IdentityContext, call: Call): Promise<Response> {
  try {
    return call.redirect(await begin(ctx, call, null), 302);
  } catch (error) {
    return sendBack(ctx, call, error);
  }
}

function sendBack(ctx: IdentityContext, call: Call, error: unknown): Response {
  if (!call.req.header('accept')?.includes('text/html')) throw error;
  const failure = error instanceof AuthError ? error : unreachable();
  if (!(error instanceof AuthError)) ctx.log.error({ err: error }, 'Google could not be reached');
  return call.redirect(withError(requestedRedirect(ctx.config, call), failure, true), 302);
}

function unreachable(): AuthError {
  return new AuthError(503, 'unexpected_failure', 'Unable to reach the external provider');
}

/** GET /user/identities/authorize (rules/auth-wire 34). */
export async function getIdentityAuthorize(ctx: IdentityContext, call: Call): Promise<Response> {
  requireLinking(ctx);
  const bearer = await requireBearer(ctx, call.req.header('authorization'));
  requireRecentProof(ctx, bearer.session);
  const url = await begin(ctx, call, bearer);
  return call.req.query('skip_http_redirect') === 'true' ? call.json({ url }) : call.redirect(url, 302);
}

/** GET /reauthenticate/authorize: for an account without a password. */
export async function getReauthenticateAuthorize(ctx: IdentityContext, call: Call): Promise<Response> {
  const bearer = await requireBearer(ctx, call.req.header('authorization'));
  requireNoPassword(bearer.user);
  return call.json({ url: await begin(ctx, call, bearer, { isReauthentication: true }) });
}

async function begin(
  ctx: IdentityContext,
  call: Call,
  linking: Bearer | null,
  { isReauthentication = false } = {},
): Promise<string> {
  const query = call.req.query();
  requireGoogle(ctx.config, query['provider']);
  await limitCaller(ctx, 'token', call.var.client);
  const { redirectTo, codeChallenge = null } = linkOptions(ctx, call, query);
  const { url, state } = await beginFlow(ctx, { query, redirectTo, codeChallenge, linking, isReauthentication });
  addFlowCookie(ctx.config, call, state);
  return url;
}

/** DELETE /user/identities/{identity_id} (rules/auth-wire 35). */
export async function deleteUserIdentity(ctx: IdentityContext, call: Call): Promise<Response> {
  requireLinking(ctx);
  const bearer = await requireBearer(ctx, call.req.header('authorization'));
  await unlinkIdentity(ctx, bearer, call.req.param('id') ?? '', call.var.client);
  return call.json({});
}
