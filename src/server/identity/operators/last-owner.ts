import { asc, eq } from 'drizzle-orm';
import type { Role } from '../../../domain/staff-roles.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { ApiError, notFound } from '../../platform/api-error.ts';
import { operators, users } from '../schema.ts';
import { isBanned } from '../session/bearer.ts';

/** Locks all roles in the same order, so that two owners can't demote each other at the same time. */
async function lockRoles(tx: Transaction) {
  return await tx
    .select({ id: operators.userId, role: operators.role, user: users })
    .from(operators)
    .innerJoin(users, eq(users.id, operators.userId))
    .orderBy(asc(operators.userId))
    .for('update', { of: operators });
}

/**
 * @param next null to remove the role
 * @throws ApiError not_found, wrong_state
 */
export async function refuseLastOwner(tx: Transaction, userId: string, next: Role | null, now: Date): Promise<void> {
  const staff = await lockRoles(tx);
  const person = staff.find(({ id }) => id === userId);
  if (person === undefined) throw notFound('person');
  if (person.role !== 'owner' || next === 'owner') return;
  const isOther = staff.some(
    ({ id, role, user }) => id !== userId && role === 'owner' && user.emailConfirmedAt !== null && !isBanned(user, now),
  );
  if (!isOther) throw new ApiError('wrong_state', 'That is the last owner. Make another person an owner first.');
}
