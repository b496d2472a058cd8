import { type SQL, sql } from 'drizzle-orm';
import { deliveryHolds } from '../schema.ts';

/**
 * A condition on `delivery_holds`; must agree with `isOnHold` in domain/hold.
 * @param asOf null: all holds that weren't removed
 */
export function isOpenHold(day: SQL | string, asOf: Date | null): SQL {
  const { resumeOn, createdAt, liftedAt } = deliveryHolds;
  const at = asOf?.toISOString() ?? 'infinity';
  return sql`${resumeOn} > ${day} and ${createdAt} < ${at} and (${liftedAt} is null or ${liftedAt} >= ${at})`;
}

/** A query with the columns subscription_id and from_letter: the first letter that is held on `day`. */
export function heldFrom(day: SQL | string, asOf: Date): SQL {
  return sql`
    select subscription_id, min(from_letter) as from_letter from delivery_holds
    where ${isOpenHold(day, asOf)} group by subscription_id`;
}
