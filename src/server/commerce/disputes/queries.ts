import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  inArray,
  isNotNull,
  isNull,
  not,
  notInArray,
  or,
  type SQL,
} from 'drizzle-orm';
import type { Db, Transaction } from '../../platform/db/database.ts';
import { users } from '../../identity/schema.ts';
import { disputes, paymentWarnings } from '../billing-schema.ts';
import { userProfiles } from '../../customers/schema.ts';
import { subscriptions } from '../schema.ts';

export const SETTLED = ['won', 'warning_closed', 'prevented'];
const CLOSED = [...SETTLED, 'lost'];

export const IS_OPEN_DISPUTE = notInArray(disputes.status, CLOSED);
export const NEEDS_RESPONSE = inArray(disputes.status, ['needs_response', 'warning_needs_response']);

const DECIDED = ['approved', 'acknowledged', 'disputed', 'canceled', 'payment_never_settled'];

export const IS_OPEN_WARNING = and(isNull(paymentWarnings.releasedAt), notInArray(paymentWarnings.status, DECIDED));

const IS_UNANSWERED_WARNING = and(
  IS_OPEN_WARNING,
  isNull(subscriptions.refundRequestedAt),
  isNull(subscriptions.disputeLostAt),
);

const warningColumns = {
  id: paymentWarnings.id,
  kind: paymentWarnings.kind,
  amountCents: paymentWarnings.amountCents,
  reason: paymentWarnings.reason,
  status: paymentWarnings.status,
  createdAt: paymentWarnings.createdAt,
};

export async function listOpenDisputes(db: Db): Promise<string[]> {
  const rows = await db.select({ id: disputes.stripeDisputeId }).from(disputes).where(IS_OPEN_DISPUTE).limit(1000);
  return rows.map(({ id }) => id);
}

export async function listOpenWarnings(db: Db) {
  const { id, kind } = paymentWarnings;
  return await db.select({ id, kind }).from(paymentWarnings).where(IS_OPEN_WARNING).limit(1000);
}

export async function listStaleHolds(db: Db): Promise<string[]> {
  const isHeldForNothing = and(
    isNotNull(subscriptions.disputeHeldAt),
    isNull(users.deletedAt),
    or(hasDispute(db), hasWarning(db)),
    not(hasDispute(db, notInArray(disputes.status, SETTLED))),
    not(hasWarning(db, IS_OPEN_WARNING)),
  );
  const id = subscriptions.stripeSubscriptionId;
  const held = await db
    .select({ id })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .where(isHeldForNothing)
    .limit(1000);
  const lost = await db
    .selectDistinct({ id })
    .from(disputes)
    .innerJoin(subscriptions, eq(subscriptions.id, disputes.subscriptionId))
    .where(and(eq(disputes.status, 'lost'), isNull(subscriptions.disputeLostAt)))
    .limit(1000);
  return [...held, ...lost].map((row) => row.id);
}

function hasDispute(db: Db, which?: SQL): SQL {
  const ofSubscription = eq(disputes.subscriptionId, subscriptions.id);
  return exists(db.select().from(disputes).where(and(ofSubscription, which)));
}

function hasWarning(db: Db, which?: SQL): SQL {
  const ofSubscription = eq(paymentWarnings.subscriptionId, subscriptions.id);
  return exists(db.select().from(paymentWarnings).where(and(ofSubscription, which)));
}

export async function readHolds(tx: Transaction, subscriptionId: string, userId: string) {
  const { status, stripeDisputeId: id, amountCents } = disputes;
  const all = await tx
    .select({ status, id, amountCents })
    .from(disputes)
    .where(eq(disputes.subscriptionId, subscriptionId));
  const isTheirs = eq(paymentWarnings.subscriptionId, subscriptionId);
  return {
    open: all.filter((dispute) => !CLOSED.includes(dispute.status)),
    lost: all.filter((dispute) => dispute.status === 'lost'),
    warnings: await tx.$count(paymentWarnings, and(isTheirs, IS_OPEN_WARNING)),
    isErased: (await tx.$count(users, and(eq(users.id, userId), isNotNull(users.deletedAt)))) > 0,
  };
}

export async function countToAnswer(db: Db): Promise<number> {
  return await db.$count(disputes, NEEDS_RESPONSE);
}

/** Early fraud warnings, and payments in review at Stripe. */
export async function countWarnings(db: Db): Promise<number> {
  const [warned] = await db
    .select({ warnings: count() })
    .from(paymentWarnings)
    .innerJoin(subscriptions, eq(subscriptions.id, paymentWarnings.subscriptionId))
    .where(IS_UNANSWERED_WARNING);
  return warned?.warnings ?? 0;
}

export async function listToAnswer(db: Db, limit: number) {
  const ofSubscription = { subscriptionId: subscriptions.id, owner: userProfiles.email };
  const { stripeDisputeId, amountCents, reason, status, dueBy, createdAt } = disputes;
  const due = await db
    .select({ id: stripeDisputeId, amountCents, reason, status, dueBy, createdAt, ...ofSubscription })
    .from(disputes)
    .innerJoin(subscriptions, eq(subscriptions.id, disputes.subscriptionId))
    .innerJoin(userProfiles, eq(userProfiles.id, subscriptions.userId))
    .where(NEEDS_RESPONSE)
    .orderBy(asc(dueBy), asc(stripeDisputeId))
    .limit(limit);
  const warned = await db
    .select({ ...warningColumns, ...ofSubscription })
    .from(paymentWarnings)
    .innerJoin(subscriptions, eq(subscriptions.id, paymentWarnings.subscriptionId))
    .innerJoin(userProfiles, eq(userProfiles.id, subscriptions.userId))
    .where(IS_UNANSWERED_WARNING)
    .orderBy(asc(paymentWarnings.createdAt), asc(paymentWarnings.id))
    .limit(limit);
  return [
    ...due.map((row) => ({ ...row, kind: 'dispute' as const })),
    ...warned.map((row) => ({ ...row, dueBy: null })),
  ];
}

export async function findOpenDisputeOf(db: Db, subscriptionId: string) {
  const { stripeDisputeId: id, amountCents, createdAt } = disputes;
  const [newest] = await db
    .select({ id, amountCents })
    .from(disputes)
    .where(and(eq(disputes.subscriptionId, subscriptionId), IS_OPEN_DISPUTE))
    .orderBy(desc(createdAt), desc(id))
    .limit(1);
  return newest ?? null;
}

export async function listWarningsOf(db: Db, subscriptionId: string) {
  return await db
    .select(warningColumns)
    .from(paymentWarnings)
    .where(and(eq(paymentWarnings.subscriptionId, subscriptionId), IS_OPEN_WARNING))
    .orderBy(asc(paymentWarnings.createdAt));
}
