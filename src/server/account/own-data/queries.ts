import { and, asc, desc, eq, getTableColumns, inArray, ne, sql } from 'drizzle-orm';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { getOwnData } from '../../../contract/own-data.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { cardsOnFile, disputes, refunds } from '../../commerce/billing-schema.ts';
import { disputeResponses } from '../../commerce/disputes-schema.ts';
import { gifts, invoices, subscriptions } from '../../commerce/schema.ts';
import { listOwnCancelReasons } from '../../commerce/subscriptions/cancel-reasons.ts';
import { invoicedHere } from '../../commerce/subscriptions/charged-here.ts';
import { listSeasonWaits } from '../../commerce/season-waits/queries.ts';
import { addressVersions, type FrozenAddress, shippingAddresses } from '../../customers/schema.ts';
import { mailedElsewhere } from '../../fulfilment/pieces/mailed-elsewhere.sql.ts';
import { lastSeen } from '../../fulfilment/scans/sightings.sql.ts';
import { deliveryHolds, mailingPieces, temporaryAddresses } from '../../fulfilment/schema.ts';
import { auditLog, identities, sessions } from '../../identity/schema.ts';
import type { Db } from '../../platform/db/database.ts';
import { emailOutbox } from '../../platform/schema.ts';
import { findStoredSuppression } from '../../platform/suppressions/suppressions.ts';
import { type Addressee, emailsToUser } from './own-emails.ts';

type Reply = ReplyOf<typeof getOwnData>;

/** The user's addresses before changes of the last ninety days. */
export async function readFormerAddresses(db: Db, userId: string) {
  const { address, validUntil } = addressVersions;
  const rows = await db
    .select({ address, validUntil })
    .from(addressVersions)
    .innerJoin(shippingAddresses, eq(shippingAddresses.id, addressVersions.addressId))
    .where(eq(shippingAddresses.userId, userId))
    .orderBy(asc(validUntil));
  return withIsoInstants(rows).map(withAddressLines);
}

export async function readOwnPayments(db: Db, userId: string) {
  const own = ownSubscriptionIds(db, userId);
  const { brand, last4, expMonth, expYear } = cardsOnFile;
  const { stripeInvoiceId: id, number, status, totalCents, createdAt: issuedAt } = invoices;
  const { stripeInvoiceId: invoiceId, amountCents, createdAt: refundedAt } = refunds;
  const { subscriptionId, reason, createdAt: openedAt } = disputes;
  return {
    cancelReasons: await listOwnCancelReasons(db, userId).then(withIsoInstants),
    cards: await db
      .select({ brand, last4, expMonth, expYear })
      .from(cardsOnFile)
      .where(eq(cardsOnFile.userId, userId))
      .orderBy(asc(cardsOnFile.paymentMethodId)),
    invoices: await db
      .select({ id, number, status, totalCents, issuedAt })
      .from(invoices)
      .where(and(inArray(invoices.subscriptionId, own), invoicedHere(invoices)))
      .orderBy(asc(issuedAt))
      .then(withIsoInstants),
    refunds: await db
      .select({ invoiceId, amountCents, status: refunds.status, refundedAt })
      .from(refunds)
      .where(inArray(refunds.subscriptionId, own))
      .orderBy(asc(refundedAt))
      .then(withIsoInstants),
    disputes: await db
      .select({
        subscriptionId,
        amountCents: disputes.amountCents,
        reason,
        status: disputes.status,
        openedAt,
        ourWords: disputeResponses.explanation,
      })
      .from(disputes)
      .leftJoin(disputeResponses, eq(disputeResponses.stripeDisputeId, disputes.stripeDisputeId))
      .where(inArray(subscriptionId, own))
      .orderBy(asc(openedAt))
      .then(withIsoInstants),
  };
}

export async function readOwnLetters(db: Db, userId: string) {
  const own = ownSubscriptionIds(db, userId);
  const { subscriptionId, letter, attempt, state, handedOverOn, address } = mailingPieces;
  const { fromLetter, resumeOn, createdAt: holdAskedAt } = deliveryHolds;
  const { toLetter, createdAt: askedAt } = temporaryAddresses;
  // The day on which another shop mailed a letter isn't known.
  const mailedOn = sql<CalendarDate | null>`case when not ${mailedElsewhere()} then ${handedOverOn} end`;
  const pieces = await db
    .select({ subscriptionId, letter, attempt, state, handedOverOn: mailedOn, address, lastSeen: lastSeen() })
    .from(mailingPieces)
    .where(inArray(subscriptionId, own))
    .orderBy(asc(subscriptionId), asc(letter), asc(attempt));
  const holds = await db
    .select({ subscriptionId: deliveryHolds.subscriptionId, fromLetter, resumeOn, askedAt: holdAskedAt })
    .from(deliveryHolds)
    .where(inArray(deliveryHolds.subscriptionId, own))
    .orderBy(asc(holdAskedAt));
  const { subscriptionId: ofSubscription, fromLetter: firstLetter } = temporaryAddresses;
  const elsewhere = await db
    .select({
      subscriptionId: ofSubscription,
      fromLetter: firstLetter,
      toLetter,
      address: temporaryAddresses.address,
      askedAt,
    })
    .from(temporaryAddresses)
    .where(inArray(ofSubscription, own))
    .orderBy(asc(askedAt));
  return {
    letters: pieces.map(withAddressLines),
    holds: withIsoInstants(holds),
    temporaryAddresses: withIsoInstants(elsewhere).map(withAddressLines),
  };
}

