import { and, eq, inArray, isNotNull, isNull, notInArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { users } from '../../identity/schema.ts';
import { disputes } from '../billing-schema.ts';
import { subscriptions } from '../schema.ts';

/** Ends of a dispute after which the money is ours again. */
export const SETTLED = ['won', 'warning_closed', 'prevented'];
/** After these the bank says no more. */
const CLOSED = [...SETTLED, 'lost'];

/** The status we have of each of these disputes. */
export async function knownDisputes(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { stripeDisputeId: id, status } = disputes;
  const rows = await db
    .select({ id, status })
    .from(disputes)
    .where(inArray(id, [...ids]));
  return new Map(rows.map((row) => [row.id, row.status]));
}

/** Disputes that a bank has yet to decide. */
export async function listOpenDisputes(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: disputes.stripeDisputeId })
    .from(disputes)
    .where(notInArray(disputes.status, CLOSED))
    .limit(1000);
  return rows.map(({ id }) => id);
}

/**
 * Provider ids of the subscriptions whose mail is held although their disputes are settled and the account is there; nothing else holds it.
 * Disputes are few, and so the place to begin.
 */
export async function listHeldForNothing(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: subscriptions.stripeSubscriptionId })
    .from(disputes)
    .innerJoin(subscriptions, eq(subscriptions.id, disputes.subscriptionId))
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .where(and(isNotNull(subscriptions.disputeHeldAt), isNull(users.deletedAt)))
    .groupBy(subscriptions.id)
    .having(sql`bool_and(${inArray(disputes.status, SETTLED)})`)
    .limit(1000);
  return rows.map(({ id }) => id);
}
