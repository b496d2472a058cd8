import type { Db } from '../../platform/db/database.ts';
import { listFactors } from '../users/factors.ts';
import {
  listChangesSince,
  listRemovedFactors,
  type SecurityChangeRow,
  SEVEN_DAYS_MS,
} from '../users/security-changes.ts';

/**
 * Newest first: the link's change and all later ones. If no authenticator would be left, also the removal of an older
 * one (rules/accounts 63).
 */
export async function listChangesToUndo(db: Db, change: SecurityChangeRow, now: Date): Promise<SecurityChangeRow[]> {
  const since = await listChangesSince(db, change);
  if ((await factorsAfter(db, change.userId, since)).size > 0) return since;
  if (!since.some(({ change: { kind } }) => kind === 'factor_added')) return since;
  const removed = await listRemovedFactors(db, change, now);
  return [...since, ...removed.filter((row) => isOfLongStanding(row, now)).slice(0, 1)];
}

/** Ids of the verified factors after those changes are undone. */
async function factorsAfter(db: Db, userId: string, undone: readonly SecurityChangeRow[]): Promise<Set<string>> {
  const factors = await listFactors(db, userId);
  const left = new Set(factors.filter(({ status }) => status === 'verified').map(({ id }) => id));
  for (const { change } of undone) {
    if (change.kind === 'factor_removed') left.add(change.factor.id);
    if (change.kind === 'factor_added') left.delete(change.factorId);
  }
  return left;
}

function isOfLongStanding({ change }: SecurityChangeRow, now: Date): boolean {
  if (change.kind !== 'factor_removed') return false;
  return now.getTime() - new Date(change.factor.createdAt).getTime() > SEVEN_DAYS_MS;
}
