import { type CalendarDate, type DateWindow, formatDate } from '../domain/calendar-date.ts';
import { WHEN_MISSING } from '../domain/letters-in-words.ts';
import { LETTERS_PER_SEASON } from '../domain/season.ts';
import { aside, button, facts, paragraph, salutation, type EmailBranding, type EmailContent } from './content.ts';

export interface LetterMailedData {
  readonly name: string | null;
  readonly letter: number;
  /** A reship. */
  readonly again: boolean;
  /** Left out by emails queued before they named it. */
  readonly handedOverOn?: CalendarDate;
  readonly deliveryWindow: DateWindow;
  /** Null where the season is one's own. */
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
    subject: again ? `Letter ${letter} is on its way once more` : `Letter ${letter} is in the post`,
    preview: `${which}, expected between ${formatDate(deliveryWindow.earliest)} and ${formatDate(deliveryWindow.latest)}.`,
    postmark: again ? 'Again' : 'Posted',
    heading: again ? 'The same words. A new envelope.' : 'The post has it now.',
    salutation: salutation(name),
    blocks: [
      paragraph(
        again
          ? `${which} was handed to the post again${day}. Should the first one still turn up, keep both, and tell nobody.`
          : `${which} was handed to the post${day}. We can say no more about it; it has been sealed for a reason.`,
      ),
      facts(
        ['Letter', number],
        ['Expected from', formatDate(deliveryWindow.earliest)],
        ['And until', formatDate(deliveryWindow.latest)],
      ),
      button('See your calendar', `${branding.siteUrl}/account`),
      aside(`If the last of those days goes by and your mat is bare, say so in your account. ${WHEN_MISSING}`),
    ],
    because:
      gift === null
        ? 'you subscribe to a season and left mail about it switched on'
        : `${gift.giverName ?? 'somebody who knows you'} gave you these letters, and you left mail about them switched on`,
    turnOffUrl: `${branding.siteUrl}/account/profile`,
  };
}
