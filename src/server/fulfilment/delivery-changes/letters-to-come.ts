import type { CalendarLetter } from '../../../domain/letter-calendar.ts';
import type { LetterSpan } from '../../../domain/letters-in-words.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Subscription } from '../../commerce/subscriptions/queries.ts';
import { readLettersOf } from '../calendar/calendar.ts';

export async function lettersToCome(db: Db, subscription: Subscription, now: Date): Promise<LetterSpan | null> {
  return (await lettersToComeOf(db, [subscription], now)).get(subscription.id) ?? null;
}

export async function lettersToComeOf(
  db: Db,
  of: readonly Subscription[],
  now: Date,
): Promise<ReadonlyMap<string, LetterSpan>> {
  const spans = new Map<string, LetterSpan>();
  for (const { subscription, paidFor } of await readLettersOf(db, of, now)) {
    const [first, last] = endsOf(notHandedOver(paidFor));
    if (first && last) spans.set(subscription.id, { first: first.letter, last: last.letter });
  }
  return spans;
}

export function notHandedOver(calendar: readonly CalendarLetter[]): readonly CalendarLetter[] {
  return calendar.filter(({ handedOverOn }) => handedOverOn === null);
}

export function endsOf<T>(rows: readonly T[]): readonly [T | undefined, T | undefined] {
  return [rows[0], rows.at(-1)];
}
