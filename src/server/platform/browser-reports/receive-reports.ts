import { Hono } from 'hono';
import { BROWSER_REPORTS_PATH } from '../../../contract/site-paths.ts';
import type { PlatformContext } from '../context.ts';
import { ApiError } from '../api-error.ts';
import type { AppEnv } from '../http/call.ts';
import { clientOf } from '../http/client.ts';
import { parseJson, readBytes } from '../http/read-body.ts';
import { publish } from '../metrics/occurrences.ts';
import { limitNetwork } from '../rate-limits/rate-limits.ts';
import { type BrowserReport, parseReports } from './parse-reports.ts';

const BODY_LIMIT = 32 * 1024;
const LIMIT = { points: 30, seconds: 60 };
const REFUSAL = 'That is more than a browser has to report in a minute.';
const DAY_MS = 86_400_000;
/** Attackers can send false reports, so after this many kinds a day, others are only counted. */
const MOST_KINDS = 200;

/** Logs each kind of report once a day per process (rules/code 27). */
export function browserReports(ctx: PlatformContext): Hono<AppEnv> {
  const kinds = new SeenKinds();
  return new Hono<AppEnv>().post(BROWSER_REPORTS_PATH, async (c) => {
    await limitNetwork(ctx, 'browser-reports', clientOf(ctx.config, c).ip, LIMIT, REFUSAL);
    const found = parseReports(parseJson(await readBytes(c.req.raw, BODY_LIMIT)), ctx.config.siteUrl);
    if (found === null) throw new ApiError('validation_failed', 'This is no report of a browser.');
    for (const report of found) {
      publish('browser-report', { kind: report.kind });
      if (report.kind !== 'other' && kinds.isNew(report, ctx.clock.now())) ctx.log.warn(report, 'a browser reported');
    }
    return c.body(null, 204);
  });
}

class SeenKinds {
  readonly #seen = new Set<string>();
  #since = Number.NEGATIVE_INFINITY;

  isNew(report: BrowserReport, now: Date): boolean {
    if (Math.abs(now.getTime() - this.#since) >= DAY_MS) {
      this.#seen.clear();
      this.#since = now.getTime();
    }
    const kind = JSON.stringify(report);
    if (this.#seen.has(kind) || this.#seen.size >= MOST_KINDS) return false;
    this.#seen.add(kind);
    return true;
  }
}
