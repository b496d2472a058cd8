import { countUse } from '../../platform/rate-limits/queries.ts';
import { fingerprint } from '../../platform/rate-limits/network.ts';
import type { CommerceContext } from '../context.ts';
import { ApiError } from '../../platform/errors/api-error.ts';

const CODES = 30;
const WINDOW_MS = 10 * 60_000;

/** Codes are short enough to guess (rules/money 12). @throws ApiError rate_limited */
export async function limitPromoCodes(ctx: CommerceContext, userId: string): Promise<void> {
  const now = ctx.clock.now().getTime();
  const limit = Math.max(1, Math.floor(CODES * ctx.config.auth.rateLimitFactor));
  const use = { key: `promo:${fingerprint(userId)}`, limit, rolling: false, now, until: now + WINDOW_MS };
  if ((await countUse(ctx.db, use)) === 0) return;
  throw new ApiError('rate_limited', 'That is a great many codes. Please try again in ten minutes.');
}
