import { randomUUID } from 'node:crypto';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { deliveryWindowOf } from '../../../domain/transit.ts';
import type { Db } from '../../platform/db/database.ts';
import { type FrozenAddress } from '../../customers/schema.ts';
import { mailingPieces } from '../schema.ts';

export interface HandedOverPiece {
  readonly subscriptionId: string;
  readonly letter: number;
  readonly attempt: number;
  readonly nominalOn: CalendarDate;
  readonly handedOverOn: CalendarDate;
  readonly address: FrozenAddress;
  readonly confirmedAt?: Date;
}

/**
 * Repeating it adds nothing, because the ledger's key is unique.
 * @returns the number of new letters
 */
export async function recordHandedOver(db: Db, letters: readonly HandedOverPiece[], now: Date): Promise<number> {
  if (letters.length === 0) return 0;
  const inserted = await db
    .insert(mailingPieces)
    .values(letters.map((letter) => pieceRow(letter, now)))
    .onConflictDoNothing()
    .returning({ id: mailingPieces.id });
  return inserted.length;
}

function pieceRow(pieces: HandedOverPiece, now: Date): typeof mailingPieces.$inferInsert {
  const deliveryWindow = deliveryWindowOf(pieces.letter, pieces.address, pieces.handedOverOn);
  return {
    id: randomUUID(),
    ...pieces,
    state: 'handed_over',
    arrivesFrom: deliveryWindow.earliest,
    arrivesBy: deliveryWindow.latest,
    createdAt: now,
    updatedAt: now,
  };
}
