import type { Hono } from 'hono';
import { clientOf } from '../../platform/http/client.ts';
import type { CommerceContext } from '../../commerce/context.ts';
import type { LetterReport } from './reports.ts';
import type { AppEnv } from '../../platform/http/call.ts';
import { nothingHere } from '../../platform/api-error.ts';
import { readBytes } from '../../platform/http/read-body.ts';
import { logSecurityEvent } from '../../platform/logging/log.ts';
import { countUse, type Limit } from '../../platform/rate-limits/rate-limits.ts';
import { networkOf } from '../../platform/rate-limits/network.ts';

const PATH = '/l/:code';
const CODE = /^[\w-]{1,64}$/;
const LIMIT: Limit = { points: 30, seconds: 600 };
const LONGEST_FORM = 200;

/** Answers before it looks up the code, so that the answer doesn't show whether a code exists (rules/fulfilment 58). */
export function serveLetterReports(app: Hono<AppEnv>, ctx: CommerceContext): void {
  app.on('POST', PATH, async (c) => {
    const code = c.req.param('code');
    if (!CODE.test(code)) throw nothingHere();
    const what = new URLSearchParams(Buffer.from(await readBytes(c.req.raw, LONGEST_FORM)).toString()).get('what');
    c.header('Cache-Control', 'no-store');
    c.header('Referrer-Policy', 'no-referrer');
    if (what !== 'came' && what !== 'found') return c.redirect(`/l/${code}`, 303);
    const isTaken = await takeReport(ctx, { code, what }, clientOf(ctx.config, c).ip);
    return c.redirect(isTaken ? `/l/${what}` : '/l/later', 303);
  });
}

/** False if the limit is reached or the database is unavailable. */
async function takeReport(ctx: CommerceContext, report: LetterReport, ip: string): Promise<boolean> {
  try {
    if ((await countUse(ctx, `letter-code:${ctx.keys.pseudonym(networkOf(ip))}`, LIMIT)) > 0) {
      logSecurityEvent(ctx, { code: 'rate_limited', status: 429, path: '/l/:code', ip });
      return false;
    }
    await ctx.jobs.enqueue(ctx.db, 'record-letter-report', report);
    return true;
  } catch (error) {
    ctx.log.error({ err: error, path: '/l/:code' }, 'request failed');
    return false;
  }
}
