import type { reportPageFailure } from '../../../contract/page-failures.ts';
import type { Call } from '../http/call.ts';
import { limitInMemory } from '../rate-limits/memory-limit.ts';

const limitReports = limitInMemory(20, 'That is more than can break in a minute. Please slow down.');

/**
 * Writes a page's failure into the log, where whoever is told the reference finds it. Nothing of who sent it is noted.
 * @throws ApiError rate_limited
 */
export async function handleReportPageFailure({ ctx, client, body }: Call<typeof reportPageFailure>) {
  await limitReports(ctx, client.ip);
  ctx.log.warn(body, 'a page failed in a browser');
  return { reference: body.reference };
}
