import { and, eq, isNull, sql } from 'drizzle-orm';
import type { FrozenAddress } from '../../customers/schema.ts';
import type { Db } from '../../platform/db/database.ts';
import { deliveryHolds, temporaryAddresses } from '../schema.ts';

export async function insertHold(db: Db, hold: Omit<typeof deliveryHolds.$inferInsert, 'id'>): Promise<void> {
  await db.insert(deliveryHolds).values({ id: sql`gen_random_uuid()`, ...hold });
}

export async function closeHold(db: Db, subscriptionId: string, id: string, now: Date): Promise<boolean> {
  const closed = await db
    .update(deliveryHolds)
    .set({ liftedAt: now })
    .where(
      and(eq(deliveryHolds.id, id), eq(deliveryHolds.subscriptionId, subscriptionId), isNull(deliveryHolds.liftedAt)),
    )
    .returning({ id: deliveryHolds.id });
  return closed.length > 0;
}

export async function insertTemporaryAddress(
  db: Db,
  values: { subscriptionId: string; fromLetter: number; toLetter: number; address: FrozenAddress; createdAt: Date },
): Promise<void> {
  await db.insert(temporaryAddresses).values({ id: sql`gen_random_uuid()`, ...values });
}

export async function closeTemporaryAddress(db: Db, subscriptionId: string, id: string, now: Date): Promise<boolean> {
  const { id: idOf, subscriptionId: owner, withdrawnAt } = temporaryAddresses;
  const closed = await db
    .update(temporaryAddresses)
    .set({ withdrawnAt: now })
    .where(and(eq(idOf, id), eq(owner, subscriptionId), isNull(withdrawnAt)))
    .returning({ id: idOf });
  return closed.length > 0;
}
