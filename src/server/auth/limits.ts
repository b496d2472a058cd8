import { hash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Context } from '../context.ts';
import type { Db } from '../db/database.ts';
import type { Client } from './client.ts';
import { AuthError } from './errors.ts';
import { countUse, forgetUses, giveBack, type Use } from './limit-queries.ts';

interface Limit {
  readonly points: number;
  readonly seconds: number;
  /**
   * Each use within the limit begins the seconds anew, so that no stretch of that length ever sees more. The others begin with their
   * first use, and two windows' worth can meet at a border.
   */
  readonly rolling?: boolean;
}

const MINUTE = 60;

/** How often within how many seconds; AUTH_RATE_LIMIT_FACTOR multiplies the first (AUTH-CONTRACT §10). */
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
  /** Per session. Generous: an answer of 429 can sign somebody out (AUTH-CONTRACT §1.3). */
  refresh: { points: 300, seconds: 5 * MINUTE },
} as const satisfies Record<string, Limit>;

/** For all together, so that nobody makes us a source of unwanted mail. */
const MAIL_LIMIT: Limit = { points: 1000, seconds: 60 * MINUTE };

/** What is counted per address of the caller, and what per account or session. */
export type CallerLimit = keyof typeof CALLER_LIMITS;
export type AccountLimit = keyof typeof ACCOUNT_LIMITS;

/** Counts one use against what one caller's address may do. @throws AuthError over_request_rate_limit */
export async function limitCaller(ctx: Context, name: CallerLimit, client: Client): Promise<void> {
  await spend(ctx, callerUse(ctx, name, client));
}

/** Counts one use against what may be done to one account or session. @throws AuthError over_request_rate_limit */
export async function limitAccount(ctx: Context, name: AccountLimit, key: string): Promise<void> {
  await spend(ctx, accountUse(ctx, name, key));
}

async function spend(ctx: Context, use: Use): Promise<void> {
  if ((await countUse(ctx.db, use)) > 0) throw tooManyRequests();
}

export function tooManyRequests(): AuthError {
  return new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached');
}

/** Gives back what a right password or code had counted: only failures are to add up. */
export async function forgive(ctx: Context, name: AccountLimit, key: string): Promise<void> {
  await giveBack(ctx.db, accountKey(name, key));
}

/** Guesses at a secret that has been replaced are no reason to keep its owner out. */
export async function forgetGuesses(db: Db, name: AccountLimit, key: string): Promise<void> {
  await forgetUses(db, accountKey(name, key));
}

/**
 * One mail per address and gap, and a budget for all. Known and unknown addresses count alike, so that the answer tells nothing.
 * @throws AuthError over_email_send_rate_limit
 */
export async function limitMail(ctx: Context, email: string): Promise<void> {
  const gap = { points: 1, seconds: ctx.config.auth.mailGapSeconds };
  const wait = gap.seconds > 0 ? await countUse(ctx.db, useOf(ctx, `mail-gap:${fingerprint(email)}`, gap)) : 0;
  if (wait > 0) throw tooMuchMail(`For security purposes, you can only request this after ${wait} seconds.`);
  await limitAllMail(ctx);
}

/** Counts a mail in the budget alone: one that goes to people's own address beside another. @throws AuthError over_email_send_rate_limit */
export async function limitAllMail(ctx: Context): Promise<void> {
  const budget = useOf(ctx, 'mail:all', adjusted(ctx, MAIL_LIMIT));
  if ((await countUse(ctx.db, budget)) > 0) throw tooMuchMail('email rate limit exceeded');
}

/** Counts like `limitMail`, for callers who are not to learn whether a mail goes out. */
export async function mayMail(ctx: Context, email: string): Promise<boolean> {
  try {
    await limitMail(ctx, email);
    return true;
  } catch (error) {
    if (error instanceof AuthError) return false;
    throw error;
  }
}

function tooMuchMail(message: string): AuthError {
  return new AuthError(429, 'over_email_send_rate_limit', message);
}

export function callerUse(ctx: Context, name: CallerLimit, client: Client): Use {
  return useOf(ctx, `${name}:${networkOf(client.ip)}`, adjusted(ctx, CALLER_LIMITS[name]));
}

export function accountUse(ctx: Context, name: AccountLimit, key: string): Use {
  return useOf(ctx, accountKey(name, key), adjusted(ctx, ACCOUNT_LIMITS[name]));
}

export function accountKey(name: AccountLimit, key: string): string {
  return `${name}:${fingerprint(key)}`;
}

function adjusted(ctx: Context, limit: Limit): Limit {
  return { ...limit, points: Math.max(1, Math.floor(limit.points * ctx.config.auth.rateLimitFactor)) };
}

function useOf(ctx: Context, key: string, { points, seconds, rolling = false }: Limit): Use {
  const now = ctx.clock.now().getTime();
  return { key, limit: points, rolling, now, until: now + seconds * 1000 };
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
  return hash('sha256', key, 'base64url');
}
