import { and, asc, eq, sql } from 'drizzle-orm';
import { mailingPieces, reships } from '../../fulfilment/schema.ts';
import type { Db } from '../../platform/db/database.ts';
import { QUERY_LIMIT, type Cursor } from '../calls/paging.ts';

export type ReshipRow = Awaited<ReturnType<typeof listAskedReshipPage>>[number];

export async function listAskedReshipPage(db: Db, after: Cursor | null) {
  const { askedAt, id, state } = reships;
  const isNext = after === null ? undefined : sql`(${askedAt}, ${id}) > (${after.at.toISOString()}, ${after.id}::uuid)`;
  return await selectReships(db)
    .where(and(eq(state, 'asked'), isNext))
    .orderBy(asc(askedAt), asc(id))
    .limit(QUERY_LIMIT);
}

export async function findReship(db: Db, id: string): Promise<ReshipRow | null> {
  const [row] = await selectReships(db).where(eq(reships.id, id));
  return row ?? null;
}

function selectReships(db: Db) {
  return db
    .select({
      reship: reships,
      recipient: sql<string>`coalesce((select p.address ->> 'fullName' from ${mailingPieces} p
        where p.subscription_id = reships.subscription_id and p.letter = reships.letter
        order by p.attempt desc limit 1), '')`,
    })
    .from(reships);
}
