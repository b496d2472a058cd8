import { and, eq, gte } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { sessionAmr } from '../schema.ts';

/** If a method is used again, the time of its last proof is stored. */
export async function rememberMethod(db: Db, sessionId: string, method: string, now: Date): Promise<void> {
  await db
    .insert(sessionAmr)
    .values({ sessionId, method, updatedAt: now })
    .onConflictDoUpdate({ target: [sessionAmr.sessionId, sessionAmr.method], set: { updatedAt: now } });
}

export async function listMethodsSince(db: Db, sessionId: string, since: Date) {
  return await db
    .select()
    .from(sessionAmr)
    .where(and(eq(sessionAmr.sessionId, sessionId), gte(sessionAmr.updatedAt, since)));
}
