import * as z from 'zod/mini';
import { emailAddressOf } from '../../../domain/email-address.ts';
import { AuthError, invalid } from '../auth-error.ts';
import type { IdentityContext } from '../context.ts';
import { limitCaller } from '../limits/limits.ts';
import { redeemAuthCode } from '../session/redeem-auth-code.ts';
import { refreshSession } from '../session/refresh-session.ts';
import type { SessionTokens } from '../session/session-tokens.ts';
import { signInByPassword } from '../session/sign-in-by-password.ts';
import { rememberDevice, deviceOf } from './device-cookie.ts';
import { type Call, readBody } from './http.ts';
import { refusePhone } from './not-offered.ts';
import { sessionReply } from './session-reply.ts';

const passwordBody = z.object({
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  password: z.optional(z.string()),
});

const pkceBody = z.object({ auth_code: z.optional(z.string()), code_verifier: z.optional(z.string()) });

const refreshBody = z.object({ refresh_token: z.optional(z.string()) });

const GRANTS = new Map([
  ['password', grantByPassword],
  ['refresh_token', grantByRefreshToken],
  ['pkce', grantByPkce],
]);

/** POST /token (rules/auth-wire 24 to 29). */
export async function postToken(ctx: IdentityContext, call: Call): Promise<Response> {
  const grant = GRANTS.get(call.req.query('grant_type') ?? '');
  if (!grant) throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
  const session = await grant(ctx, call);
  rememberDevice(ctx, call, session.account.user.email);
  return call.json(sessionReply(ctx, session));
}

async function grantByPassword(ctx: IdentityContext, call: Call): Promise<SessionTokens> {
  const { client } = call.var;
  await limitCaller(ctx, 'token', client);
  const body = await readBody(call, passwordBody);
  refusePhone(body, 'login');
  if (!body.email) throw invalid('missing email or phone');
  const email = emailAddressOf(body.email) ?? body.email.toLowerCase();
  const guess = { email, password: body.password ?? '', device: deviceOf(ctx, call, email) };
  return await signInByPassword(ctx, guess, client);
}

async function grantByRefreshToken(ctx: IdentityContext, call: Call): Promise<SessionTokens> {
  const body = await readBody(call, refreshBody);
  return await refreshSession(ctx, body.refresh_token ?? '', call.var.client);
}

async function grantByPkce(ctx: IdentityContext, call: Call): Promise<SessionTokens> {
  const { client } = call.var;
  await limitCaller(ctx, 'token', client);
  const { auth_code: code, code_verifier: verifier } = await readBody(call, pkceBody);
  if (!code || !verifier) throw invalid('invalid request: both auth code and code verifier should be non-empty');
  return await redeemAuthCode(ctx, { code, verifier }, client);
}
