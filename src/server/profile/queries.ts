import { eq } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { type Preferences, userProfiles } from '../db/schema.ts';

export type Profile = typeof userProfiles.$inferSelect;

export async function findProfile(db: Db, userId: string): Promise<Profile | null> {
  const [row] = await db.select().from(userProfiles).where(eq(userProfiles.id, userId));
  return row ?? null;
}

/** Changes what is given and leaves the rest. Null when there is no such person. */
export async function changeProfile(
  db: Db,
  userId: string,
  changes: { fullName?: string | undefined; preferences?: Preferences | undefined },
  now: Date,
): Promise<Profile | null> {
  const { fullName, preferences } = changes;
  const [row] = await db
    .update(userProfiles)
    .set({ ...(fullName !== undefined && { fullName }), ...(preferences && { preferences }), updatedAt: now })
    .where(eq(userProfiles.id, userId))
    .returning();
  return row ?? null;
}
