import { fingerprint, networkOf } from '../../platform/rate-limits/network.ts';
import type { IdentityContext } from '../context.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Client } from '../../platform/http/client.ts';
import { AuthError } from '../wire/errors.ts';
import { countUse, deleteUses, giveBack, type Limit, type Use, useOf } from '../../platform/rate-limits/rate-limits.ts';

const MINUTE = 60;

/** How often within how many seconds; AUTH_RATE_LIMIT_FACTOR multiplies the first (rules/auth-wire 60). */
const CALLER_LIMITS = {
  token: { points: 150, seconds: 5 * MINUTE },
  verify: { points: 30, seconds: 5 * MINUTE },
  account: { points: 30, seconds: 5 * MINUTE },
  factor: { points: 15, seconds: MINUTE },
} as const satisfies Record<string, Limit>;

const ACCOUNT_LIMITS = {
  /** Passwords and codes that are compared at all, whoever asks from wherever. */
  password: { points: 10, seconds: 15 * MINUTE, rolling: true },
  code: { points: 10, seconds: 15 * MINUTE, rolling: true },
  nonce: { points: 10, seconds: 15 * MINUTE, rolling: true },
  /** Per session. Generous: an answer of 429 can sign somebody out (rules/auth-wire 11). */
  refresh: { points: 300, seconds: 5 * MINUTE },
} as const satisfies Record<string, Limit>;

/** For all together, so that nobody makes us a source of unwanted mail. */
const EMAIL_LIMIT: Limit = { points: 1000, seconds: 60 * MINUTE };

export type CallerLimit = keyof typeof CALLER_LIMITS;
export type AccountLimit = keyof typeof ACCOUNT_LIMITS;

/** Counts one use against what one caller's address may do. @throws AuthError over_request_rate_limit */
export async function limitCaller(ctx: IdentityContext, name: CallerLimit, { ip }: Client): Promise<void> {
  if ((await countUse(ctx, callerKey(name, ip), CALLER_LIMITS[name])) > 0) throw tooManyRequests();
}

/** Counts one use against what may be done to one account or session. @throws AuthError over_request_rate_limit */
export async function limitAccount(ctx: IdentityContext, name: AccountLimit, key: string): Promise<void> {
  if ((await countUse(ctx, accountKey(name, key), ACCOUNT_LIMITS[name])) > 0) throw tooManyRequests();
}

export function tooManyRequests(): AuthError {
  return new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached');
}

export function callerUse(ctx: IdentityContext, name: CallerLimit, { ip }: Client): Use {
  return useOf(ctx, callerKey(name, ip), CALLER_LIMITS[name]);
}

export function accountUse(ctx: IdentityContext, name: AccountLimit, key: string): Use {
  return useOf(ctx, accountKey(name, key), ACCOUNT_LIMITS[name]);
}

function callerKey(name: CallerLimit, ip: string): string {
  return `${name}:${networkOf(ip)}`;
}

export function accountKey(name: AccountLimit, key: string): string {
  return `${name}:${fingerprint(key)}`;
}

/** Gives back what a right password or code had counted: only failures are to add up. */
export async function giveBackAttempt(ctx: IdentityContext, name: AccountLimit, key: string): Promise<void> {
  await giveBack(ctx.db, accountKey(name, key));
}

/** Guesses at a secret that has been replaced are no reason to keep its owner out. */
export async function resetGuesses(db: Db, name: AccountLimit, key: string): Promise<void> {
  await deleteUses(db, accountKey(name, key));
}

/**
 * One email per address and gap, and a budget for all. Known and unknown addresses count alike.
 * @throws AuthError over_email_send_rate_limit
 */
export async function limitEmail(ctx: IdentityContext, email: string): Promise<void> {
  const gap = { points: 1, seconds: ctx.config.auth.emailGapSeconds, fixed: true };
  const wait = gap.seconds > 0 ? await countUse(ctx, `mail-gap:${fingerprint(email)}`, gap) : 0;
  if (wait > 0) throw tooManyEmails(`For security purposes, you can only request this after ${wait} seconds.`);
  await limitAllEmail(ctx);
}

/** Counts an email in the budget alone. @throws AuthError over_email_send_rate_limit */
export async function limitAllEmail(ctx: IdentityContext): Promise<void> {
  if ((await countUse(ctx, 'mail:all', EMAIL_LIMIT)) > 0) throw tooManyEmails('email rate limit exceeded');
}

function tooManyEmails(message: string): AuthError {
  return new AuthError(429, 'over_email_send_rate_limit', message);
}

/** Counts like `limitEmail`, for callers who are not to learn whether an email goes out. */
export async function isEmailAllowed(ctx: IdentityContext, email: string): Promise<boolean> {
  try {
    await limitEmail(ctx, email);
    return true;
  } catch (error) {
    if (error instanceof AuthError) return false;
    throw error;
  }
}
