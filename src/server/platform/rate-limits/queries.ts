import { eq, sql, type SQL } from 'drizzle-orm';
import { rateLimits } from './schema.ts';
import type { Db } from '../db/database.ts';
import { preparedOn } from '../db/prepared.ts';

/** One use of something that may be used so often in so long. Times are milliseconds since 1970. */
export interface Use {
  readonly key: string;
  readonly limit: number;
  /** Whether each use within the limit begins the time anew; else it runs from the first one. */
  readonly rolling: boolean;
  readonly now: number;
  readonly until: number;
}

const FIELDS = ['key', 'limit', 'rolling', 'now', 'until'] as const satisfies (keyof Use)[];

const bindUse = binding('use');
const countStatement = preparedOn((db) => counting(db, 'use').prepare('count-use'));

/** Counts one use, within the limit or not. @returns the seconds until there may be another; 0 when this one was within */
export async function countUse(db: Db, use: Use): Promise<number> {
  const [counted] = await countStatement(db).execute(bindUse(use));
  if (!counted || counted.points <= use.limit) return 0;
  return Math.max(1, Math.ceil(((counted.expire ?? 0) - use.now) / 1000));
}

/**
 * The statement that counts a use, for a larger one to contain: several processes at once count one after the other on the row. It
 * takes the placeholders that `binding` fills under the same name. `source`: the `from` and `where` of what has to hold first.
 */
export function counting(db: Db, name: string, source: SQL = sql``) {
  const at = (field: keyof Use) => sql.placeholder(`${name}.${field}`);
  const isOver = sql`${rateLimits.expire} <= ${at('now')}`;
  const isWithin = sql`${rateLimits.points} < ${at('limit')}`;
  return db
    .insert(rateLimits)
    .select(sql`select ${at('key')}::text, 1, ${at('until')}::bigint ${source}`)
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        points: sql`case when ${isOver} then 1 else ${rateLimits.points} + 1 end`,
        expire: sql`case when ${isOver} or (${at('rolling')}::boolean and ${isWithin}) then excluded.expire else ${rateLimits.expire} end`,
      },
    })
    .returning({ points: rateLimits.points, expire: rateLimits.expire });
}

/** Fills the placeholders of `counting` under that name. */
export function binding(name: string): (use: Use) => Record<string, unknown> {
  const names = FIELDS.map((field) => [field, `${name}.${field}`] as const);
  return (use) => Object.fromEntries(names.map(([field, placeholder]) => [placeholder, use[field]]));
}

/** Gives one use back. */
export async function giveBack(db: Db, key: string): Promise<void> {
  await givingBack(db, sql`${key}`);
}

export function givingBack(db: Db, key: SQL) {
  return db
    .update(rateLimits)
    .set({ points: sql`greatest(${rateLimits.points} - 1, 0)` })
    .where(eq(rateLimits.key, key));
}

/** As if nothing had been counted. */
export async function deleteUses(db: Db, key: string): Promise<void> {
  await db.delete(rateLimits).where(eq(rateLimits.key, key));
}
