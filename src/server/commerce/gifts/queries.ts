import { and, eq, isNull, lte, or, type Placeholder, sql, type SQL } from 'drizzle-orm';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { randomUUID } from 'node:crypto';
import { type Db, preparedStatement, type Transaction } from '../../platform/db/database.ts';
import { findRow } from '../../platform/db/find-row.ts';
import { jsonObject } from '../../platform/db/whole-row.ts';
import { holidayOverridesValue } from '../../platform/holidays.ts';
import { withdrawQueuedEmails } from '../../platform/outbox/queue.ts';
import { emailOutbox } from '../../platform/schema.ts';
import { hasPaid } from '../paid-invoices.sql.ts';
import { gifts, subscriptions } from '../schema.ts';
import { monthsPaidValue } from '../subscriptions/months-paid.ts';
import type { CommerceContext } from '../context.ts';
import { shippingAddresses, userProfiles } from '../../customers/schema.ts';

export type Gift = typeof gifts.$inferSelect;
export type GiftDetails = Pick<
  Gift,
  'recipientName' | 'recipientEmail' | 'message' | 'startDate' | 'planType' | 'notifyRecipient'
>;

export async function findOwnGift(db: Db, userId: string, id: string): Promise<Gift | null> {
  return await findRow(db, gifts, and(eq(gifts.id, id), eq(gifts.userId, userId)));
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
  return await findRow(tx, gifts, eq(gifts.id, id), 'no key update');
}

export async function changeGiftRow(
  tx: Db,
  id: string,
  changes: Partial<GiftDetails & Pick<Gift, 'announcedAt'>>,
  now: Date,
): Promise<void> {
  await tx
    .update(gifts)
    .set({ ...changes, updatedAt: now })
    .where(eq(gifts.id, id));
}

export async function moveStart(tx: Transaction, id: string, startDate: CalendarDate, now: Date): Promise<void> {
  await changeGiftRow(tx, id, { startDate }, now);
  await tx.update(subscriptions).set({ serviceStart: startDate }).where(eq(subscriptions.giftId, id));
}

/** @returns false if another claim was faster, or if the recipient's email was corrected after the gift was read */
export async function setClaimedBy(
  db: Db,
  { id, recipientEmail }: Pick<Gift, 'id' | 'recipientEmail'>,
  userId: string,
  now: Date,
): Promise<boolean> {
  const claimed = await db
    .update(gifts)
    .set({
      claimedBy: userId,
      claimedAt: sql`coalesce(${gifts.claimedAt}, ${now.toISOString()}::timestamptz)`,
      updatedAt: now,
    })
    .where(
      and(
        eq(gifts.id, id),
        eq(gifts.recipientEmail, recipientEmail),
        or(isNull(gifts.claimedBy), eq(gifts.claimedBy, userId)),
      ),
    )
    .returning({ id: gifts.id });
  return claimed.length > 0;
}

type Row = Awaited<ReturnType<typeof paidGifts>>[number]['paid'];

export type PaidGift = Row & { readonly [Of in 'gift' | 'subscription' | 'address']: NonNullable<Row[Of]> };

export type GiftKey = Pick<Gift, 'id'> & { readonly userId?: string };

/**
 * The address that the announcement was sent to, which may have been corrected since. Null after the email was deleted.
 */
const announcedTo = sql<string | null>`(
  select nullif(${emailOutbox.recipient}, '') from ${emailOutbox}
  where ${emailOutbox.dedupeKey} = 'gift-arrived:' || ${gifts.id} || ':'
    || to_char(${gifts.announcedAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;

export async function findPaidGift(ctx: Pick<CommerceContext, 'ledger'>, db: Db, key: GiftKey, today: string) {
  const isGivers = key.userId === undefined ? undefined : eq(gifts.userId, key.userId);
  const [row] = await paidGifts(db, ctx.ledger, and(eq(gifts.id, key.id), isGivers), today);
  return row && isWhole(row.paid) ? row.paid : null;
}

/** Gifts that a user gave or claimed. */
export async function listOwnGifts(
  { db, ledger }: Pick<CommerceContext, 'db' | 'ledger'>,
  userId: string,
  today: string,
) {
  const rows = await ownStatement(db, ledger).execute({ userId, today });
  const own = rows.map(({ paid }) => paid).filter(isWhole);
  return {
    given: own.filter(({ gift }) => gift.userId === userId),
    received: own.filter(({ gift }) => gift.claimedBy === userId),
  };
}

function isWhole(row: Row): row is PaidGift {
  return row.gift !== null && row.subscription !== null && row.address !== null;
}

type Ledger = CommerceContext['ledger'];
const [OWN, TODAY] = [sql.placeholder('userId'), sql.placeholder('today')];

const ownStatement = preparedStatement((db: Db, ledger: Ledger) =>
  paidGifts(db, ledger, or(eq(gifts.userId, OWN), eq(gifts.claimedBy, OWN)), TODAY).prepare('own-gifts'),
);

function paidGifts(db: Db, ledger: Ledger, which: SQL | undefined, today: string | Placeholder) {
  return db
    .select({
      paid: jsonObject({
        gift: gifts,
        subscription: subscriptions,
        address: shippingAddresses,
        giverName: userProfiles.fullName,
        announcedTo,
        monthsPaid: monthsPaidValue,
        firstMailing: ledger.firstMailing(subscriptions.id),
        hasPaid: hasPaid(subscriptions.id),
        lettersReceived: ledger.lettersReceived(subscriptions.id, today),
        lettersHandedOver: ledger.lettersHandedOver(subscriptions.id),
        firstLetterDueOn: ledger.firstLetterDueOn(subscriptions.id, today),
        firstLetterFrozen: ledger.isFirstLetterFrozen(subscriptions.id),
        firstLetterPrinted: ledger.isFirstLetterPrinted(subscriptions.id),
        holidays: holidayOverridesValue,
      }),
    })
    .from(gifts)
    .innerJoin(subscriptions, eq(subscriptions.giftId, gifts.id))
    .innerJoin(shippingAddresses, eq(shippingAddresses.id, subscriptions.shippingAddressId))
    .innerJoin(userProfiles, eq(userProfiles.id, gifts.userId))
    .where(which)
    .orderBy(gifts.createdAt, gifts.id)
    .limit(200);
}

/** @returns whether an announcement was withdrawn */
export async function withdrawUnsentAnnouncements(tx: Transaction, giftId: string): Promise<boolean> {
  return await withdrawQueuedEmails(tx, `gift-arrived:${giftId}:`);
}

export async function listUnannouncedGifts(
  { db, ledger }: Pick<CommerceContext, 'db' | 'ledger'>,
  today: CalendarDate,
  limit: number,
): Promise<string[]> {
  const isMoved = sql`(${gifts.announcedAt} at time zone 'America/New_York')::date < ${gifts.startDate}`;
  const hasNothingLeft = sql`${ledger.lettersHandedOver(subscriptions.id)} = 0`;
  const rows = await db
    .select({ id: gifts.id })
    .from(gifts)
    .innerJoin(subscriptions, eq(subscriptions.giftId, gifts.id))
    .where(
      and(
        // Must agree with the index `gifts_unannounced_idx`.
        sql`(${gifts.announcedAt} is null or ${isMoved}) and ${gifts.notifyRecipient}`,
        or(isNull(gifts.announcedAt), hasNothingLeft),
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
  return (await db.$count(subscriptions, eq(subscriptions.giftId, giftId))) > 0;
}
