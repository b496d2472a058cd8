import { and, eq, gt, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { moveClosedCheckouts } from '../../commerce/checkout/queries.ts';
import { checkouts, gifts, subscriptions } from '../../commerce/schema.ts';
import type { AddressUse, OwnAddress } from '../../customers/context.ts';
import { shippingAddresses } from '../../customers/schema.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { addressMoves } from '../schema.ts';
import { setShippingAddress } from './queries.ts';
import { TEMPORARY_ADDRESSES } from './temporary-addresses.sql.ts';

const DAY_MS = 86_400_000;
/** A run that is frozen late or again needs the address that a subscription had at the freeze instant. */
const MOVED_AWAY_DAYS = 30;

export const ADDRESS_USE: AddressUse = {
  isUsed: isAddressUsed,
  takesPaidLetters,
  subscriptionsAt: listSubscriptionsAt,
  isInCheckout,
  sendTo: setShippingAddress,
  release: releaseAddress,
  temporary: TEMPORARY_ADDRESSES,
};

/**
 * Whether anything besides the owner's address book needs the address. The default address is always needed
 * (rules/checkout 38).
 */
async function isAddressUsed(tx: Transaction, { id, isDefault }: OwnAddress, now: Date): Promise<boolean> {
  if (isDefault || (await takesPaidLetters(tx, { id }, now))) return true;
  return await isInCheckout(tx, id);
}

async function isInCheckout(tx: Transaction, id: string): Promise<boolean> {
  return (await tx.$count(checkouts, and(eq(checkouts.shippingAddressId, id), eq(checkouts.status, 'pending')))) > 0;
}

async function listSubscriptionsAt(tx: Transaction, id: string): Promise<string[]> {
  const isThere = eq(subscriptions.shippingAddressId, id);
  return (await tx.select({ id: subscriptions.id }).from(subscriptions).where(isThere)).map((row) => row.id);
}

/** Whether letters of a season, a gift or a late freeze go to the address (rules/checkout 39). */
async function takesPaidLetters(tx: Transaction, { id }: Pick<OwnAddress, 'id'>, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - MOVED_AWAY_DAYS * DAY_MS);
  const moved = and(eq(addressMoves.addressId, id), gt(addressMoves.validUntil, since));
  const uses: readonly (readonly [PgTable, SQL | undefined])[] = [
    [subscriptions, eq(subscriptions.shippingAddressId, id)],
    [gifts, eq(gifts.shippingAddressId, id)],
    [addressMoves, moved],
  ];
  for (const [table, which] of uses) if ((await tx.$count(table, which)) > 0) return true;
  return false;
}

/** Closed checkouts get the default address instead, since the column may not be null. */
async function releaseAddress(tx: Transaction, { id, userId }: OwnAddress): Promise<void> {
  if (userId === null) return;
  const isHeir = and(eq(shippingAddresses.userId, userId), eq(shippingAddresses.isDefault, true));
  const [heir] = await tx.select({ id: shippingAddresses.id }).from(shippingAddresses).where(isHeir);
  if (heir === undefined) return;
  await moveClosedCheckouts(tx, id, heir.id);
}
