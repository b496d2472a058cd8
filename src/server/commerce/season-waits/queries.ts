import { randomUUID } from 'node:crypto';
import { and, asc, count, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { seasonWaits } from '../schema.ts';

export async function insertSeasonWait(db: Db, seasonId: string, email: string, now: Date): Promise<void> {
  const row = { id: randomUUID(), seasonId, email: email.toLowerCase(), confirmedAt: now };
  await db.insert(seasonWaits).values(row).onConflictDoNothing();
}

export async function deleteSeasonWaits(db: Db, email: string): Promise<void> {
  await db.delete(seasonWaits).where(eq(seasonWaits.email, email.toLowerCase()));
}

export async function listSeasonWaits(db: Db, email: string) {
  const { seasonId, confirmedAt, notifiedAt } = seasonWaits;
  return await db
    .select({ seasonId, confirmedAt, notifiedAt })
    .from(seasonWaits)
    .where(eq(seasonWaits.email, email.toLowerCase()))
    .orderBy(asc(confirmedAt));
}

export async function listUnnotifiedWaits(db: Db, seasonIds: readonly string[], limit: number) {
  return await db
    .select()
    .from(seasonWaits)
    .where(and(inArray(seasonWaits.seasonId, [...seasonIds]), isNull(seasonWaits.notifiedAt)))
    .orderBy(asc(seasonWaits.confirmedAt), asc(seasonWaits.id))
    .limit(limit);
}

export async function countNotifiedSince(db: Db, since: Date): Promise<number> {
  return await db.$count(seasonWaits, gt(seasonWaits.notifiedAt, since));
}

export async function markNotified(db: Db, ids: readonly string[], now: Date): Promise<void> {
  await db
    .update(seasonWaits)
    .set({ notifiedAt: now })
    .where(inArray(seasonWaits.id, [...ids]));
}

export async function deleteNotifiedBefore(db: Db, before: Date): Promise<number> {
  return (await db.delete(seasonWaits).where(lt(seasonWaits.notifiedAt, before))).rowCount ?? 0;
}

export async function countSeasonWaits(db: Db) {
  return await db
    .select({
      seasonId: seasonWaits.seasonId,
      waiting: sql<number>`(count(*) filter (where ${seasonWaits.notifiedAt} is null))::int`,
      notified: count(seasonWaits.notifiedAt),
    })
    .from(seasonWaits)
    .groupBy(seasonWaits.seasonId)
    .orderBy(asc(seasonWaits.seasonId));
}
