import { and, eq } from 'drizzle-orm';
import { UUID } from '../../../contract/fields.ts';
import type { PlanType } from '../../../domain/plans.ts';
import type { Db, Transaction } from '../../platform/db/database.ts';
import { findRow } from '../../platform/db/find-row.ts';
import { checkouts } from '../schema.ts';

export type Checkout = typeof checkouts.$inferSelect;

/** Uses the checkout id in Stripe's metadata if a process was killed before it stored the subscription's id. */
export async function lockCheckoutOf(tx: Transaction, stripeSubscriptionId: string, checkoutId: string | null) {
  const recorded = await findRow(
    tx,
    checkouts,
    eq(checkouts.stripeSubscriptionId, stripeSubscriptionId),
    'no key update',
  );
  if (recorded !== null || checkoutId === null || !UUID.test(checkoutId)) return recorded;
  return await findRow(tx, checkouts, eq(checkouts.id, checkoutId), 'no key update');
}

export async function closeCheckout(
  db: Db,
  id: string,
  end: { status: 'paid' | 'abandoned'; stripeSubscriptionId: string; planType: PlanType },
  now: Date,
): Promise<void> {
  await db
    .update(checkouts)
    .set({ ...end, leaseUntil: null, updatedAt: now })
    .where(and(eq(checkouts.id, id), eq(checkouts.status, 'pending')));
}

export async function findImportedLetters(db: Db, checkoutId: string): Promise<number | null> {
  return (await findRow(db, checkouts, eq(checkouts.id, checkoutId)))?.importedLetters ?? null;
}
