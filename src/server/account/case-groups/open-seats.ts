import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { Db } from '../../platform/db/database.ts';
import { listLettersAtHand } from '../case-file/letters-at-hand.ts';
import { listSeats, type SeatRow } from './queries.ts';

export interface OpenSeat extends SeatRow {
  readonly atHand: ReadonlySet<number>;
}

/**
 * Seats of users who may open the case file, in the order in which they joined. The first is the owner's
 * (rules/case-file 14).
 * @param today in New York
 */
export async function listOpenSeats(db: Db, groupId: string, today: CalendarDate): Promise<OpenSeat[]> {
  const open: OpenSeat[] = [];
  for (const seat of await listSeats(db, groupId)) {
    const files = await listLettersAtHand(db, seat.userId, today);
    const file = files.find(({ seasonId }) => seasonId === seat.seasonId);
    if (file !== undefined) open.push({ ...seat, atHand: new Set(file.letters) });
  }
  return open;
}
