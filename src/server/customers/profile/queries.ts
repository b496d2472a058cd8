import { eq, exists, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { WantsEmail } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { findRow } from '../../platform/db/find-row.ts';
import { type Preferences, userProfiles } from '../schema.ts';
import { isStopped } from './stopped-addresses.ts';

export type Profile = typeof userProfiles.$inferSelect;

export async function findProfile(db: Db, userId: string): Promise<Profile | null> {
  return await findRow(db, userProfiles, eq(userProfiles.id, userId));
}

/** Null if there is no profile or no name. */
export async function findName(db: Db, userId: string): Promise<string | null> {
  return (await findProfile(db, userId))?.fullName ?? null;
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
    .set({
      ...(fullName !== undefined && { fullName }),
      ...(preferences && { preferences: mergedPreferences(preferences) }),
      updatedAt: now,
    })
    .where(eq(userProfiles.id, userId))
    .returning();
  return row ?? null;
}

export function mergedPreferences(preferences: object): SQL {
  return sql`${userProfiles.preferences} || ${JSON.stringify(preferences)}::jsonb`;
}

/** Without a profile, the choice stored for the email address applies (rules/reading 7). */
export const wantsEmail: WantsEmail = async (db, customer) => {
  const whose =
    'userId' in customer
      ? eq(userProfiles.id, customer.userId)
      : sql`lower(${userProfiles.email}) = ${customer.email.toLowerCase()}`;
  const [profile] = await db.select({ preferences: userProfiles.preferences }).from(userProfiles).where(whose);
  if (profile === undefined) return !('email' in customer && (await isStopped(db, customer.email)));
  const { emailNotifications, guideEmails = true } = profile.preferences;
  const wantsList = !('list' in customer) || customer.list === 'club' || guideEmails;
  return emailNotifications && wantsList;
};

export function hasProfile(userId: PgColumn): SQL {
  return exists(sql`(select 1 from ${userProfiles} where ${userProfiles.id} = ${userId})`);
}
