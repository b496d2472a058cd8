import { asc, eq } from 'drizzle-orm';
import { identities, sessions } from '../db/auth-schema.ts';
import type { Db } from '../db/database.ts';
import { mailHolds, temporaryAddresses } from '../db/mailing-schema.ts';
import { gifts, invoices, mailingPieces, subscriptions } from '../db/schema.ts';

export async function listOwnInvoiceRows(db: Db, userId: string) {
  return await db
    .select({
      id: invoices.stripeInvoiceId,
      number: invoices.number,
      status: invoices.status,
      totalCents: invoices.totalCents,
      createdAt: invoices.createdAt,
    })
    .from(invoices)
    .innerJoin(subscriptions, eq(subscriptions.id, invoices.subscriptionId))
    .where(eq(subscriptions.userId, userId))
    .orderBy(asc(invoices.createdAt));
}

export type OwnPiece = Awaited<ReturnType<typeof listOwnPieces>>[number];

export async function listOwnPieces(db: Db, userId: string) {
  return await db
    .select({
      subscriptionId: mailingPieces.subscriptionId,
      letter: mailingPieces.letter,
      attempt: mailingPieces.attempt,
      state: mailingPieces.state,
      postedOn: mailingPieces.handedOverOn,
      address: mailingPieces.address,
    })
    .from(mailingPieces)
    .innerJoin(subscriptions, eq(subscriptions.id, mailingPieces.subscriptionId))
    .where(eq(subscriptions.userId, userId))
    .orderBy(asc(mailingPieces.subscriptionId), asc(mailingPieces.letter), asc(mailingPieces.attempt));
}

export async function listOwnHolds(db: Db, userId: string) {
  const { subscriptionId, fromLetter, resumeOn, createdAt } = mailHolds;
  return await db
    .select({ subscriptionId, fromLetter, resumeOn, createdAt })
    .from(mailHolds)
    .innerJoin(subscriptions, eq(subscriptions.id, subscriptionId))
    .where(eq(subscriptions.userId, userId))
    .orderBy(asc(createdAt));
}

export async function listOwnTemporaryAddresses(db: Db, userId: string) {
  const { subscriptionId, fromLetter, toLetter, address, createdAt } = temporaryAddresses;
  return await db
    .select({ subscriptionId, fromLetter, toLetter, address, createdAt })
    .from(temporaryAddresses)
    .innerJoin(subscriptions, eq(subscriptions.id, subscriptionId))
    .where(eq(subscriptions.userId, userId))
    .orderBy(asc(createdAt));
}

export async function listOwnGifts(db: Db, userId: string) {
  return await db
    .select({
      recipientName: gifts.recipientName,
      recipientEmail: gifts.recipientEmail,
      message: gifts.message,
      startDate: gifts.startDate,
      planType: gifts.planType,
      createdAt: gifts.createdAt,
    })
    .from(gifts)
    .where(eq(gifts.userId, userId))
    .orderBy(asc(gifts.createdAt));
}

export async function listOwnDevices(db: Db, userId: string) {
  return await db
    .select({ ip: sessions.ip, userAgent: sessions.userAgent, createdAt: sessions.createdAt })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(asc(sessions.createdAt));
}

/** 'email', 'google'. */
export async function listOwnWaysIn(db: Db, userId: string): Promise<string[]> {
  const rows = await db.select({ provider: identities.provider }).from(identities).where(eq(identities.userId, userId));
  return rows.map(({ provider }) => provider);
}
