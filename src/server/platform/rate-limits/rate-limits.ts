import { eq, inArray, lt, sql, type SQL } from 'drizzle-orm';
import type { PlatformContext } from '../context.ts';
import { type Db, preparedStatement } from '../db/database.ts';
import { ApiError } from '../api-error.ts';
import { networkOf } from './network.ts';
import { findRow } from '../db/find-row.ts';
import { rateLimits } from '../schema.ts';

export interface Limit {
  /** How many uses are allowed. AUTH_RATE_LIMIT_FACTOR multiplies it unless `fixed`. */
  readonly points: number;
  readonly seconds: number;
  /** True: each allowed use restarts the time. False: the time runs from the first use. */
  readonly rolling?: boolean;
  readonly fixed?: boolean;
}

export type LimitContext = Pick<PlatformContext, 'config' | 'clock'> & { readonly db: Db };

/**
 * `weight`: how many points this use takes.
 * @returns seconds until the next use is allowed; 0 if this one was
 */
export async function countUse(ctx: LimitContext, key: string, limit: Limit, weight = 1): Promise<number> {
  const use = useOf(ctx, key, limit, weight);
  const [counted] = await countStatement(ctx.db).execute(useParams('use', use));
  if (!counted || counted.points <= use.limit) return 0;
  return Math.max(1, Math.ceil(((counted.expire ?? 0) - use.now) / 1000));
}

/** @throws ApiError rate_limited, with `refusal` as its message */
export async function enforceLimit(ctx: LimitContext, key: string, limit: Limit, refusal: string): Promise<void> {
  if ((await countUse(ctx, key, limit)) > 0) throw new ApiError('rate_limited', refusal);
}

/**
 * Doesn't store the network's address (decision 043).
 * @throws ApiError rate_limited
 */
export async function limitNetwork(
  ctx: LimitContext & Pick<PlatformContext, 'keys'>,
  name: string,
  ip: string,
  limit: Limit,
  refusal: string,
): Promise<void> {
  await enforceLimit(ctx, `${name}:${ctx.keys.pseudonym(networkOf(ip))}`, limit, refusal);
}

/** Times are milliseconds since 1970. */
export interface Use {
  readonly key: string;
  readonly limit: number;
  readonly weight: number;
  readonly rolling: boolean;
  readonly now: number;
  readonly until: number;
}

export function useOf({ config, clock }: LimitContext, key: string, limit: Limit, weight = 1): Use {
  const { points, seconds, rolling = false, fixed = false } = limit;
  const now = clock.now().getTime();
  const allowed = fixed ? points : Math.max(1, Math.floor(points * config.auth.rateLimitFactor));
  return { key, limit: allowed, weight, rolling, now, until: now + seconds * 1000 };
}

const countStatement = preparedStatement((db) => insertUse(db, 'use').prepare('count-use'));

export function useParams(name: string, use: Use): Record<string, unknown> {
  return Object.fromEntries(Object.entries(use).map(([field, value]) => [`${name}.${field}`, value]));
}

/** Inserts a use, as a part of a larger statement. */
export function insertUse(db: Db, name: string) {
  const at = (field: keyof Use) => sql.placeholder(`${name}.${field}`);
  const isOver = sql`${rateLimits.expire} <= ${at('now')}`;
  const isWithin = sql`${rateLimits.points} < ${at('limit')}`;
  return db
    .insert(rateLimits)
    .select(sql`select ${at('key')}::text, ${at('weight')}::integer, ${at('until')}::bigint`)
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        points: sql`case when ${isOver} then excluded.points else ${rateLimits.points} + excluded.points end`,
        expire: sql`case when ${isOver} or (${at('rolling')}::boolean and ${isWithin}) then excluded.expire else ${rateLimits.expire} end`,
      },
    })
    .returning({ points: rateLimits.points, expire: rateLimits.expire });
}

export function giveBack(db: Db, key: SQL | string) {
  return db
    .update(rateLimits)
    .set({ points: sql`greatest(${rateLimits.points} - 1, 0)` })
    .where(eq(rateLimits.key, key));
}

/** `isSpent`: another use within the limit's time would be refused. */
export async function findUse(ctx: LimitContext, key: string, limit: Limit) {
  const row = await findRow(ctx.db, rateLimits, eq(rateLimits.key, key));
  const { limit: allowed, now } = useOf(ctx, key, limit);
  const expire = row?.expire ?? now;
  return { expire, isSpent: expire > now && (row?.points ?? 0) >= allowed };
}

export async function deleteUses(db: Db, key: string): Promise<void> {
  await db.delete(rateLimits).where(eq(rateLimits.key, key));
}

const BATCH = 500;

/** Deletes in small batches and skips locked rows. */
export async function deleteExpiredLimits(db: Db, before: Date): Promise<void> {
  for (let deleted = BATCH; deleted === BATCH;) {
    const isExpired = lt(rateLimits.expire, before.getTime());
    const some = db.select({ key: rateLimits.key }).from(rateLimits).where(isExpired).limit(BATCH);
    const batch = some.for('update', { skipLocked: true });
    deleted = (await db.delete(rateLimits).where(inArray(rateLimits.key, batch))).rowCount ?? 0;
  }
}
