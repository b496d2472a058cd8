import type { IdentityContext } from '../context.ts';
import { type Bearer, refuseOwingSecondStep, requireBearer } from '../session/bearer.ts';
import { AuthError } from '../auth-error.ts';
import { insertFlow, newSecretId } from '../session/flow-states.ts';
import type { Call } from '../wire/http.ts';
import { limitCaller } from '../limits/limits.ts';
import { codeChallengeIn } from '../wire/pkce.ts';
import { withError } from '../wire/redirect-replies.ts';
import { requestedRedirect } from '../wire/redirects.ts';
import { requireRecentProof } from '../reauthentication/require-reauthentication.ts';
import { addFlowCookie } from '../wire/flow-cookie.ts';
import { consentPage, newAuthorizationRequest, requireGoogle } from './openid.ts';

/** GET /authorize: sends a browser to Google (rules/auth-wire 30). */
export async function authorize(ctx: IdentityContext, call: Call): Promise<Response> {
  try {
    return call.redirect(await beginFlow(ctx, call, null), 302);
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

export async function authorizeLinking(ctx: IdentityContext, call: Call): Promise<Response> {
  requireLinking(ctx);
  const bearer = await requireBearer(ctx, call.req.header('authorization'));
  refuseOwingSecondStep(bearer);
  requireRecentProof(ctx, bearer.session);
  const url = await beginFlow(ctx, call, bearer);
  return call.req.query('skip_http_redirect') === 'true' ? call.json({ url }) : call.redirect(url, 302);
}

export function requireLinking(ctx: IdentityContext): void {
  if (ctx.config.auth.manualLinking) return;
  throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled');
}

export async function beginFlow(
  ctx: IdentityContext,
  call: Call,
  linking: Bearer | null,
  { isReauthentication = false } = {},
): Promise<string> {
  const query = call.req.query();
  requireGoogle(ctx.config, query['provider']);
  await limitCaller(ctx, 'token', call.var.client);
  const codeChallenge = codeChallengeIn(query) ?? null;
  const question = newAuthorizationRequest(newSecretId());
  const url = await consentPage(ctx.config, question, query);
  await insertFlow(ctx, {
    id: question.state,
    provider: 'google',
    redirectTo: requestedRedirect(ctx.config, call),
    codeChallenge,
    nonce: question.nonce,
    providerCodeVerifier: question.codeVerifier,
    linkingUserId: linking?.user.id ?? null,
    linkingSessionId: linking?.session.id ?? null,
    linkingAal: linking?.aal ?? null,
    isReauthentication,
    createdAt: ctx.clock.now(),
  });
  addFlowCookie(ctx.config, call, question.state);
  return url;
}
