import { and, inArray, isNotNull, lt, or } from 'drizzle-orm';
import type { CommerceContext } from '../../commerce/context.ts';
import { subscriberImportRows, subscriberImports } from './imports-schema.ts';

const KEPT_MS = 30 * 86_400_000;

/** Refused people aren't customers, so their data from the file is deleted after a month. */
export async function deleteOldImports({ db, clock }: CommerceContext): Promise<void> {
  const isOld = lt(subscriberImports.createdAt, new Date(clock.now().getTime() - KEPT_MS));
  await db.delete(subscriberImports).where(and(isOld, inArray(subscriberImports.state, ['uploading', 'failed'])));
  const old = db.select({ id: subscriberImports.id }).from(subscriberImports).where(isOld);
  const { name, email, data, importId } = subscriberImportRows;
  await db
    .update(subscriberImportRows)
    .set({ name: null, email: null, data: null })
    .where(and(inArray(importId, old), or(isNotNull(name), isNotNull(email), isNotNull(data))));
}
