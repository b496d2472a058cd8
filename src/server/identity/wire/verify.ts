import { Hono } from 'hono';
import * as z from 'zod/mini';
import { LINK_PATHS, APP_PATHS, PUBLIC_PATHS } from '../../../contract/site-paths.ts';
import { clientOf } from '../../platform/http/client.ts';
import { invalid } from '../auth-error.ts';
import type { IdentityContext } from '../context.ts';
import { followLink, signInByLink, signInByCode } from '../email-links/verify.ts';
import { limitCaller } from '../limits/limits.ts';
import { failureToCarry } from './error-reply.ts';
import { type Call, type AuthEnv, readBody, parseEmail } from './http.ts';
import { refusePhone } from './not-offered.ts';
import { withMessage, withCode, withSession, withError } from './redirect-replies.ts';
import { requestedRedirect } from './redirects.ts';
import { sessionReply } from './session-reply.ts';

const FIRST_OF_TWO_CONFIRMED = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/** GET /verify: our emails don't link here (rules/auth-wire 38). */
export async function getVerify(ctx: IdentityContext, call: Call): Promise<Response> {
  // An email scanner's HEAD request must not use up the link.
  if (call.req.method === 'HEAD') return call.body(null, 200);
  const { token = '', type = '' } = call.req.query();
  if (!token || !type) throw invalid('Verify requires a token and a type');
  return await redirectByLink(ctx, call, { token, type });
}

/** Email programs open links too, so only the POST of the page's button uses one up (rules/accounts 72). */
export function emailLinkForms(ctx: IdentityContext): Hono<AuthEnv> {
  const app = new Hono<AuthEnv>();
  for (const [type, path] of Object.entries(LINK_PATHS)) {
    app.on('POST', path, async (call) => {
      call.set('client', clientOf(ctx.config, call));
      call.header('Cache-Control', 'no-store');
      return await redirectByLink(ctx, call, { token: call.req.query('token') ?? '', type });
    });
  }
  return app;
}

async function redirectByLink(ctx: IdentityContext, call: Call, link: { token: string; type: string }) {
  call.header('Referrer-Policy', 'no-referrer');
  const redirectTo = requestedRedirect(ctx.config, call);
  return call.redirect(await locationAfterLink(ctx, call, link, redirectTo), 303);
}

async function locationAfterLink(
  ctx: IdentityContext,
  call: Call,
  link: { token: string; type: string },
  redirectTo: string,
): Promise<string> {
  try {
    const followed = await followLink(ctx, link, call.var.client);
    if (followed === null) return withMessage(redirectTo, FIRST_OF_TWO_CONFIRMED);
    if ('code' in followed) return withCode(redirectTo, followed.code);
    const target = followed.isContested ? targetAfterContest(ctx, redirectTo) : redirectTo;
    return withSession(target, sessionReply(ctx, followed.session), link.type);
  } catch (error) {
    return withError(redirectTo, failureToCarry(ctx, error, call), link.token.startsWith('pkce_'));
  }
}

function targetAfterContest({ config: { siteUrl } }: IdentityContext, redirectTo: string): string {
  const { origin, pathname, search } = new URL(redirectTo);
  if (origin !== new URL(siteUrl).origin) return redirectTo;
  const isOnTheWay = search !== '' || (pathname !== APP_PATHS.account && pathname !== PUBLIC_PATHS.home);
  const next = isOnTheWay ? pathname + search : APP_PATHS.accountProfile;
  const query = new URLSearchParams({ reason: 'contested', next });
  return `${siteUrl}${APP_PATHS.resetPassword}?${query.toString()}`;
}

const verifyBody = z.object({
  type: z.optional(z.string()),
  token: z.optional(z.string()),
  token_hash: z.optional(z.string()),
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
});

export async function postVerify(ctx: IdentityContext, call: Call): Promise<Response> {
  const { client } = call.var;
  await limitCaller(ctx, 'verify', client);
  const body = await readBody(call, verifyBody);
  const { type, token_hash: link, token: code = '', email } = body;
  if (!type) throw invalid('Verify requires a verification type');
  if (!link && !code) throw invalid('Verify requires a token or a token hash');
  refusePhone(body, 'login');
  if (!link && !email) throw invalid('Verify by a token requires an email address');
  const session = link
    ? await signInByLink(ctx, link, type, client)
    : await signInByCode(ctx, { address: parseEmail(email ?? ''), type, code }, client);
  return call.json(session === null ? { msg: FIRST_OF_TWO_CONFIRMED, code: '200' } : sessionReply(ctx, session));
}
