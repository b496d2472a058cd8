import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { PlatformContext } from '../context.ts';
import { requireWritable } from '../db/writable.ts';
import type { AppEnv } from './call.ts';

/** `/readyz`: the database is reached, has our tables and can write (rules/code 14). */
export function health(ctx: PlatformContext): Hono<AppEnv> {
  let checking: Promise<void> | null = null;
  const check = async () => {
    await ctx.db.execute(sql`select 1 from subscriptions limit 1`);
    await requireWritable(ctx.db);
  };
  // Requests at once share one check.
  const checkOnce = () => (checking ??= check().finally(() => (checking = null)));
  return new Hono<AppEnv>()
    .get('/healthz', (c) => c.json({ status: 'alive' }))
    .get('/readyz', async (c) => {
      try {
        await checkOnce();
        return c.json({ status: 'ready' });
      } catch {
        return c.json({ status: 'not ready' }, 503);
      }
    });
}