function ownSubscriptionIds(db: Db, userId: string) {
  return db.select({ id: subscriptions.id }).from(subscriptions).where(eq(subscriptions.userId, userId));
}

export async function readOwnGifts(db: Db, userId: string): Promise<Pick<Reply, 'gifts' | 'giftsReceived'>> {
  const { recipientName, recipientEmail, message, startDate, planType, createdAt, claimedAt } = gifts;
  const { fullName, addressLine1, addressLine2, city, stateProvince, postalCode, country, countryName } =
    getTableColumns(shippingAddresses);
  const address = { fullName, addressLine1, addressLine2, city, stateProvince, postalCode, country, countryName };
  const given = await db
    .select({ recipientName, recipientEmail, message, startDate, planType, createdAt, address })
    .from(gifts)
    .innerJoin(shippingAddresses, eq(shippingAddresses.id, gifts.shippingAddressId))
    .where(eq(gifts.userId, userId))
    .orderBy(asc(createdAt));
  const received = await db
    .select({ recipientName, recipientEmail, message, startDate, claimedAt, address })
    .from(gifts)
    .innerJoin(shippingAddresses, eq(shippingAddresses.id, gifts.shippingAddressId))
    .where(eq(gifts.claimedBy, userId))
    .orderBy(asc(claimedAt));
  return {
    gifts: withIsoInstants(given).map(withAddressLines),
    giftsReceived: withIsoInstants(received).map(withAddressLines),
  };
}

const MOST_SECURITY_EVENTS = 5000;

export async function readOwnSecurity(db: Db, userId: string) {
  const devices = await db
    .select({ ip: sessions.ip, userAgent: sessions.userAgent, signedInAt: sessions.createdAt })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(asc(sessions.createdAt));
  const { action: event, succeeded, ip, createdAt: happenedAt } = auditLog;
  // Leave out session renewals, since an open page makes one every hour.
  const newestEvents = await db
    .select({ event, succeeded, ip, happenedAt })
    .from(auditLog)
    .where(and(eq(auditLog.userId, userId), ne(event, 'token_refreshed')))
    .orderBy(desc(happenedAt))
    .limit(MOST_SECURITY_EVENTS);
  const methods = await db
    .select({ provider: identities.provider })
    .from(identities)
    .where(eq(identities.userId, userId));
  return {
    devices: withIsoInstants(devices),
    signInMethods: methods.map(({ provider }) => provider),
    googleAccounts: await listGoogleAccounts(db, userId),
    securityLog: withIsoInstants(newestEvents.toReversed()),
  };
}

async function listGoogleAccounts(db: Db, userId: string): Promise<Reply['googleAccounts']> {
  const { providerId: number, email, identityData } = identities;
  const name = sql<string | null>`${identityData} ->> 'name'`;
  const portrait = sql<string | null>`${identityData} ->> 'picture'`;
  return await db
    .select({ number, email, name, portrait })
    .from(identities)
    .where(and(eq(identities.userId, userId), eq(identities.provider, 'google')))
    .orderBy(asc(identities.createdAt));
}

export async function readOwnWaits(db: Db, email: string): Promise<Reply['seasonsAwaited']> {
  return withIsoInstants(await listSeasonWaits(db, email));
}

export async function readOwnEmails(db: Db, user: Addressee): Promise<Reply['emails']> {
  const { kind, recipient: to, status, createdAt: writtenAt, sentAt } = emailOutbox;
  return await db
    .select({ kind, to, status, writtenAt, sentAt })
    .from(emailOutbox)
    .where(await emailsToUser(db, user))
    .orderBy(asc(writtenAt))
    .then(withIsoInstants);
}

export async function readOwnSuppression(db: Db, email: string): Promise<Reply['emailSuppression']> {
  const found = await findStoredSuppression(db, email);
  return found === null ? null : (withIsoInstants([found])[0] ?? null);
}

type IsoInstants<T> = { [K in keyof T]: T[K] extends Date ? string : T[K] extends Date | null ? string | null : T[K] };

function withIsoInstants<T extends object>(rows: readonly T[]): IsoInstants<T>[] {
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(isoEntry)) as IsoInstants<T>);
}

function isoEntry([name, value]: [string, unknown]): [string, unknown] {
  return [name, value instanceof Date ? value.toISOString() : value];
}

function withAddressLines<T extends { readonly address: FrozenAddress | null }>({ address, ...row }: T) {
  return { ...row, address: Object.values(address ?? {}).filter((line) => line !== null) as string[] };
}
