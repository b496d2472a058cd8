import type { CalendarLetter } from '../../../domain/letter-calendar.ts';
import type { LetterSpan } from '../../../domain/letters-in-words.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Subscription } from '../../commerce/subscriptions/queries.ts';
import { readLetters } from '../calendar/calendar.ts';

export async function lettersToCome(db: Db, subscription: Subscription, now: Date): Promise<LetterSpan | null> {
  const [first, last] = endsOf(notHandedOver((await readLetters(db, subscription, now)).paidFor));
  return first === undefined || last === undefined ? null : { first: first.letter, last: last.letter };
}

export function notHandedOver(calendar: readonly CalendarLetter[]): readonly CalendarLetter[] {
  return calendar.filter(({ handedOverOn }) => handedOverOn === null);
}

export function endsOf<T>(rows: readonly T[]): readonly [T | undefined, T | undefined] {
  return [rows[0], rows.at(-1)];
}
