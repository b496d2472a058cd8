import { Hono } from 'hono';
import { LINK_PATHS } from '../../../contract/site-paths.ts';
import type { IdentityContext } from '../context.ts';
import { clientOf } from '../../platform/http/client.ts';
import type { AuthEnv } from './http.ts';
import { requestedRedirect } from './redirects.ts';
import { followLink } from '../email-links/verify.ts';

/** Programs open emailed links too, so only a button's POST uses one up (rules/accounts 72). */
export function emailLinkForms(ctx: IdentityContext): Hono<AuthEnv> {
  const app = new Hono<AuthEnv>();
  for (const [type, path] of Object.entries(LINK_PATHS)) {
    app.on('POST', path, async (call) => {
      call.set('client', clientOf(ctx.config, call));
      call.header('Cache-Control', 'no-store');
      call.header('Referrer-Policy', 'no-referrer');
      const token = call.req.query('token') ?? '';
      const redirectTo = requestedRedirect(ctx.config, call);
      return call.redirect(await followLink(ctx, call, { token, type, redirectTo }), 303);
    });
  }
  return app;
}
