import { domainToASCII } from 'node:url';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { emailSuppressions } from '../schema.ts';

export type Suppression = typeof emailSuppressions.$inferSelect;

export type SuppressionReport = Pick<Suppression, 'reason' | 'reportedBy'> & {
  readonly email: string;
  readonly at: Date;
};

/** Reports have a domain in ASCII even if its owner typed it in Unicode. */
export function suppressionAddress(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  return `${email.slice(0, at + 1)}${domainToASCII(domain) || domain}`.toLowerCase();
}

/**
 * Events may be sent again, even after an operator lifted the suppression.
 * @returns whether it suppressed the address
 */
export async function suppress(
  db: Db,
  { email, reason, reportedBy, at }: SuppressionReport,
  now: Date,
): Promise<boolean> {
  const since = at < now ? at : now;
  const { liftedAt } = emailSuppressions;
  const { rowCount } = await db
    .insert(emailSuppressions)
    .values({ address: suppressionAddress(email), reason, reportedBy, since })
    .onConflictDoUpdate({
      target: emailSuppressions.address,
      set: { reason, reportedBy, since, liftedAt: null },
      setWhere: sql`${liftedAt} < excluded.since`,
    });
  return rowCount === 1;
}

/** Also finds one that was lifted. */
export async function findStoredSuppression(db: Db, email: string): Promise<Suppression | null> {
  const isOfAddress = eq(emailSuppressions.address, suppressionAddress(email));
  const [found = null] = await db.select().from(emailSuppressions).where(isOfAddress);
  return found;
}

export async function findSuppression(db: Db, email: string): Promise<Suppression | null> {
  const found = await findStoredSuppression(db, email);
  return found?.liftedAt === null ? found : null;
}

export async function isSuppressed(db: Db, email: string): Promise<boolean> {
  return (await findSuppression(db, email)) !== null;
}

export async function liftSuppression(db: Db, email: string, now: Date): Promise<Suppression | null> {
  const { address, liftedAt } = emailSuppressions;
  const [lifted = null] = await db
    .update(emailSuppressions)
    .set({ liftedAt: now })
    .where(and(eq(address, suppressionAddress(email)), isNull(liftedAt)))
    .returning();
  return lifted;
}

export async function deleteSuppression(db: Db, email: string): Promise<void> {
  await db.delete(emailSuppressions).where(eq(emailSuppressions.address, suppressionAddress(email)));
}
