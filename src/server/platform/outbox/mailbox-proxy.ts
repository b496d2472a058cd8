import { Hono } from 'hono';
import { proxy } from 'hono/proxy';
import type { PlatformContext } from '../context.ts';
import type { AppEnv } from '../http/call.ts';

const MOUNTED_AT = '/dev/mailbox';

export function mailboxProxy({ config }: Pick<PlatformContext, 'config'>): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const { mailboxUrl } = config.email;
  if (mailboxUrl === null) return app;

  return app.on(['GET', 'POST', 'DELETE'], ['/', '/*'], async (c) => {
    const target = new URL(mailboxUrl);
    target.pathname = c.req.path.slice(MOUNTED_AT.length) || '/';
    target.search = new URL(c.req.url).search;
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
