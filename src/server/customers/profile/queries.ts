import { eq, exists, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/db/database.ts';
import { findRow } from '../../platform/db/find-row.ts';
import { type Preferences, userProfiles } from '../schema.ts';

export type Profile = typeof userProfiles.$inferSelect;

export async function findProfile(db: Db, userId: string): Promise<Profile | null> {
  return await findRow(db, userProfiles, eq(userProfiles.id, userId));
}

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

/** Without a profile nothing was turned off (rules/money 26). */
export async function wantsEmail(db: Db, customer: { readonly userId: string } | { readonly email: string }) {
  const whose =
    'userId' in customer
      ? eq(userProfiles.id, customer.userId)
      : sql`lower(${userProfiles.email}) = ${customer.email.toLowerCase()}`;
  const [profile] = await db.select({ preferences: userProfiles.preferences }).from(userProfiles).where(whose);
  return profile?.preferences.emailNotifications ?? true;
}

export function hasProfile(userId: PgColumn): SQL {
  return exists(sql`(select 1 from ${userProfiles} where ${userProfiles.id} = ${userId})`);
}
