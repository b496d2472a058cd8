import { eq, inArray, or, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { disputes, freeMonths, paymentWarnings, refundRequests, refunds } from '../../commerce/billing-schema.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { pieceCodes } from '../../fulfilment/codes-schema.ts';
import {
  addressMoves,
  deliveryHolds,
  mailingExclusions,
  reships,
  temporaryAddresses,
  mailingPieces,
} from '../../fulfilment/schema.ts';
import {
  cancelReasons,
  checkouts,
  gifts,
  invoices,
  stripeSubscriptions,
  subscriptions,
  userSeasons,
} from '../../commerce/schema.ts';
import { disputeResponses } from '../../commerce/disputes-schema.ts';
import { stripeChanges, stripeIntents, stripeSeen } from '../../commerce/stripe-changes-schema.ts';
import { shippingAddresses } from '../../customers/schema.ts';
import { emailOutbox } from '../../platform/schema.ts';
import { startsWithText } from '../own-data/own-emails.ts';

/** Only for users who never paid: a paid purchase must stay in the books. The caller must hold the user's lock. */
export async function deletePurchases(tx: Transaction, userId: string) {
  const ofUser = eq(subscriptions.userId, userId);
  // Lock them first: a job that adds an invoice then waits, and afterwards finds no subscription.
  const own = (await tx.select({ id: subscriptions.id }).from(subscriptions).where(ofUser).for('update')).map(idOf);
  const letters = await deletePieces(tx, own);
  const counts = { letters: letters.length, ...(await deleteSubscriptions(tx, own)) };
  await tx.delete(checkouts).where(eq(checkouts.userId, userId));
  const given = await tx.delete(gifts).where(eq(gifts.userId, userId)).returning();
  const addressIds = given.map(({ shippingAddressId }) => shippingAddressId);
  return {
    ...counts,
    gifts: given.length,
    addresses: await deleteWhere(tx, shippingAddresses, inArray(shippingAddresses.id, addressIds)),
    emails: await deleteEmails(tx, letters, given.map(idOf)),
  };
}

async function deletePieces(tx: Transaction, subscriptionIds: readonly string[]): Promise<string[]> {
  const ofThem = inArray(mailingPieces.subscriptionId, [...subscriptionIds]);
  const letters = (await tx.delete(mailingPieces).where(ofThem).returning({ id: mailingPieces.id })).map(idOf);
  await tx.delete(pieceCodes).where(inArray(pieceCodes.pieceId, letters));
  return letters;
}

const PARTS: readonly (PgTable & { readonly subscriptionId: AnyPgColumn })[] = [
  refunds,
  refundRequests,
  freeMonths,
  disputeResponses,
  cancelReasons,
  disputes,
  paymentWarnings,
  stripeSubscriptions,
  stripeSeen,
  stripeIntents,
  stripeChanges,
  userSeasons,
  mailingExclusions,
  deliveryHolds,
  temporaryAddresses,
  reships,
  addressMoves,
];

async function deleteSubscriptions(tx: Transaction, ids: readonly string[]) {
  for (const part of PARTS) await deleteWhere(tx, part, inArray(part.subscriptionId, [...ids]));
  return {
    invoices: await deleteWhere(tx, invoices, inArray(invoices.subscriptionId, [...ids])),
    subscriptions: await deleteWhere(tx, subscriptions, inArray(subscriptions.id, [...ids])),
  };
}

/** Otherwise a queued email would announce a gift that was never paid for. */
async function deleteEmails(tx: Transaction, pieceIds: readonly string[], giftIds: readonly string[]): Promise<number> {
  const { dedupeKey } = emailOutbox;
  const aboutLetters = inArray(
    dedupeKey,
    pieceIds.flatMap((id) => [`letter-mailed:${id}`, `letter-returned:${id}`]),
  );
  const aboutGifts = giftIds.map((id) => startsWithText(dedupeKey, `gift-arrived:${id}:`));
  return await deleteWhere(tx, emailOutbox, or(aboutLetters, ...aboutGifts));
}

async function deleteWhere(tx: Transaction, table: PgTable, which: SQL | undefined): Promise<number> {
  if (which === undefined) return 0;
  return (await tx.delete(table).where(which)).rowCount ?? 0;
}

function idOf({ id }: { readonly id: string }): string {
  return id;
}
