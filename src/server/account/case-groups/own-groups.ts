import type { Db, Transaction } from '../../platform/db/database.ts';
import { leaveGroup } from './groups.ts';
import { deleteTraces, listBlocks, listInvitationsBy, listSeatsOfUser } from './queries.ts';

/** A user's groups, for the copy of their data; of others the names of the blocked alone. */
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

/** A group of which nobody is left goes as well (rules/case-file 18). */
export async function eraseCaseGroups(tx: Transaction, userId: string): Promise<void> {
  for (const seat of await listSeatsOfUser(tx, userId)) await leaveGroup(tx, seat);
  await deleteTraces(tx, userId);
}
