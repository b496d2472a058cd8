import { and, eq, inArray, isNotNull, isNull, notInArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { users } from '../../identity/schema.ts';
import { disputes } from '../billing-schema.ts';
import { subscriptions } from '../schema.ts';

export const SETTLED = ['won', 'warning_closed', 'prevented'];
const CLOSED = [...SETTLED, 'lost'];

export async function listOpenDisputes(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: disputes.stripeDisputeId })
    .from(disputes)
    .where(notInArray(disputes.status, CLOSED))
    .limit(1000);
  return rows.map(({ id }) => id);
}

export async function listStaleDisputeHolds(db: Db): Promise<string[]> {
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
