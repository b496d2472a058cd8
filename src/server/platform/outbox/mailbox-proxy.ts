import { Hono } from 'hono';
import { proxy } from 'hono/proxy';
import { isLoopback } from '../config/development-surfaces.ts';
import type { PlatformContext } from '../context.ts';
import type { AppEnv } from '../http/call.ts';

const MOUNTED_AT = '/dev/mailbox';

export function mailboxProxy({ config }: Pick<PlatformContext, 'config'>): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const { mailboxUrl } = config.email;
  if (mailboxUrl === null) return app;

  return app.on(['GET', 'POST', 'DELETE'], ['/', '/*'], async (c) => {
    const own = new URL(c.req.url);
    // Refuses another host name that points to this server (DNS rebinding, rules/operators 31).
    if (!isLoopback(own.hostname)) return c.text('No house of that name.', 421);
    if (!isOwn(c.req.header('origin'), own)) return c.text('Other sites have no business here.', 403);
    const target = new URL(mailboxUrl);
    target.pathname = c.req.path.slice(MOUNTED_AT.length) || '/';
    target.search = own.search;
    try {
      return await proxy(target, {
        method: c.req.method,
        redirect: 'manual',
        headers: { 'X-Forwarded-Prefix': MOUNTED_AT },
      });
    } catch {
      return c.text('The mailbox is not answering.', 502);
    }
  });
}

function isOwn(origin: string | undefined, { host }: URL): boolean {
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
}
