import { and, asc, eq, gt, inArray, isNull, notExists, or, sql } from 'drizzle-orm';
import type { Db, Transaction } from '../../platform/db/database.ts';
import { findRow } from '../../platform/db/find-row.ts';
import { readingBlocks, readingGroups, readingInvitations, readingSeats } from './schema.ts';

export type GroupRow = typeof readingGroups.$inferSelect;
export type SeatRow = typeof readingSeats.$inferSelect;
export type InvitationRow = typeof readingInvitations.$inferSelect;

export async function findSeat(db: Db, userId: string, seasonId: string): Promise<SeatRow | null> {
  return await findRow(db, readingSeats, and(eq(readingSeats.userId, userId), eq(readingSeats.seasonId, seasonId)));
}

/** In the order in which they were taken. */
export async function listSeats(db: Db, groupId: string): Promise<SeatRow[]> {
  const { joinedAt, place } = readingSeats;
  return await db.select().from(readingSeats).where(eq(readingSeats.groupId, groupId)).orderBy(asc(joinedAt), asc(place));
}

/** Until the transaction ends. @returns null for a group that is gone */
export async function lockGroup(tx: Transaction, id: string): Promise<GroupRow | null> {
  return await findRow(tx, readingGroups, eq(readingGroups.id, id), 'no key update');
}

export async function insertGroup(tx: Transaction, group: GroupRow): Promise<void> {
  await tx.insert(readingGroups).values(group);
}

/** @returns false when the user has a seat of that season already */
export async function insertSeat(tx: Transaction, seat: SeatRow): Promise<boolean> {
  const target = [readingSeats.userId, readingSeats.seasonId];
  const { rowCount } = await tx.insert(readingSeats).values(seat).onConflictDoNothing({ target });
  return rowCount === 1;
}

export async function changeSeat(
  tx: Transaction,
  { userId, seasonId }: SeatRow,
  change: Pick<SeatRow, 'name' | 'nameKey' | 'showsNotes'>,
): Promise<void> {
  const isIt = and(eq(readingSeats.userId, userId), eq(readingSeats.seasonId, seasonId));
  await tx.update(readingSeats).set(change).where(isIt);
}

/** With the invitations that its user has made. The caller holds the group’s lock. */
export async function deleteSeat(tx: Transaction, { userId, groupId }: SeatRow): Promise<void> {
  const { readingOf, madeBy } = ofUserInGroup(userId, groupId);
  await tx.delete(readingInvitations).where(madeBy);
  await tx.delete(readingSeats).where(readingOf);
}

function ofUserInGroup(userId: string, groupId: string) {
  return {
    readingOf: and(eq(readingSeats.userId, userId), eq(readingSeats.groupId, groupId)),
    madeBy: and(eq(readingInvitations.userId, userId), eq(readingInvitations.groupId, groupId)),
  };
}

/** The caller holds the group’s lock. */
export async function deleteEmptyGroup(tx: Transaction, groupId: string): Promise<void> {
  const seats = tx.select({ id: readingSeats.id }).from(readingSeats).where(eq(readingSeats.groupId, groupId));
  await tx.delete(readingInvitations).where(and(eq(readingInvitations.groupId, groupId), notExists(seats)));
  await tx.delete(readingGroups).where(and(eq(readingGroups.id, groupId), notExists(seats)));
}

export async function listBlocks(db: Db, userId: string) {
  const { createdAt } = readingBlocks;
  return await db.select().from(readingBlocks).where(eq(readingBlocks.userId, userId)).orderBy(asc(createdAt));
}

export async function insertBlock(tx: Transaction, block: typeof readingBlocks.$inferInsert): Promise<void> {
  await tx.insert(readingBlocks).values(block).onConflictDoNothing();
}

export async function deleteBlock(db: Db, userId: string, id: string): Promise<boolean> {
  const isIt = and(eq(readingBlocks.userId, userId), eq(readingBlocks.id, id));
  return (await db.delete(readingBlocks).where(isIt)).rowCount === 1;
}

/** Those of the others whom the user has blocked, or who have blocked the user. */
export async function listUsersAcrossBlocks(db: Db, userId: string, others: readonly string[]): Promise<Set<string>> {
  if (others.length === 0) return new Set();
  const { userId: by, blockedId } = readingBlocks;
  const rows = await db
    .select({ by, blockedId })
    .from(readingBlocks)
    .where(
      or(
        and(eq(by, userId), inArray(blockedId, [...others])),
        and(eq(blockedId, userId), inArray(by, [...others])),
      ),
    );
  return new Set(rows.map((row) => (row.by === userId ? row.blockedId : row.by)));
}

/** Used or not. */
export async function findInvitation(db: Db, tokenHash: string, now: Date): Promise<InvitationRow | null> {
  const isIt = and(eq(readingInvitations.tokenHash, tokenHash), gt(readingInvitations.expiresAt, now));
  return await findRow(db, readingInvitations, isIt);
}

/** Those that can still be used. */
export async function listInvitations(db: Db, groupId: string, now: Date): Promise<InvitationRow[]> {
  const { expiresAt, usedBy, createdAt } = readingInvitations;
  return await db
    .select()
    .from(readingInvitations)
    .where(and(eq(readingInvitations.groupId, groupId), isNull(usedBy), gt(expiresAt, now)))
    .orderBy(asc(createdAt));
}

/** Replaces those of the group that are too old. */
export async function insertInvitation(tx: Transaction, row: typeof readingInvitations.$inferInsert): Promise<void> {
  const isOld = sql`${readingInvitations.expiresAt} <= ${row.createdAt.toISOString()}::timestamptz`;
  await tx.delete(readingInvitations).where(and(eq(readingInvitations.groupId, row.groupId), isOld));
  await tx.insert(readingInvitations).values(row);
}

export async function recordUse(tx: Transaction, id: string, usedBy: string): Promise<void> {
  await tx.update(readingInvitations).set({ usedBy }).where(eq(readingInvitations.id, id));
}

/** @returns false where no such invitation can be used any more */
export async function deleteInvitation(tx: Transaction, groupId: string, id: string): Promise<boolean> {
  const { usedBy } = readingInvitations;
  const isIt = and(eq(readingInvitations.id, id), eq(readingInvitations.groupId, groupId), isNull(usedBy));
  return (await tx.delete(readingInvitations).where(isIt)).rowCount === 1;
}

/** Of every group and season, and of other users’ blocks. */
export async function deleteTraces(tx: Transaction, userId: string): Promise<void> {
  const { userId: madeBy, usedBy } = readingInvitations;
  await tx.delete(readingInvitations).where(or(eq(madeBy, userId), eq(usedBy, userId)));
  await tx.delete(readingBlocks).where(or(eq(readingBlocks.userId, userId), eq(readingBlocks.blockedId, userId)));
}

export async function listSeatsOfUser(db: Db, userId: string): Promise<SeatRow[]> {
  const { seasonId } = readingSeats;
  return await db.select().from(readingSeats).where(eq(readingSeats.userId, userId)).orderBy(asc(seasonId));
}

export async function listInvitationsBy(db: Db, userId: string): Promise<InvitationRow[]> {
  const { createdAt } = readingInvitations;
  return await db.select().from(readingInvitations).where(eq(readingInvitations.userId, userId)).orderBy(asc(createdAt));
}
