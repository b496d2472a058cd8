import type { reportPageFailure } from '../../../contract/page-failures.ts';
import type { Call } from '../http/call.ts';
import { limitNetwork } from '../rate-limits/rate-limits.ts';

const LIMIT = { points: 20, seconds: 60 };
const REFUSAL = 'Too many reports. Please slow down.';

/**
 * Logs nothing about the visitor.
 * @throws ApiError rate_limited
 */
export async function handleReportPageFailure({ ctx, client, body }: Call<typeof reportPageFailure>) {
  await limitNetwork(ctx, 'page-failures', client.ip, LIMIT, REFUSAL);
  ctx.log.warn(body, 'a page failed in a browser');
  return { reference: body.reference };
}
