import { type CalendarDate, type DateWindow, formatDate } from '../domain/calendar-date.ts';
import { WHEN_MISSING } from '../domain/letters-in-words.ts';
import { LETTERS_PER_SEASON } from '../domain/season.ts';
import { aside, button, facts, paragraph, salutation, type EmailBranding, type EmailContent } from './content.ts';

export interface LetterMailedData {
  readonly name: string | null;
  readonly letter: number;
  readonly again: boolean;
  /** Missing in emails that an older release queued. */
  readonly handedOverOn?: CalendarDate;
  readonly deliveryWindow: DateWindow;
  /** Null for the reader's own season. */
  readonly gift?: { readonly giverName: string | null; readonly cancelled: boolean } | null;
}

export function letterMailed(
  { name, letter, again, handedOverOn, deliveryWindow, gift = null }: LetterMailedData,
  branding: EmailBranding,
): EmailContent {
  const number = gift?.cancelled ? `${letter}` : `${letter} of ${LETTERS_PER_SEASON}`;
  const which = `Letter ${number}`;
  const day = handedOverOn === undefined ? '' : ` on ${formatDate(handedOverOn)}`;
  return {
    subject: again ? `We mailed letter ${letter} again` : `Letter ${letter} is in the mail`,
    preview: `${which}, expected between ${formatDate(deliveryWindow.earliest)} and ${formatDate(deliveryWindow.latest)}.`,
    postmark: again ? 'Again' : 'Posted',
    heading: again ? `We mailed letter ${letter} again.` : `Letter ${letter} is in the mail.`,
    salutation: salutation(name),
    blocks: [
      paragraph(
        again
          ? `We mailed ${which.toLowerCase()} again${day}. If the original still arrives, keep both.`
          : `We mailed ${which.toLowerCase()}${day}. We can’t say more about the letter: it’s sealed for a reason.`,
      ),
      facts(
        ['Letter', number],
        ['Expected from', formatDate(deliveryWindow.earliest)],
        ['Expected by', formatDate(deliveryWindow.latest)],
      ),
      button('See your calendar', `${branding.siteUrl}/account`),
      aside(
        `If the letter hasn’t arrived by ${formatDate(deliveryWindow.latest)}, tell us in your account. ${WHEN_MISSING}`,
      ),
    ],
    because:
      gift === null
        ? 'you bought a season and emails about its letters are turned on'
        : `${gift.giverName ?? 'someone who knows you'} gave you these letters, and emails about them are turned on`,
    turnOffUrl: `${branding.siteUrl}/account/profile`,
  };
}
