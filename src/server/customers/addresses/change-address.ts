import { type Address, nextAddressLabel } from '../../../domain/address.ts';
import { storedAddress } from '../../../domain/envelope.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { AddressUse } from '../context.ts';
import { type AddressRow, findSameAddress, insertAddress, listAllAddresses, rewriteAddress } from './queries.ts';

export interface AddressChange {
  /** Null for a gift's address, which isn't in an address book. */
  readonly userId: string | null;
  readonly from: AddressRow | null;
  readonly to: Address;
  readonly subscriptions: readonly string[] | 'all';
  /** Whether the new address replaces the old one in the address book and in open checkouts. */
  readonly inBook: boolean;
  readonly label?: string;
}

/**
 * Every change of an address must use this function (rules/checkout 58). The caller must hold the lock of the owner's
 * profile.
 * @returns the row of the new address
 */
export async function changeAddress(
  use: AddressUse,
  tx: Transaction,
  change: AddressChange,
  now: Date,
): Promise<AddressRow> {
  const { userId, from, to } = change;
  const there = from === null ? [] : await use.subscriptionsAt(tx, from.id);
  const following = change.subscriptions === 'all' ? there : change.subscriptions;
  const staying = there.filter((id) => !following.includes(id));
  const same = userId === null ? null : await findSameAddress(tx, userId, to);
  const row = same ?? (await writeAddress(use, tx, { ...change, staying }, now));
  for (const id of following) await use.sendTo(tx, id, row.id, now);
  return row;
}

async function writeAddress(
  use: AddressUse,
  tx: Transaction,
  change: AddressChange & { readonly staying: readonly string[] },
  now: Date,
): Promise<AddressRow> {
  const { userId, from, to, inBook, staying, label } = change;
  if (from === null) return await addAddress(tx, { userId, to, label }, now);
  if (inBook) {
    await keepOldFor(use, tx, { from, staying }, now);
  } else if (from.isDefault || staying.length > 0 || (await use.isInCheckout(tx, from.id))) {
    return await addAddress(tx, { userId, to, label }, now);
  }
  return await rewriteAddress(tx, from.id, to, now);
}

async function keepOldFor(
  use: AddressUse,
  tx: Transaction,
  { from, staying }: { readonly from: AddressRow; readonly staying: readonly string[] },
  now: Date,
): Promise<void> {
  if (staying.length === 0) return;
  const copy = await addAddress(tx, { userId: from.userId, to: storedAddress(from) }, now);
  for (const id of staying) await use.sendTo(tx, id, copy.id, now);
}

async function addAddress(
  tx: Transaction,
  { userId, to, label }: { readonly userId: string | null; readonly to: Address; readonly label?: string | undefined },
  now: Date,
): Promise<AddressRow> {
  if (userId === null) throw new Error('The address of a gift is used by that gift alone.');
  const book = await listAllAddresses(tx, userId);
  const isDefault = book.every((other) => !other.isDefault);
  const newLabel = label ?? nextAddressLabel(book.map((other) => other.label));
  return await insertAddress(tx, { ...to, userId, label: newLabel, isDefault }, now);
}
