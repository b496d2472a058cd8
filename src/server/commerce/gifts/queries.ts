import { and, eq, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { randomUUID } from 'node:crypto';
import type { Db, Transaction } from '../../platform/db/database.ts';
import { gifts, invoices, subscriptions } from '../schema.ts';
import type { CommerceContext } from '../context.ts';
import { shippingAddresses, userProfiles } from '../../customers/schema.ts';

export type Gift = typeof gifts.$inferSelect;
export type GiftDetails = Pick<
  Gift,
  'recipientName' | 'recipientEmail' | 'message' | 'startDate' | 'planType' | 'notifyRecipient'
>;

/** One of a person's gifts, paid for or not; another's answers like none (rules/gifts 25). */
export async function findOwnGift(db: Db, userId: string, id: string): Promise<Gift | null> {
  const [row] = await db
    .select()
    .from(gifts)
    .where(and(eq(gifts.id, id), eq(gifts.userId, userId)));
  return row ?? null;
}

export async function insertGift(
  tx: Transaction,
  gift: GiftDetails & Pick<Gift, 'userId' | 'shippingAddressId'>,
  now: Date,
): Promise<Gift> {
  const [row] = await tx
    .insert(gifts)
    .values({ id: randomUUID(), ...gift, createdAt: now, updatedAt: now })
    .returning();
  if (row === undefined) throw new Error('The insert of a gift returned no row.');
  return row;
}

export async function lockGift(tx: Transaction, id: string): Promise<Gift | null> {
  const [row] = await tx.select().from(gifts).where(eq(gifts.id, id)).for('no key update');
  return row ?? null;
}

export async function changeGiftRow(
  tx: Transaction,
  id: string,
  changes: Partial<GiftDetails & Pick<Gift, 'announcedAt'>>,
  now: Date,
): Promise<void> {
  await tx
    .update(gifts)
    .set({ ...changes, updatedAt: now })
    .where(eq(gifts.id, id));
}

/** The start counts twice: for the mail on that day, and for the post. */
export async function moveStart(tx: Transaction, id: string, startDate: CalendarDate, now: Date): Promise<void> {
  await changeGiftRow(tx, id, { startDate }, now);
  await tx.update(subscriptions).set({ serviceStart: startDate }).where(eq(subscriptions.giftId, id));
}

/** Gives the gift to whoever comes first, or says whether it was theirs: the others wait for the row's lock and find it taken. */
export async function takeGift(db: Db, id: string, userId: string, now: Date): Promise<boolean> {
  const taken = await db
    .update(gifts)
    .set({
      claimedBy: userId,
      claimedAt: sql`coalesce(${gifts.claimedAt}, ${now.toISOString()}::timestamptz)`,
      updatedAt: now,
    })
    .where(and(eq(gifts.id, id), or(isNull(gifts.claimedBy), eq(gifts.claimedBy, userId))))
    .returning({ id: gifts.id });
  return taken.length > 0;
}

type WithLedger = Pick<CommerceContext, 'ledger'>;

export type PaidGift = Awaited<ReturnType<typeof selectPaidGifts>>[number];

/** Gifts that somebody has given, oldest first. */
export async function listGivenGifts(ctx: WithLedger, db: Db, userId: string, today: string): Promise<PaidGift[]> {
  return await selectPaidGifts(ctx, db, eq(gifts.userId, userId), today);
}

export async function listReceivedGifts(ctx: WithLedger, db: Db, userId: string, today: string): Promise<PaidGift[]> {
  return await selectPaidGifts(ctx, db, eq(gifts.claimedBy, userId), today);
}

export async function findGivenGift(
  ctx: WithLedger,
  db: Db,
  userId: string,
  id: string,
  today: string,
): Promise<PaidGift | null> {
  const [row] = await selectPaidGifts(ctx, db, and(eq(gifts.userId, userId), eq(gifts.id, id)), today);
  return row ?? null;
}

export async function findPaidGift(ctx: WithLedger, db: Db, id: string, today: string): Promise<PaidGift | null> {
  const [row] = await selectPaidGifts(ctx, db, eq(gifts.id, id), today);
  return row ?? null;
}

/** Letters are counted as the account counts them: from the ledger. Drafts have no subscription and stay out. */
async function selectPaidGifts({ ledger }: WithLedger, db: Db, which: SQL | undefined, today: string) {
  return await db
    .select({
      gift: gifts,
      subscription: subscriptions,
      address: shippingAddresses,
      giverName: userProfiles.fullName,
      paidInvoices: sql<number>`(select count(*)::int from ${invoices} where ${invoices.subscriptionId} = ${subscriptions.id} and ${invoices.status} = 'paid')`,
      lettersReceived: ledger.lettersReceived(subscriptions.id, today),
      lettersHandedOver: ledger.lettersHandedOver(subscriptions.id),
      firstLetterFrozen: ledger.isFirstLetterFrozen(subscriptions.id),
    })
    .from(gifts)
    .innerJoin(subscriptions, eq(subscriptions.giftId, gifts.id))
    .innerJoin(shippingAddresses, eq(shippingAddresses.id, subscriptions.shippingAddressId))
    .innerJoin(userProfiles, eq(userProfiles.id, gifts.userId))
    .where(which)
    .orderBy(gifts.createdAt, gifts.id)
    .limit(100);
}

/** Gifts whose recipient should have heard of them by `today`. Disputed and refunded ones wait. */
export async function listUnannouncedGifts(db: Db, today: CalendarDate, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: gifts.id })
    .from(gifts)
    .innerJoin(subscriptions, eq(subscriptions.giftId, gifts.id))
    .where(
      and(
        isNull(gifts.announcedAt),
        eq(gifts.notifyRecipient, true),
        lte(gifts.startDate, today),
        isNull(subscriptions.refundRequestedAt),
        isNull(subscriptions.disputeHeldAt),
      ),
    )
    .orderBy(gifts.startDate)
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function isGiftPaid(db: Db, giftId: string): Promise<boolean> {
  const paid = await db.select({ id: subscriptions.id }).from(subscriptions).where(eq(subscriptions.giftId, giftId));
  return paid.length > 0;
}
