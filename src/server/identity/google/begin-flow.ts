import { AuthError } from '../auth-error.ts';
import type { IdentityContext } from '../context.ts';
import { newAuthorizationRequest, consentPage } from './openid.ts';
import type { Bearer } from '../session/bearer.ts';
import { newSecretId, insertFlow } from '../session/flow-states.ts';

export function requireLinking(ctx: IdentityContext): void {
  if (ctx.config.auth.manualLinking) return;
  throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled');
}

interface FlowRequest {
  /** May contain parameters that the caller wants to pass to Google (rules/auth-wire 30). */
  readonly query: Record<string, string>;
  readonly redirectTo: string;
  readonly codeChallenge: string | null;
  readonly linking: Bearer | null;
  readonly isReauthentication: boolean;
}

export async function beginFlow(
  ctx: IdentityContext,
  { query, redirectTo, codeChallenge, linking, isReauthentication }: FlowRequest,
): Promise<{ readonly url: string; readonly state: string }> {
  const question = newAuthorizationRequest(newSecretId());
  const url = await consentPage(ctx.config, question, query);
  await insertFlow(ctx, {
    id: question.state,
    provider: 'google',
    redirectTo,
    codeChallenge,
    nonce: question.nonce,
    providerCodeVerifier: question.codeVerifier,
    linkingUserId: linking?.user.id ?? null,
    linkingSessionId: linking?.session.id ?? null,
    linkingAal: linking?.aal ?? null,
    isReauthentication,
    createdAt: ctx.clock.now(),
  });
  return { url, state: question.state };
}
