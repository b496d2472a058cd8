import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { type Address, addressLinesOf } from '../../../domain/address.ts';
import { type Db, firstRow, type Transaction } from '../../platform/db/database.ts';
import { findRow } from '../../platform/db/find-row.ts';
import { shippingAddresses, userProfiles } from '../schema.ts';

export type AddressRow = typeof shippingAddresses.$inferSelect;

export async function listAddresses(db: Db, userId: string): Promise<AddressRow[]> {
  return await ownAddresses(db, userId).limit(100);
}

export async function listAllAddresses(db: Db, userId: string): Promise<AddressRow[]> {
  return await ownAddresses(db, userId);
}

function ownAddresses(db: Db, userId: string) {
  return db
    .select()
    .from(shippingAddresses)
    .where(eq(shippingAddresses.userId, userId))
    .orderBy(desc(shippingAddresses.isDefault), asc(shippingAddresses.createdAt));
}

/** Null for an unknown address and for another user's (rules/code 5). */
export async function findAddress(db: Db, userId: string, id: string): Promise<AddressRow | null> {
  return await findRow(db, shippingAddresses, and(eq(shippingAddresses.id, id), eq(shippingAddresses.userId, userId)));
}

export async function findAddressById(db: Db, id: string): Promise<AddressRow | null> {
  return await findRow(db, shippingAddresses, eq(shippingAddresses.id, id));
}

export async function lockAddress(tx: Transaction, id: string): Promise<AddressRow> {
  const row = await findRow(tx, shippingAddresses, eq(shippingAddresses.id, id), 'no key update');
  if (row === null) throw new Error(`There is no address ${id}.`);
  return row;
}

export async function lockProfile(tx: Transaction, userId: string): Promise<void> {
  await tx.select({ id: userProfiles.id }).from(userProfiles).where(eq(userProfiles.id, userId)).for('no key update');
}

export async function findSameAddress(db: Db, userId: string, address: Address): Promise<AddressRow | null> {
  const isSame = addressLinesOf(address.country).map(
    (column) => sql`${shippingAddresses[column]} is not distinct from ${address[column]}`,
  );
  return await findRow(db, shippingAddresses, and(eq(shippingAddresses.userId, userId), ...isSame));
}

export interface NewAddress extends Address {
  readonly userId: string | null;
  readonly label: string;
  readonly isDefault: boolean;
}

export async function insertAddress(tx: Db, address: NewAddress, now: Date): Promise<AddressRow> {
  const [row] = await tx
    .insert(shippingAddresses)
    .values({ ...address, id: randomUUID(), createdAt: now, updatedAt: now })
    .returning();
  if (row === undefined) throw new Error('The insert of an address returned no row.');
  return row;
}

/** Changes the address for everything that uses the row. For a change by its owner, call `changeAddress`. */
export async function rewriteAddress(db: Db, id: string, address: Address, now: Date): Promise<AddressRow> {
  const changes = { ...address, updatedAt: now };
  const row = await firstRow(db.update(shippingAddresses).set(changes).where(eq(shippingAddresses.id, id)).returning());
  if (row === null) throw new Error(`There is no address ${id}.`);
  return row;
}

export async function deleteAddresses(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.delete(shippingAddresses).where(inArray(shippingAddresses.id, [...ids]));
}

export async function deleteAddressById(tx: Transaction, id: string): Promise<void> {
  await tx.delete(shippingAddresses).where(eq(shippingAddresses.id, id));
}

export async function makeDefaultAddress(tx: Transaction, userId: string, id: string, now: Date): Promise<void> {
  await lockProfile(tx, userId);
  const isOwn = eq(shippingAddresses.userId, userId);
  await tx
    .update(shippingAddresses)
    .set({ isDefault: false, updatedAt: now })
    .where(and(isOwn, shippingAddresses.isDefault, ne(shippingAddresses.id, id)));
  await tx
    .update(shippingAddresses)
    .set({ isDefault: true, updatedAt: now })
    .where(and(isOwn, eq(shippingAddresses.id, id), sql`not ${shippingAddresses.isDefault}`));
}
