import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { PlatformContext } from '../context.ts';
import type { AppEnv } from './call.ts';

export function health(ctx: PlatformContext): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get('/healthz', (c) => c.json({ status: 'alive' }))
    .get('/readyz', async (c) => {
      try {
        await ctx.db.execute(sql`select 1 from subscriptions limit 1`);
        return c.json({ status: 'ready' });
      } catch {
        return c.json({ status: 'not ready' }, 503);
      }
    });
}
