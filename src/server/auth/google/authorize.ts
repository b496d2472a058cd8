import { randomUUID } from 'node:crypto';
import type { Context } from '../../context.ts';
import { type Bearer, refuseOwingSecondStep, requireBearer } from '../bearer.ts';
import { clientOf } from '../client.ts';
import { AuthError } from '../errors.ts';
import { insertFlow } from '../flow-states.ts';
import type { Call } from '../http.ts';
import { limitCaller } from '../limits.ts';
import { codeChallengeIn } from '../pkce.ts';
import { requireRecentProof } from '../reauthentication.ts';
import { withError } from '../redirect-replies.ts';
import { requestedRedirect } from '../redirects.ts';
import { rememberFlow } from './flow-cookie.ts';
import { consentPage, newQuestion, requireGoogle } from './provider.ts';

/** GET /authorize: sends a browser to Google (AUTH-CONTRACT §3.5). */
export async function authorize(ctx: Context, call: Call): Promise<Response> {
  try {
    return call.redirect(await beginFlow(ctx, call, null), 302);
  } catch (error) {
    return sendBack(ctx, call, error);
  }
}

/** A person in a browser is better off on our sign-in page than in front of JSON. */
function sendBack(ctx: Context, call: Call, error: unknown): Response {
  if (!call.req.header('accept')?.includes('text/html')) throw error;
  const failure = error instanceof AuthError ? error : unreachable();
  if (!(error instanceof AuthError)) ctx.log.error({ err: error }, 'Google could not be reached');
  return call.redirect(withError(requestedRedirect(ctx.config, call), failure, true), 302);
}

function unreachable(): AuthError {
  return new AuthError(503, 'unexpected_failure', 'Unable to reach the external provider');
}

/** GET /user/identities/authorize: the same, to add a way in to an account that is signed in (AUTH-CONTRACT §3.13). */
export async function authorizeLinking(ctx: Context, call: Call): Promise<Response> {
  requireLinking(ctx);
  const bearer = await requireBearer(ctx, call.req.header('authorization'));
  refuseOwingSecondStep(bearer);
  requireRecentProof(ctx, bearer.session);
  const url = await beginFlow(ctx, call, bearer);
  return call.req.query('skip_http_redirect') === 'true' ? call.json({ url }) : call.redirect(url, 302);
}

/** @throws AuthError manual_linking_disabled */
export function requireLinking(ctx: Context): void {
  if (ctx.config.auth.manualLinking) return;
  throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled');
}

/** Remembers what was asked for under a fresh `state`, and returns the address of Google's page. */
export async function beginFlow(
  ctx: Context,
  call: Call,
  linking: Bearer | null,
  { isReauthentication = false } = {},
): Promise<string> {
  const query = call.req.query();
  requireGoogle(ctx.config, query['provider']);
  await limitCaller(ctx, 'token', clientOf(ctx.config, call));
  const codeChallenge = codeChallengeIn(query) ?? null;
  const question = newQuestion(randomUUID());
  const url = await consentPage(ctx.config, question, query);
  await insertFlow(ctx.db, {
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
  rememberFlow(ctx.config, call, question.state);
  return url;
}
