import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { PlatformContext } from '../context.ts';
import { requireWritable } from '../db/writable.ts';
import type { AppEnv } from './call.ts';

export const HEALTH_CHECKS: readonly string[] = ['/healthz', '/readyz', '/readyz/pages'];

export function health(ctx: Pick<PlatformContext, 'db' | 'readiness'>): Hono<AppEnv> {
  let checking: Promise<void> | null = null;
  const check = async () => {
    await ctx.db.execute(sql`select 1 from subscriptions limit 1`);
    await requireWritable(ctx.db);
  };
  // Requests at the same time share one check.
  const checkOnce = () => (checking ??= check().finally(() => (checking = null)));
  return new Hono<AppEnv>()
    .get('/healthz', (c) => c.json({ status: 'alive' }))
    .get('/readyz/pages', (c) => {
      const isLeaving = ctx.readiness.state === 'leaving';
      return isLeaving ? c.json({ status: 'leaving' }, 503) : c.json({ status: 'ready' });
    })
    .get('/readyz', async (c) => {
      if (ctx.readiness.state !== 'open') return c.json({ status: ctx.readiness.state }, 503);
      try {
        await checkOnce();
      } catch {
        return c.json({ status: 'not ready' }, 503);
      }
      return ctx.readiness.state === 'open' ? c.json({ status: 'ready' }) : c.json({ status: 'leaving' }, 503);
    });
}
