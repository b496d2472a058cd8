import { asc, desc, eq, inArray, type SQL } from 'drizzle-orm';
import type { BodyOf } from '../../../contract/endpoint.ts';
import type { cancelSubscription } from '../../../contract/subscriptions.ts';
import { userProfiles } from '../../customers/schema.ts';
import type { Db, Transaction } from '../../platform/db/database.ts';
import { cancelReasons, subscriptions } from '../schema.ts';

export type CancelAnswer = BodyOf<typeof cancelSubscription>;

export async function saveCancelReason(tx: Transaction, id: string, answer: CancelAnswer, at: Date): Promise<void> {
  const { reason, comment } = answer;
  if (reason === null && !comment) return;
  const row = { reason, comment: comment || null, askedAt: at };
  await tx
    .insert(cancelReasons)
    .values({ subscriptionId: id, ...row })
    .onConflictDoUpdate({ target: cancelReasons.subscriptionId, set: row });
}

/** Called when a user resumes the subscription. */
export async function deleteCancelReason(tx: Transaction, id: string): Promise<void> {
  await tx.delete(cancelReasons).where(eq(cancelReasons.subscriptionId, id));
}

/** Deletes the comment. The chosen reason is kept without the user's name. */
export async function eraseCancelComments(tx: Transaction, userId: string): Promise<void> {
  const own = tx.select({ id: subscriptions.id }).from(subscriptions).where(eq(subscriptions.userId, userId));
  await tx.update(cancelReasons).set({ comment: null }).where(inArray(cancelReasons.subscriptionId, own));
}

export async function listOwnCancelReasons(db: Db, userId: string) {
  const { subscriptionId, reason, comment, askedAt } = cancelReasons;
  return await db
    .select({ subscriptionId, reason, comment, askedAt })
    .from(cancelReasons)
    .innerJoin(subscriptions, eq(subscriptions.id, subscriptionId))
    .where(eq(subscriptions.userId, userId))
    .orderBy(asc(askedAt));
}

/** Newest first. */
export async function listCancelReasons(db: Db, isBefore: SQL | undefined, limit: number) {
  const { subscriptionId, reason, comment, askedAt } = cancelReasons;
  return await db
    .select({
      askedAt,
      planType: subscriptions.planType,
      reason,
      comment,
      subscriptionId,
      name: userProfiles.fullName,
      email: userProfiles.email,
    })
    .from(cancelReasons)
    .innerJoin(subscriptions, eq(subscriptions.id, subscriptionId))
    .innerJoin(userProfiles, eq(userProfiles.id, subscriptions.userId))
    .where(isBefore)
    .orderBy(desc(askedAt), desc(subscriptionId))
    .limit(limit);
}
