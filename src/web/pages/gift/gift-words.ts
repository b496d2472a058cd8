import type { GivenGift, ReceivedGift } from '../../../contract/gifts.ts';
import { type CalendarDate, formatDate } from '../../../domain/calendar-date.ts';
import { lettersAre, type LetterSpan, stillToCome } from '../../../domain/letters-in-words.ts';
import { LETTERS_PER_SEASON } from '../../../domain/season.ts';
import { toComeWords } from '../subscriptions/letters-to-come.ts';

export function giverOf({ giverName }: Pick<ReceivedGift, 'giverName'>): string {
  return giverName ?? 'someone who knows you';
}

/** The giver and the recipient read the same text, except for who can change the address (rules/gifts 37). */
export function addressDayWords({ changeableUntil }: Pick<GivenGift, 'changeableUntil'>, who = 'You'): string {
  if (changeableUntil === null)
    return 'Letter 1 is already addressed. If later letters should go to another address, email Support.';
  return `${who} can change the address before ${formatDate(new Date(changeableUntil))} (New York time). A change made now applies from letter 1 on.`;
}

export function endsEarly({ totalLetters }: Pick<GivenGift, 'totalLetters'>): boolean {
  return totalLetters < LETTERS_PER_SEASON;
}

export function endingWords({ toCome }: Pick<ReceivedGift, 'toCome'>): string {
  if (toCome === null) return 'We mail no more letters of this gift.';
  return `${stillToCome(toCome)} After that, no more letters follow.`;
}

/** @param toCome undefined until it is loaded */
export function paidLettersWords(
  { recipientName, totalLetters }: Pick<GivenGift, 'recipientName' | 'totalLetters'>,
  toCome: LetterSpan | null | undefined,
): string {
  if (toCome === undefined) return `Letters you’ve paid for still go to ${recipientName}.`;
  if (toCome === null) return `${toComeWords(null)} After you cancel, no more letters follow.`;
  const paid = `${lettersAre(toCome)} paid for and still go to ${recipientName}`;
  return toCome.last >= totalLetters
    ? `${paid}. Then ${recipientName} will have the whole season.`
    : `${paid}. After that, no more letters follow.`;
}

type Announcement = Pick<
  GivenGift,
  'state' | 'announcedAt' | 'announcedTo' | 'recipientEmail' | 'notifyRecipient' | 'mayAnnounce'
>;

/** Whether the start was changed after the announcement. */
export function hasMoved({ announcedAt, state }: Pick<Announcement, 'announcedAt' | 'state'>): boolean {
  return announcedAt !== null && state === 'scheduled';
}

export function heardWords(gift: Announcement, on: string): string {
  const { announcedTo, recipientEmail, mayAnnounce } = gift;
  const heard = announcedTo === null ? `By email, on ${on}` : `By email to ${announcedTo}, on ${on}`;
  if (hasMoved(gift)) return `${heard}. ${movedWords(gift)}`;
  if (announcedTo === null || announcedTo === recipientEmail) return heard;
  const remedy = mayAnnounce ? ': press “Send the email again”' : '';
  return `${heard}. We haven’t emailed ${recipientEmail} yet${remedy}.`;
}

export function willHearWords(
  { notifyRecipient, recipientEmail, startDate }: Pick<GivenGift, 'notifyRecipient' | 'recipientEmail' | 'startDate'>,
  today: CalendarDate,
): string {
  if (!notifyRecipient) return 'You tell them yourself';
  return `By email to ${recipientEmail}, ${startDate < today ? 'not sent yet' : 'on the start date'}`;
}

export function movedWords({ notifyRecipient, recipientEmail }: Announcement): string {
  return notifyRecipient
    ? `The email we sent the recipient has the old dates. We’ll email the new ones to ${recipientEmail} on the start date.`
    : 'The email we sent the recipient has the old dates. From the start date on, press “Send the email again” to send the new ones.';
}

export function isOver({ state }: Pick<GivenGift, 'state'>): boolean {
  return state === 'ended' || state === 'refunded';
}

export const ROOM_ON_CARDS = 'There’s room for about 1,500 characters, on one or two cards.';

export const WORDS_NOT_IN_PRINT =
  'We can’t print some of these characters. The card and the certificate leave them out; if we email the recipient, the email has them all.';
