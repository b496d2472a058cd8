import { and, asc, count, eq, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import { type Db, preparedStatement, type Transaction } from '../../platform/db/database.ts';
import { findRow } from '../../platform/db/find-row.ts';
import { firstMailing } from '../pieces/ledger-counts.ts';
import { addressMoves, deliveryHolds, temporaryAddresses } from '../schema.ts';
import { hasPaid } from '../../commerce/paid-invoices.sql.ts';
import { subscriptions } from '../../commerce/schema.ts';
import { setSubscriptionAddress, type Subscription } from '../../commerce/subscriptions/queries.ts';
import { type FrozenAddress, shippingAddresses } from '../../customers/schema.ts';

/** Null for another user's subscription (rules/subscriptions 23) and for gifts. */
export async function findDelivery(db: Db, userId: string, id: string) {
  const [row] = await deliveryStatement(db).execute({ userId, id });
  return row ?? null;
}

const deliveryStatement = preparedStatement((db: Db) =>
  db
    .select({
      subscription: subscriptions,
      address: shippingAddresses,
      firstMailing: firstMailing(subscriptions.id),
      hasPaid: hasPaid(subscriptions.id),
    })
    .from(subscriptions)
    .innerJoin(shippingAddresses, eq(shippingAddresses.id, subscriptions.shippingAddressId))
    .where(and(eq(subscriptions.id, sql.placeholder('id')), eq(subscriptions.userId, sql.placeholder('userId'))))
    .prepare('delivery'),
);

export async function numberOf(tx: Transaction, userId: string, id: string): Promise<number> {
  const own = await findRow(tx, subscriptions, eq(subscriptions.id, id));
  if (own === null) throw new Error(`There is no subscription ${id}.`);
  const { createdAt } = subscriptions;
  const upToIt = or(lt(createdAt, own.createdAt), and(eq(createdAt, own.createdAt), lte(subscriptions.id, id)));
  const [row] = await tx
    .select({ number: count() })
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), isNull(subscriptions.giftId), upToIt));
  return row?.number ?? 1;
}

/** The user's subscriptions without gifts, oldest first. */
export async function lockOwnSeasons(tx: Transaction, userId: string): Promise<Subscription[]> {
  return await tx
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), isNull(subscriptions.giftId)))
    .orderBy(asc(subscriptions.createdAt), asc(subscriptions.id))
    .for('no key update');
}

/** Records the old address, since an overdue freeze uses the address that was valid at its instant. */
export async function setShippingAddress(tx: Transaction, id: string, addressId: string, now: Date): Promise<void> {
  const leaving = and(eq(subscriptions.id, id), ne(subscriptions.shippingAddressId, addressId));
  const [left] = await tx.select({ addressId: subscriptions.shippingAddressId }).from(subscriptions).where(leaving);
  if (left === undefined) return;
  await tx.insert(addressMoves).values({ subscriptionId: id, addressId: left.addressId, validUntil: now });
  await setSubscriptionAddress(tx, id, addressId);
}

export async function insertHold(db: Db, hold: Omit<typeof deliveryHolds.$inferInsert, 'id'>): Promise<void> {
  await db.insert(deliveryHolds).values({ id: sql`gen_random_uuid()`, ...hold });
}

export async function closeHold(db: Db, subscriptionId: string, id: string, now: Date): Promise<boolean> {
  const { id: holdId, subscriptionId: owner, liftedAt } = deliveryHolds;
  const open = and(eq(holdId, id), eq(owner, subscriptionId), isNull(liftedAt));
  return (await db.update(deliveryHolds).set({ liftedAt: now }).where(open)).rowCount === 1;
}

export async function insertTemporaryAddress(
  db: Db,
  values: { subscriptionId: string; fromLetter: number; toLetter: number; address: FrozenAddress; createdAt: Date },
): Promise<void> {
  await db.insert(temporaryAddresses).values({ id: sql`gen_random_uuid()`, ...values });
}

export async function closeTemporaryAddress(db: Db, subscriptionId: string, id: string, now: Date): Promise<boolean> {
  const { id: addressId, subscriptionId: owner, withdrawnAt } = temporaryAddresses;
  const open = and(eq(addressId, id), eq(owner, subscriptionId), isNull(withdrawnAt));
  return (await db.update(temporaryAddresses).set({ withdrawnAt: now }).where(open)).rowCount === 1;
}
