import * as z from 'zod/mini';
import { invalid } from '../auth-error.ts';
import type { IdentityContext } from '../context.ts';
import type { LinkOptions } from '../emails/link-emails.ts';
import type { Call } from './http.ts';
import { requestedRedirect } from './redirects.ts';

export const pkceFields = {
  code_challenge: z.optional(z.string()),
  code_challenge_method: z.optional(z.string()),
};

/**
 * Undefined for the implicit flow. Allows only S256, since with `plain` the challenge is the secret itself.
 * @throws AuthError validation_failed
 */
export function codeChallengeIn(fields: {
  code_challenge?: string | undefined;
  code_challenge_method?: string | undefined;
}): string | undefined {
  const { code_challenge: challenge, code_challenge_method: method } = fields;
  if (!challenge && !method) return undefined;
  if (!challenge || !method) throw invalid('PKCE flow requires code_challenge_method and code_challenge');
  if (method.toLowerCase() !== 's256') throw invalid('Only code_challenge_method s256 is supported');
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(challenge)) {
    throw invalid('code_challenge has to be 43 to 128 characters of A-Z, a-z, 0-9, -, ., _ and ~');
  }
  return challenge;
}

export function linkOptions(
  ctx: IdentityContext,
  call: Call,
  fields: Parameters<typeof codeChallengeIn>[0],
): LinkOptions {
  const redirectTo = requestedRedirect(ctx.config, call);
  return { redirectTo, codeChallenge: codeChallengeIn(fields), client: call.var.client };
}
