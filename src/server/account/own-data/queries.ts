import { and, asc, desc, eq, ne, sql } from 'drizzle-orm';
import { auditLog, identities, sessions } from '../../identity/schema.ts';
import { cardsOnFile, disputes, refunds } from '../../commerce/billing-schema.ts';
import type { Db } from '../../platform/db/database.ts';
import { deliveryHolds, temporaryAddresses, mailingPieces } from '../../fulfilment/schema.ts';
import { emailOutbox } from '../../platform/outbox/schema.ts';
import { gifts, invoices, subscriptions } from '../../commerce/schema.ts';
import { shippingAddresses } from '../../customers/schema.ts';
import { type Addressee, emailsToUser } from './own-emails.ts';

export async function listOwnCards(db: Db, userId: string) {
  const { brand, last4, expMonth, expYear } = cardsOnFile;
  return await db
    .select({ brand, last4, expMonth, expYear })
    .from(cardsOnFile)
    .where(eq(cardsOnFile.userId, userId))
    .orderBy(asc(cardsOnFile.paymentMethodId));
}

export async function listOwnRefunds(db: Db, userId: string) {
  const { stripeInvoiceId: invoiceId, amountCents, status, createdAt } = refunds;
  return await db
    .select({ invoiceId, amountCents, status, createdAt })
    .from(refunds)
    .innerJoin(subscriptions, eq(subscriptions.id, refunds.subscriptionId))
    .where(eq(subscriptions.userId, userId))
    .orderBy(asc(createdAt));
}

export async function listOwnDisputes(db: Db, userId: string) {
  const { subscriptionId, amountCents, reason, status, createdAt } = disputes;
  return await db
    .select({ subscriptionId, amountCents, reason, status, createdAt })
    .from(disputes)
    .innerJoin(subscriptions, eq(subscriptions.id, subscriptionId))
    .where(eq(subscriptions.userId, userId))
    .orderBy(asc(createdAt));
}

/** That they were written; what stood in them is made of what the rest of the file tells. */
export async function listOwnEmails(db: Db, user: Addressee) {
  const { kind, recipient: to, status, createdAt, sentAt } = emailOutbox;
  return await db
    .select({ kind, to, status, createdAt, sentAt })
    .from(emailOutbox)
    .where(await emailsToUser(db, user))
    .orderBy(asc(createdAt));
}

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
      handedOverOn: mailingPieces.handedOverOn,
      address: mailingPieces.address,
    })
    .from(mailingPieces)
    .innerJoin(subscriptions, eq(subscriptions.id, mailingPieces.subscriptionId))
    .where(eq(subscriptions.userId, userId))
    .orderBy(asc(mailingPieces.subscriptionId), asc(mailingPieces.letter), asc(mailingPieces.attempt));
}

export async function listOwnHolds(db: Db, userId: string) {
  const { subscriptionId, fromLetter, resumeOn, createdAt } = deliveryHolds;
  return await db
    .select({ subscriptionId, fromLetter, resumeOn, createdAt })
    .from(deliveryHolds)
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
      address: {
        fullName: shippingAddresses.fullName,
        addressLine1: shippingAddresses.addressLine1,
        addressLine2: shippingAddresses.addressLine2,
        city: shippingAddresses.city,
        stateProvince: shippingAddresses.stateProvince,
        postalCode: shippingAddresses.postalCode,
        country: shippingAddresses.country,
        countryName: shippingAddresses.countryName,
      },
    })
    .from(gifts)
    .innerJoin(shippingAddresses, eq(shippingAddresses.id, gifts.shippingAddressId))
    .where(eq(gifts.userId, userId))
    .orderBy(asc(gifts.createdAt));
}

/** Not what they cost, which is between the giver and us. */
export async function listOwnReceivedGifts(db: Db, userId: string) {
  const { recipientName, recipientEmail, message, startDate, claimedAt } = gifts;
  return await db
    .select({ recipientName, recipientEmail, message, startDate, claimedAt })
    .from(gifts)
    .where(eq(gifts.claimedBy, userId))
    .orderBy(asc(claimedAt));
}

export async function listOwnDevices(db: Db, userId: string) {
  return await db
    .select({ ip: sessions.ip, userAgent: sessions.userAgent, createdAt: sessions.createdAt })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(asc(sessions.createdAt));
}

const MOST_SECURITY_EVENTS = 5000;

/** Without the renewals of sessions, most of the log: a page that is left open makes one an hour. */
export async function listOwnSecurityEvents(db: Db, userId: string) {
  const { action, succeeded, ip, createdAt } = auditLog;
  const newestFirst = await db
    .select({ event: action, succeeded, ip, createdAt })
    .from(auditLog)
    .where(and(eq(auditLog.userId, userId), ne(action, 'token_refreshed')))
    .orderBy(desc(createdAt))
    .limit(MOST_SECURITY_EVENTS);
  return newestFirst.reverse();
}

/** Of each Google account that is connected. */
export async function listGoogleAccounts(db: Db, userId: string) {
  const { providerId, email, identityData } = identities;
  const name = sql<string | null>`${identityData} ->> 'name'`;
  const portrait = sql<string | null>`${identityData} ->> 'picture'`;
  return await db
    .select({ number: providerId, email, name, portrait })
    .from(identities)
    .where(and(eq(identities.userId, userId), eq(identities.provider, 'google')))
    .orderBy(asc(identities.createdAt));
}

/** 'email', 'google'. */
export async function listOwnSignInMethods(db: Db, userId: string): Promise<string[]> {
  const rows = await db.select({ provider: identities.provider }).from(identities).where(eq(identities.userId, userId));
  return rows.map(({ provider }) => provider);
}
