import { and, asc, eq, gt, inArray, isNull, notExists, or, sql } from 'drizzle-orm';
import type { Db, Transaction } from '../../platform/db/database.ts';
import { findRow } from '../../platform/db/find-row.ts';
import { caseBlocks, caseGroups, caseInvitations, caseSeats } from './schema.ts';

export type GroupRow = typeof caseGroups.$inferSelect;
export type SeatRow = typeof caseSeats.$inferSelect;
export type InvitationRow = typeof caseInvitations.$inferSelect;

export async function findSeat(db: Db, userId: string, seasonId: string): Promise<SeatRow | null> {
  return await findRow(db, caseSeats, and(eq(caseSeats.userId, userId), eq(caseSeats.seasonId, seasonId)));
}

/** Ordered by when the user joined. */
export async function listSeats(db: Db, groupId: string): Promise<SeatRow[]> {
  const { joinedAt, place } = caseSeats;
  return await db.select().from(caseSeats).where(eq(caseSeats.groupId, groupId)).orderBy(asc(joinedAt), asc(place));
}

/**
 * Locks the group until the transaction ends.
 * @returns null for a deleted group
 */
export async function lockGroup(tx: Transaction, id: string): Promise<GroupRow | null> {
  return await findRow(tx, caseGroups, eq(caseGroups.id, id), 'no key update');
}

export async function insertGroup(tx: Transaction, group: GroupRow): Promise<void> {
  await tx.insert(caseGroups).values(group);
}

/** @returns false if the user already has a seat for that season */
export async function insertSeat(tx: Transaction, seat: SeatRow): Promise<boolean> {
  const target = [caseSeats.userId, caseSeats.seasonId];
  const { rowCount } = await tx.insert(caseSeats).values(seat).onConflictDoNothing({ target });
  return rowCount === 1;
}

export async function changeSeat(
  tx: Transaction,
  { userId, seasonId }: SeatRow,
  change: Pick<SeatRow, 'name' | 'nameKey' | 'showsNotes'>,
): Promise<void> {
  const isIt = and(eq(caseSeats.userId, userId), eq(caseSeats.seasonId, seasonId));
  await tx.update(caseSeats).set(change).where(isIt);
}

/** Also deletes the invitations that the user made. The caller must hold the group's lock. */
export async function deleteSeat(tx: Transaction, { userId, groupId }: SeatRow): Promise<void> {
  const { satIn, madeBy } = ofUserInGroup(userId, groupId);
  await tx.delete(caseInvitations).where(madeBy);
  await tx.delete(caseSeats).where(satIn);
}

function ofUserInGroup(userId: string, groupId: string) {
  return {
    satIn: and(eq(caseSeats.userId, userId), eq(caseSeats.groupId, groupId)),
    madeBy: and(eq(caseInvitations.userId, userId), eq(caseInvitations.groupId, groupId)),
  };
}

/** The caller must hold the group's lock. */
export async function deleteEmptyGroup(tx: Transaction, groupId: string): Promise<void> {
  const seats = tx.select({ id: caseSeats.id }).from(caseSeats).where(eq(caseSeats.groupId, groupId));
  await tx.delete(caseInvitations).where(and(eq(caseInvitations.groupId, groupId), notExists(seats)));
  await tx.delete(caseGroups).where(and(eq(caseGroups.id, groupId), notExists(seats)));
}

export async function listBlocks(db: Db, userId: string) {
  const { createdAt } = caseBlocks;
  return await db.select().from(caseBlocks).where(eq(caseBlocks.userId, userId)).orderBy(asc(createdAt));
}

export async function insertBlock(tx: Transaction, block: typeof caseBlocks.$inferInsert): Promise<void> {
  await tx.insert(caseBlocks).values(block).onConflictDoNothing();
}

export async function deleteBlock(db: Db, userId: string, id: string): Promise<boolean> {
  const isIt = and(eq(caseBlocks.userId, userId), eq(caseBlocks.id, id));
  return (await db.delete(caseBlocks).where(isIt)).rowCount === 1;
}

export async function listUsersAcrossBlocks(db: Db, userId: string, others: readonly string[]): Promise<Set<string>> {
  if (others.length === 0) return new Set();
  const { userId: by, blockedId } = caseBlocks;
  const rows = await db
    .select({ by, blockedId })
    .from(caseBlocks)
    .where(
      or(and(eq(by, userId), inArray(blockedId, [...others])), and(eq(blockedId, userId), inArray(by, [...others]))),
    );
  return new Set(rows.map((row) => (row.by === userId ? row.blockedId : row.by)));
}

/** Finds used invitations as well. */
export async function findInvitation(db: Db, tokenHash: string, now: Date): Promise<InvitationRow | null> {
  const isIt = and(eq(caseInvitations.tokenHash, tokenHash), gt(caseInvitations.expiresAt, now));
  return await findRow(db, caseInvitations, isIt);
}

/** Invitations that can still be used. */
export async function listInvitations(db: Db, groupId: string, now: Date): Promise<InvitationRow[]> {
  const { expiresAt, usedBy, createdAt } = caseInvitations;
  return await db
    .select()
    .from(caseInvitations)
    .where(and(eq(caseInvitations.groupId, groupId), isNull(usedBy), gt(expiresAt, now)))
    .orderBy(asc(createdAt));
}

/** Deletes the group's expired invitations first. */
export async function insertInvitation(tx: Transaction, row: typeof caseInvitations.$inferInsert): Promise<void> {
  const isOld = sql`${caseInvitations.expiresAt} <= ${row.createdAt.toISOString()}::timestamptz`;
  await tx.delete(caseInvitations).where(and(eq(caseInvitations.groupId, row.groupId), isOld));
  await tx.insert(caseInvitations).values(row);
}

export async function recordUse(tx: Transaction, id: string, usedBy: string): Promise<void> {
  await tx.update(caseInvitations).set({ usedBy }).where(eq(caseInvitations.id, id));
}

/** @returns false if there is no usable invitation with that id */
export async function deleteInvitation(tx: Transaction, groupId: string, id: string): Promise<boolean> {
  const { usedBy } = caseInvitations;
  const isIt = and(eq(caseInvitations.id, id), eq(caseInvitations.groupId, groupId), isNull(usedBy));
  return (await tx.delete(caseInvitations).where(isIt)).rowCount === 1;
}

/** In all groups and seasons, including blocks of this user by others. */
export async function deleteTraces(tx: Transaction, userId: string): Promise<void> {
  const { userId: madeBy, usedBy } = caseInvitations;
  await tx.delete(caseInvitations).where(or(eq(madeBy, userId), eq(usedBy, userId)));
  await tx.delete(caseBlocks).where(or(eq(caseBlocks.userId, userId), eq(caseBlocks.blockedId, userId)));
}

export async function listSeatsOfUser(db: Db, userId: string): Promise<SeatRow[]> {
  const { seasonId } = caseSeats;
  return await db.select().from(caseSeats).where(eq(caseSeats.userId, userId)).orderBy(asc(seasonId));
}

export async function listInvitationsBy(db: Db, userId: string): Promise<InvitationRow[]> {
  const { createdAt } = caseInvitations;
  return await db.select().from(caseInvitations).where(eq(caseInvitations.userId, userId)).orderBy(asc(createdAt));
}
