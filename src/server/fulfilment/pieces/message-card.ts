import { statesThatCan } from './states.sql.ts';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Transaction } from '../../platform/db/database.ts';
import { mailingPieces } from '../schema.ts';

const IS_PRINTED = sql`(${mailingPieces.state} in ${statesThatCan('confirm')} or exists (
  select 1 from mailing_batches b where b.run_id = ${mailingPieces.runId}
    and ${mailingPieces.number} between b.first_number and b.last_number))`;

/** Whether letter 1 and the gift card in its envelope are printed. */
export function isFirstLetterPrinted(subscriptionId: PgColumn): SQL<boolean> {
  return sql<boolean>`exists (select 1 from ${mailingPieces} where ${mailingPieces.subscriptionId} = ${subscriptionId}
    and ${mailingPieces.letter} = 1 and ${IS_PRINTED})`;
}

/**
 * Locks the run, as printing does.
 * @returns false if letter 1 is already printed
 */
export async function correctMessageCard(tx: Transaction, subscriptionId: string, message: string | null) {
  await tx.execute(sql`select 1 from mailing_runs r join mailing_pieces p on p.run_id = r.id
    where p.subscription_id = ${subscriptionId} and p.letter = 1 order by r.id for no key update of r`);
  const isFirst = and(eq(mailingPieces.subscriptionId, subscriptionId), eq(mailingPieces.letter, 1));
  if ((await tx.$count(mailingPieces, and(isFirst, IS_PRINTED))) > 0) return false;
  await tx
    .update(mailingPieces)
    .set({ card: sql`${mailingPieces.card} || jsonb_build_object('message', ${message}::text)` })
    .where(and(isFirst, sql`${mailingPieces.card} is not null`));
  return true;
}
