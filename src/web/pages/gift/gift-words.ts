import type { GivenGift, ReceivedGift } from '../../../contract/gifts.ts';
import { formatDate } from '../../../domain/calendar-date.ts';

export function giverOf({ giverName }: Pick<ReceivedGift, 'giverName'>): string {
  return giverName ?? 'somebody who knows you';
}

/** The same for giver and recipient (rules/gifts 37). */
export function addressDayWords({ changeableUntil }: Pick<GivenGift, 'changeableUntil'>): string {
  if (changeableUntil === null)
    return 'Letter 1 is addressed. Should the others have to go elsewhere, write to Support.';
  return `Where it goes can be changed until ${formatDate(new Date(changeableUntil))} begins in New York: then letter 1 is addressed. A change made now applies from letter 1 on.`;
}

export function isOver({ state }: Pick<GivenGift, 'state'>): boolean {
  return state === 'ended' || state === 'refunded';
}

export const WORDS_NOT_IN_PRINT =
  'Our type case lacks some of these characters. They stay out of the card and the certificate; the email has them all.';
