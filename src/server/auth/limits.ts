import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Context } from '../context.ts';
import type { Client } from './client.ts';
import { AuthError } from './errors.ts';

interface Limit {
  readonly points: number;
  readonly seconds: number;
}

const MINUTE = 60;

/** How often within how many seconds; AUTH_RATE_LIMIT_FACTOR multiplies the first (AUTH-CONTRACT §10). */
const LIMITS = {
  /** Per address of the caller. */
  token: { points: 150, seconds: 5 * MINUTE },
  verify: { points: 30, seconds: 5 * MINUTE },
  account: { points: 30, seconds: 5 * MINUTE },
  factor: { points: 15, seconds: MINUTE },
  /** Per account, whoever asks from wherever: passwords and codes that are compared at all. */
  password: { points: 10, seconds: 15 * MINUTE },
  code: { points: 10, seconds: 15 * MINUTE },
  /** Per session. Generous: an answer of 429 can sign somebody out (AUTH-CONTRACT §1.3). */
  refresh: { points: 300, seconds: 5 * MINUTE },
  /** For all together, so that nobody makes us a source of unwanted mail. */
  mail: { points: 1000, seconds: 60 * MINUTE },
} as const satisfies Record<string, Limit>;

type LimitName = keyof typeof LIMITS;

/** Counts one use against what one caller's address may do. @throws AuthError over_request_rate_limit */
export async function limitCaller(
  ctx: Context,
  name: 'token' | 'verify' | 'account' | 'factor',
  client: Client,
): Promise<void> {
  await spend(ctx, name, networkOf(client.ip));
}

/** Counts one use against what may be done to one account or session. @throws AuthError over_request_rate_limit */
export async function limitAccount(ctx: Context, name: 'password' | 'code' | 'refresh', key: string): Promise<void> {
  await spend(ctx, name, fingerprint(key));
}

/** Gives back what a right password or code had counted: only failures are to add up. */
export async function forgive(ctx: Context, name: 'password' | 'code', key: string): Promise<void> {
  await limiterFor(ctx, name, allowance(ctx, name)).reward(fingerprint(key), 1);
}

/**
 * One mail per address and gap, and a budget for all. Known and unknown addresses count alike, so that the answer tells nothing.
 * @throws AuthError over_email_send_rate_limit
 */
export async function limitMail(ctx: Context, email: string): Promise<void> {
  const gap = ctx.config.auth.mailGapSeconds;
  if (gap > 0) {
    const wait = await secondsToWait(ctx, 'mail-gap', { points: 1, seconds: gap }, fingerprint(email));
    if (wait > 0) {
      throw tooMuchMail(`For security purposes, you can only request this after ${wait} seconds.`);
    }
  }
  if ((await secondsToWait(ctx, 'mail', allowance(ctx, 'mail'), 'all')) > 0) {
    throw tooMuchMail('email rate limit exceeded');
  }
}

async function spend(ctx: Context, name: LimitName, key: string): Promise<void> {
  if ((await secondsToWait(ctx, name, allowance(ctx, name), key)) === 0) return;
  throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached');
}

function tooMuchMail(message: string): AuthError {
  return new AuthError(429, 'over_email_send_rate_limit', message);
}

function allowance(ctx: Context, name: LimitName): Limit {
  const { points, seconds } = LIMITS[name];
  return { points: Math.max(1, Math.floor(points * ctx.config.auth.rateLimitFactor)), seconds };
}

/** Counts one use; 0 when it was within the limit. */
async function secondsToWait(ctx: Context, name: string, limit: Limit, key: string): Promise<number> {
  try {
    await limiterFor(ctx, name, limit).consume(key);
    return 0;
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
  }
}

/** Kept in PostgreSQL, so that every process counts with the others. */
function limiterFor(ctx: Context, name: string, { points, seconds }: Limit): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: ctx.db.$client,
    storeType: 'pool',
    schemaName: 'auth',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: seconds,
  });
}

/** Whoever has one IPv6 address has its whole /64. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const [withoutZone] = ip.split('%');
  const host = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1);
  const [head = '', tail] = host.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}

/** Addresses of people have no business in a table of counters. */
export function fingerprint(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
