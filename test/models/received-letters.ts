import type { CalendarDate } from '../../src/domain/calendar-date.ts';
import type { CalendarPiece } from '../../src/domain/letter-calendar.ts';
import { deliveryWindowOf, type Destination } from '../../src/domain/transit.ts';

// The model, for one subscriber, of src/server/fulfilment/tracking/received.sql.ts.

/** A row of the mailing ledger. */
export interface LedgerPiece extends Pick<CalendarPiece, 'letter' | 'state' | 'handedOverOn' | 'confirmed'> {
  readonly address: Destination;
}

/** How many different letters count as received on `today` (rules/fulfilment 19). */
export function lettersReceived(pieces: readonly LedgerPiece[], today: CalendarDate): number {
  return new Set(pieces.filter((piece) => isReceived(piece, today)).map(({ letter }) => letter)).size;
}

function isReceived({ letter, address, state, handedOverOn, confirmed }: LedgerPiece, today: CalendarDate): boolean {
  if (state !== 'handed_over' || handedOverOn === null) return false;
  return confirmed || deliveryWindowOf(letter, address, handedOverOn).latest < today;
}

/** Which letters can be opened in the case file on `today`: those that have come, and those that were reported missing (rules/case-file 2). */
export function readableLetters(pieces: readonly LedgerPiece[], today: CalendarDate): number[] {
  const readable = pieces.filter((piece) => piece.state === 'lost' || isReceived(piece, today));
  return [...new Set(readable.map(({ letter }) => letter))].sort((one, other) => one - other);
}
