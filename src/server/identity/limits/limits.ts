import { networkOf } from '../../platform/rate-limits/network.ts';
import { type Db, preparedStatement } from '../../platform/db/database.ts';
import { AuthError } from '../auth-error.ts';
import {
  countUse,
  deleteUses,
  giveBack,
  type Limit,
  useOf,
  insertUse,
  useParams,
} from '../../platform/rate-limits/rate-limits.ts';
import { and, eq, lte, sql } from 'drizzle-orm';
import type { IdentityContext } from '../context.ts';
import { users, type UserRow } from '../schema.ts';
import type { Client } from '../../platform/http/client.ts';

const MINUTE = 60;

const CALLER_LIMITS = {
  token: { points: 150, seconds: 5 * MINUTE },
  verify: { points: 30, seconds: 5 * MINUTE },
  account: { points: 30, seconds: 5 * MINUTE },
  factor: { points: 15, seconds: MINUTE },
} as const satisfies Record<string, Limit>;

const ACCOUNT_LIMITS = {
  password: { points: 10, seconds: 15 * MINUTE, rolling: true },
  /** For a user who is signed in. */
  current_password: { points: 10, seconds: 15 * MINUTE, rolling: true },
  code: { points: 10, seconds: 15 * MINUTE, rolling: true },
  nonce: { points: 10, seconds: 15 * MINUTE, rolling: true },
  /** Per session. High, since auth-js may sign the user out after a 429 (rules/auth-wire 11). */
  refresh: { points: 300, seconds: 5 * MINUTE },
} as const satisfies Record<string, Limit>;

export type CallerLimit = keyof typeof CALLER_LIMITS;
export type AccountLimit = keyof typeof ACCOUNT_LIMITS;

/** @throws AuthError over_request_rate_limit */
export async function limitCaller(ctx: IdentityContext, name: CallerLimit, { ip }: Client): Promise<void> {
  if ((await countUse(ctx, callerKey(ctx, name, ip), CALLER_LIMITS[name])) > 0) throw tooManyRequests();
}

/** @throws AuthError over_request_rate_limit */
export async function limitAccount(ctx: IdentityContext, name: AccountLimit, key: string): Promise<void> {
  if ((await countUse(ctx, accountKey(ctx, name, key), ACCOUNT_LIMITS[name])) > 0) throw tooManyRequests();
}

export function tooManyRequests(): AuthError {
  return new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached');
}

/** Keyed, so that the table doesn't contain a network's address (rules/accounts 61). */
export function callerKey({ keys }: Pick<IdentityContext, 'keys'>, name: CallerLimit, ip: string): string {
  return `${name}:${keys.pseudonym(networkOf(ip))}`;
}

/** Keyed, since a plain hash of an email address is easily guessed. */
export function accountKey({ keys }: Pick<IdentityContext, 'keys'>, name: string, key: string): string {
  return `${name}:${keys.pseudonym(key)}`;
}

/** Takes back the count of a successful attempt, so that only failures count. */
export async function giveBackAttempt(ctx: IdentityContext, name: string, key: string): Promise<void> {
  await giveBack(ctx.db, accountKey(ctx, name, key));
}

export async function resetGuesses(ctx: IdentityContext, db: Db, name: AccountLimit, key: string): Promise<void> {
  await deleteUses(db, accountKey(ctx, name, key));
}

export interface Guess {
  readonly key: string;
  readonly user: GuessedUser | null;
}

export type GuessedUser = Pick<UserRow, keyof typeof GUESSED>;

const GUESSED = {
  id: users.id,
  passwordHash: users.passwordHash,
  passwordChangedAt: users.passwordChangedAt,
  emailConfirmedAt: users.emailConfirmedAt,
  bannedUntil: users.bannedUntil,
};

/**
 * Counts a guess before comparing it, and reads the user in the same statement. `email` must be in lower case. A known
 * `device` has a limit of its own (decision 043).
 * @throws AuthError over_request_rate_limit
 */
export async function admitGuess(ctx: IdentityContext, email: string, device: string | null): Promise<Guess> {
  const key = accountKey(ctx, 'password', device === null ? email : `${email} ${device}`);
  const use = useOf(ctx, key, ACCOUNT_LIMITS.password);
  const [admitted] = await admitStatement(ctx.db).execute({ ...useParams('account', use), email });
  if (!admitted || admitted.points > use.limit) throw tooManyRequests();
  return { key, user: admitted.user };
}

const admitStatement = preparedStatement((db) => {
  const account = db.$with('account').as(insertUse(db, 'account'));
  const isTheirs = eq(sql`lower(${users.email})`, sql.placeholder('email'));
  return db
    .with(account)
    .select({ points: account.points, user: GUESSED })
    .from(account)
    .leftJoin(users, and(isTheirs, lte(account.points, sql.placeholder('account.limit'))))
    .prepare('admit-guess');
});
