import { type SQL, sql } from 'drizzle-orm';
import { mailingPieces } from '../schema.ts';

/** Whether another shop mailed the piece before the import. Its day is unknown. */
export function mailedElsewhere(): SQL<boolean> {
  const { subscriptionId, letter, attempt, runId } = mailingPieces;
  return sql<boolean>`(${runId} is null and ${attempt} = 1 and exists (
    select from subscriptions moved join checkouts o on o.id = moved.checkout_id
    where moved.id = ${subscriptionId} and ${letter} <= o.imported_letters))`;
}
