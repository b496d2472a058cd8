import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { erasedEmail } from '../../../domain/email-address.ts';
import { cardFailures, cardSnapshots, cardsOnFile, issuedIntents } from '../../commerce/billing-schema.ts';
import { eraseExplanations } from '../../commerce/disputes/desk-queries.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { addressVersions, type FrozenAddress, shippingAddresses, userProfiles } from '../../customers/schema.ts';
import { operators } from '../../identity/schema.ts';
import { temporaryAddresses, mailingPieces } from '../../fulfilment/schema.ts';
import { emailOutbox } from '../../platform/schema.ts';
import { deleteSuppression } from '../../platform/suppressions/suppressions.ts';
import { gifts, subscriptions } from '../../commerce/schema.ts';
import { eraseCancelComments } from '../../commerce/subscriptions/cancel-reasons.ts';
import { forgetCustomerSeen } from '../../commerce/stripe-changes/queries.ts';
import { deleteSeasonWaits } from '../../commerce/season-waits/queries.ts';
import { eraseTagsAndNotes } from '../../customers/tags-and-notes.ts';
import { eraseNotes } from '../notes/own-notes.ts';
import { eraseCaseGroups } from '../case-groups/own-groups.ts';
import { eraseCaseFiles } from '../case-file/erase-case-files.ts';
import { type Addressee, emailsToUser, startsWithText } from '../own-data/own-emails.ts';

export async function hasRunningSubscription(tx: Transaction, userId: string): Promise<boolean> {
  const isRunning = inArray(subscriptions.status, ['active', 'past_due']);
  return (await tx.$count(subscriptions, and(eq(subscriptions.userId, userId), isRunning))) > 0;
}

const ERASED = 'Erased';
const NO_ADDRESS = {
  fullName: ERASED,
  addressLine1: ERASED,
  addressLine2: null,
  city: ERASED,
  stateProvince: ERASED,
  postalCode: ERASED,
} satisfies Partial<FrozenAddress>;

export async function eraseProfile(tx: Transaction, addressee: Addressee, now: Date): Promise<void> {
  const { userId } = addressee;
  await erasePayments(tx, userId);
  await eraseCancelComments(tx, userId);
  await eraseExplanations(tx, userId);
  await eraseFulfilment(tx, userId, now);
  // Called after the user's subscriptions are locked, in the same order as when a change is recorded.
  await forgetCustomerSeen(tx, userId);
  await eraseGifts(tx, userId, now);
  await eraseCaseGroups(tx, userId);
  await eraseCaseFiles(tx, userId);
  await eraseAddresses(tx, userId, now);
  await deleteSeasonWaits(tx, addressee.email);
  await deleteSuppression(tx, addressee.email);
  await eraseNotes(tx, userId);
  await eraseTagsAndNotes(tx, userId);
  await tx.delete(emailOutbox).where(await emailsToUser(tx, addressee));
  await tx.delete(operators).where(eq(operators.userId, userId));
  await tx
    .update(userProfiles)
    .set({ fullName: null, preferences: { emailNotifications: false }, updatedAt: now })
    .where(eq(userProfiles.id, userId));
}

async function erasePayments(tx: Transaction, userId: string): Promise<void> {
  // Snapshots first, as when cards are read again, since the two could deadlock otherwise.
  for (const table of [cardSnapshots, cardsOnFile, issuedIntents, cardFailures]) {
    await tx.delete(table).where(eq(table.userId, userId));
  }
}

async function eraseFulfilment(tx: Transaction, userId: string, now: Date): Promise<void> {
  const own = tx.select({ id: subscriptions.id }).from(subscriptions).where(eq(subscriptions.userId, userId));
  await tx
    .update(mailingPieces)
    .set({ address: sql`${mailingPieces.address} || ${JSON.stringify(NO_ADDRESS)}::jsonb`, routing: null, card: null })
    .where(inArray(mailingPieces.subscriptionId, own));
  await tx.delete(temporaryAddresses).where(inArray(temporaryAddresses.subscriptionId, own));
  const heldSince = sql`coalesce(${subscriptions.disputeHeldAt}, ${now.toISOString()}::timestamptz)`;
  await tx.update(subscriptions).set({ disputeHeldAt: heldSince }).where(eq(subscriptions.userId, userId));
}

async function eraseGifts(tx: Transaction, userId: string, now: Date): Promise<void> {
  const erased = { recipientName: ERASED, recipientEmail: erasedEmail('erased'), message: null, updatedAt: now };
  const given = await tx.update(gifts).set(erased).where(eq(gifts.userId, userId)).returning({ id: gifts.id });
  const announcements = given.map(({ id }) => startsWithText(emailOutbox.dedupeKey, `gift-arrived:${id}:`));
  if (announcements.length > 0) await tx.delete(emailOutbox).where(or(...announcements));
  await tx.update(gifts).set({ claimedBy: null, claimedAt: null, updatedAt: now }).where(eq(gifts.claimedBy, userId));
}

/** If a purchase refers to an address, its row stays with only the country. */
async function eraseAddresses(tx: Transaction, userId: string, now: Date): Promise<void> {
  const given = tx.select({ id: gifts.shippingAddressId }).from(gifts).where(eq(gifts.userId, userId));
  const erased = await tx
    .update(shippingAddresses)
    .set({ ...NO_ADDRESS, label: ERASED, isDefault: false, updatedAt: now })
    .where(or(eq(shippingAddresses.userId, userId), inArray(shippingAddresses.id, given)))
    .returning({ id: shippingAddresses.id });
  const ids = erased.map(({ id }) => id);
  if (ids.length > 0) await tx.delete(addressVersions).where(inArray(addressVersions.addressId, ids));
}
