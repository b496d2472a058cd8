import { and, eq } from 'drizzle-orm';
import { mfaFactors } from '../../db/auth-schema.ts';
import type { Db } from '../../db/database.ts';

export async function hasVerifiedFactor(db: Db, userId: string): Promise<boolean> {
  const rows = await db
    .select({ id: mfaFactors.id })
    .from(mfaFactors)
    .where(and(eq(mfaFactors.userId, userId), eq(mfaFactors.status, 'verified')))
    .limit(1);
  return rows.length > 0;
}
