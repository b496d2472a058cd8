import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { fingerprint } from '../auth/limits.ts';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';

const CODES = 30;
const SECONDS = 10 * 60;

/**
 * Codes are short: whoever may try as many as they like finds one (PAYMENTS-CONTRACT §3.3). AUTH_RATE_LIMIT_FACTOR multiplies how many.
 * @throws ApiError rate_limited
 */
export async function limitPromoCodes(ctx: Context, userId: string): Promise<void> {
  const limiter = new RateLimiterPostgres({
    storeClient: ctx.db.$client,
    storeType: 'pool',
    schemaName: 'auth',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: 'promo',
    points: Math.max(1, Math.floor(CODES * ctx.config.auth.rateLimitFactor)),
    duration: SECONDS,
  });
  try {
    await limiter.consume(fingerprint(userId));
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw new ApiError('rate_limited', 'That is a great many codes. Please try again in ten minutes.');
  }
}
