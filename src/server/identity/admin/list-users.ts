import { identities, mfaFactors, users } from '../schema.ts';
import { desc, inArray } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import type { ShownAccount } from '../users/shown-account.ts';

export async function countUsers(db: Db): Promise<number> {
  return await db.$count(users);
}

/** Newest first. */
export async function listUsers(db: Db, page: number, perPage: number): Promise<ShownAccount[]> {
  const rows = await db
    .select()
    .from(users)
    .orderBy(desc(users.createdAt), users.id)
    .limit(perPage)
    .offset((page - 1) * perPage);
  const ids = rows.map(({ id }) => id);
  const ways = await db.select().from(identities).where(inArray(identities.userId, ids)).orderBy(identities.createdAt);
  const factors = await db.select().from(mfaFactors).where(inArray(mfaFactors.userId, ids));
  return rows.map((user) => ({
    user,
    identities: ways.filter(({ userId }) => userId === user.id),
    factors: factors.filter(({ userId }) => userId === user.id),
  }));
}
