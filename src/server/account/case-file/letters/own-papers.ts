import { and, asc, eq } from 'drizzle-orm';
import type { CalendarDate } from '../../../../domain/calendar-date.ts';
import { subscriptions } from '../../../commerce/schema.ts';
import type { FrozenAddress } from '../../../customers/schema.ts';
import { editionOfPiece } from '../../../fulfilment/print/edition-counts.ts';
import type { Paper } from '../../../fulfilment/print/letter-screens.ts';
import { mailingPieces } from '../../../fulfilment/schema.ts';
import { isReadable } from '../../../fulfilment/tracking/received.sql.ts';
import type { Db } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { comesTo, type CaseFile } from '../letters-at-hand.ts';

export interface OwnPaper extends Paper {
  readonly name: string;
}

/**
 * The user's own paper letter: the edition that was mailed, if the ledger records it.
 * @throws ApiError not_found
 */
export async function findOwnPaper(
  db: Db,
  { userId, season, atHand }: CaseFile,
  number: number,
  today: CalendarDate,
): Promise<OwnPaper> {
  const letter = season.letters.find((candidate) => candidate.number === number);
  if (letter === undefined || !atHand.has(number)) throw notComeYet();
  const [row] = await db
    .select({ piece: mailingPieces })
    .from(mailingPieces)
    .innerJoin(subscriptions, eq(subscriptions.id, mailingPieces.subscriptionId))
    .where(
      and(
        eq(subscriptions.seasonId, season.product),
        eq(mailingPieces.letter, number),
        isReadable(today),
        comesTo(db, userId),
      ),
    )
    .orderBy(asc(mailingPieces.handedOverOn), asc(mailingPieces.id))
    .limit(1);
  if (row === undefined) throw notComeYet();
  const address: FrozenAddress = row.piece.address;
  return { letter, edition: await editionOfPiece(db, row.piece), name: address.fullName };
}

function notComeYet(): ApiError {
  return new ApiError('not_found', 'This letter hasn’t arrived yet. You can read it here once it has.');
}
