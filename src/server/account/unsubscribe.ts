import { Hono } from 'hono';
import { FORM_PATHS } from '../../contract/site-paths.ts';
import type { CommerceContext } from '../commerce/context.ts';
import { deleteSeasonWaits } from '../commerce/season-waits/queries.ts';
import { stopEmails } from '../customers/profile/stop-emails.ts';
import type { AppEnv } from '../platform/http/call.ts';
import { readForm } from '../platform/http/read-form.ts';
import { openUnsubscribeToken, type UnsubscribeLink } from '../platform/outbox/list-unsubscribe.ts';

/** Email programs need an answer without a redirect (RFC 8058); the page's button needs a page (rules/reading 6). */
export function unsubscribeForm(ctx: CommerceContext): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.on('POST', FORM_PATHS.unsubscribe, async (c) => {
    c.header('Cache-Control', 'no-store');
    const isOneClick = (await readForm(c.req.raw)).get('List-Unsubscribe') === 'One-Click';
    const link = openUnsubscribeToken(ctx, c.req.query('token') ?? '');
    if (isOneClick) {
      if (link === null) return c.text('This link doesn’t work.\n', 400);
      await stop(ctx, link);
      return c.text('You’re unsubscribed.\n');
    }
    const outcome = link === null ? FORM_PATHS.unsubscribeFailed : FORM_PATHS.unsubscribed;
    try {
      if (link !== null) await stop(ctx, link);
    } catch (error) {
      ctx.log.error({ err: error, path: c.req.path }, 'emails could not be stopped');
      return c.redirect(FORM_PATHS.unsubscribeFailed, 303);
    }
    return c.redirect(outcome, 303);
  });
  return app;
}

async function stop(ctx: CommerceContext, link: UnsubscribeLink): Promise<void> {
  if (link.list === 'season') await deleteSeasonWaits(ctx.db, link.address);
  else await stopEmails(ctx, link);
}
