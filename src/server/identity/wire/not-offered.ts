import * as z from 'zod/mini';
import { AuthError, invalid } from '../auth-error.ts';
import { readBody, type Call } from './http.ts';

/** The messages that GoTrue sends (rules/auth-wire 64). */
const PHONE_REFUSALS = {
  signup: [400, 'Phone signups are disabled'],
  login: [422, 'Phone logins are disabled'],
} as const;

/**
 * A body with a phone number must not get the error that the number is missing (rules/auth-wire 64).
 * @throws AuthError phone_provider_disabled, or validation_failed if it also has an email
 */
export function refusePhone(
  { email, phone }: { readonly email?: string | undefined; readonly phone?: string | undefined },
  call: keyof typeof PHONE_REFUSALS,
): void {
  if (!phone) return;
  if (email) throw invalid(`Only an email address or phone number should be provided on ${call}.`);
  const [status, message] = PHONE_REFUSALS[call];
  throw new AuthError(status, 'phone_provider_disabled', message);
}

const oneTimePasswordBody = z.object({ email: z.optional(z.string()), phone: z.optional(z.string()) });

/** POST /otp and /magiclink. Refused, since only admin calls make links that sign in. */
export async function refuseOneTimePassword(call: Call): Promise<never> {
  const body = await readBody(call, oneTimePasswordBody);
  refusePhone(body, 'login');
  if (!body.email) throw invalid('One of email or phone must be set');
  throw new AuthError(422, 'email_provider_disabled', 'Login with magic link is disabled');
}

export function refuseSingleSignOn(_call: Call): never {
  throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled');
}
