import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { userProfiles } from '../../customers/schema.ts';
import type { Db, Transaction } from '../../platform/db/database.ts';
import { disputes } from '../billing-schema.ts';
import { disputeResponses } from '../disputes-schema.ts';
import { checkouts, invoices, subscriptions } from '../schema.ts';
import { NEEDS_RESPONSE } from './queries.ts';

const IS_IN_STATE = {
  respond: NEEDS_RESPONSE,
  review: inArray(disputes.status, ['under_review', 'warning_under_review']),
  closed: inArray(disputes.status, ['won', 'lost', 'warning_closed', 'prevented']),
} as const;

interface Place {
  readonly at: Date;
  readonly id: string;
}

const DUE = sql`coalesce(${disputes.dueBy}, ${disputes.createdAt})`;

export type DisputeRow = Awaited<ReturnType<typeof selectDisputes>>[number];

interface DisputeFilter {
  readonly state: keyof typeof IS_IN_STATE;
  /** A condition on the dispute and its customer. */
  readonly which: SQL | undefined;
}

export async function sumDisputes(db: Db, { state, which }: DisputeFilter) {
  const [row] = await db
    .select({ count: count(), amountCents: sql<number>`coalesce(sum(${disputes.amountCents}), 0)::float8` })
    .from(disputes)
    .innerJoin(subscriptions, eq(subscriptions.id, disputes.subscriptionId))
    .where(and(IS_IN_STATE[state], which));
  return row ?? { count: 0, amountCents: 0 };
}

/** Disputes that need an answer are ordered by due date, others from newest to oldest. */
export async function listDisputePage(
  db: Db,
  { state, which }: DisputeFilter,
  after: Place | null,
  limit: number,
): Promise<DisputeRow[]> {
  const isDue = state === 'respond';
  const { createdAt, stripeDisputeId: id } = disputes;
  const place = after === null ? null : sql`(${after.at.toISOString()}, ${after.id})`;
  const isNext = place && (isDue ? sql`(${DUE}, ${id}) > ${place}` : sql`(${createdAt}, ${id}) < ${place}`);
  return await selectDisputes(db)
    .where(and(IS_IN_STATE[state], which, isNext ?? undefined))
    .orderBy(...(isDue ? [asc(DUE), asc(id)] : [desc(createdAt), desc(id)]))
    .limit(limit);
}

export async function findDispute(db: Db, id: string): Promise<DisputeRow | null> {
  const [row] = await selectDisputes(db).where(eq(disputes.stripeDisputeId, id));
  return row ?? null;
}

function selectDisputes(db: Db) {
  return db
    .select({
      dispute: disputes,
      subscription: subscriptions,
      profile: userProfiles,
      response: disputeResponses,
      invoice: invoices,
    })
    .from(disputes)
    .innerJoin(subscriptions, eq(subscriptions.id, disputes.subscriptionId))
    .innerJoin(userProfiles, eq(userProfiles.id, subscriptions.userId))
    .leftJoin(invoices, eq(invoices.stripeInvoiceId, disputes.stripeInvoiceId))
    .leftJoin(disputeResponses, eq(disputeResponses.stripeDisputeId, disputes.stripeDisputeId));
}

/** Deletes what operators wrote about the customer's disputes. */
export async function eraseExplanations(tx: Transaction, userId: string): Promise<void> {
  const own = tx.select({ id: subscriptions.id }).from(subscriptions).where(eq(subscriptions.userId, userId));
  await tx.update(disputeResponses).set({ explanation: null }).where(inArray(disputeResponses.subscriptionId, own));
}

export async function findOrderedAt(db: Db, checkoutId: string): Promise<Date | null> {
  const [row] = await db.select({ at: checkouts.createdAt }).from(checkouts).where(eq(checkouts.id, checkoutId));
  return row?.at ?? null;
}
