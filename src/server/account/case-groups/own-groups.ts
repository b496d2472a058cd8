import type { Db, Transaction } from '../../platform/db/database.ts';
import { leaveGroup } from './groups.ts';
import { deleteTraces, listBlocks, listInvitationsBy, listSeatsOfUser } from './queries.ts';

/**
 * A user's groups, for the export of their data. Of other users it contains only the names of those the user blocked.
 */
export async function readOwnGroups(db: Db, userId: string) {
  const seats = await listSeatsOfUser(db, userId);
  const invitations = await listInvitationsBy(db, userId);
  const blocks = await listBlocks(db, userId);
  return {
    caseGroups: seats.map(({ seasonId, name, showsNotes, joinedAt }) => ({
      seasonId,
      name,
      showsNotes,
      joinedAt: joinedAt.toISOString(),
    })),
    caseInvitations: invitations.map(({ createdAt, expiresAt, usedBy }) => ({
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      used: usedBy !== null,
    })),
    caseBlocks: blocks.map(({ name, createdAt }) => ({ name, since: createdAt.toISOString() })),
  };
}

/** Deletes the group as well if no member is left (rules/case-file 18). */
export async function eraseCaseGroups(tx: Transaction, userId: string): Promise<void> {
  for (const seat of await listSeatsOfUser(tx, userId)) await leaveGroup(tx, seat);
  await deleteTraces(tx, userId);
}
