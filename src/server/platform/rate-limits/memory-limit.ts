import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { networkOf } from './network.ts';
import type { PlatformContext } from '../context.ts';
import { ApiError } from '../errors/api-error.ts';

type Limit = (ctx: PlatformContext, ip: string) => Promise<void>;

/**
 * So many a minute from one network, counted in this process's memory and nowhere else, unlike all other limits: for doors at which it
 * is worth more that an address of the network is never stored than that several processes count together. What it returns throws
 * ApiError rate_limited.
 */
export function limitInMemory(perMinute: number, refusal: string): Limit {
  const limiters = new WeakMap<PlatformContext, RateLimiterMemory>();
  return async (ctx, ip) => {
    const points = Math.max(1, Math.floor(perMinute * ctx.config.auth.rateLimitFactor));
    const limiter = limiters.get(ctx) ?? new RateLimiterMemory({ points, duration: 60 });
    limiters.set(ctx, limiter);
    try {
      await limiter.consume(networkOf(ip));
    } catch (met) {
      if (!(met instanceof RateLimiterRes)) throw met;
      throw new ApiError('rate_limited', refusal);
    }
  };
}
