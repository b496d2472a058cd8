import { LETTERS_PER_SEASON } from '../domain/season.ts';
import { aside, button, paragraph, salutation, type EmailBranding, type EmailContent } from './content.ts';

export interface TheoryReminderData {
  readonly name: string | null;
  readonly seasonName: string;
}

export function theoryReminder({ name, seasonName }: TheoryReminderData, { siteUrl }: EmailBranding): EmailContent {
  return {
    subject: 'Say who, before the last letter does',
    preview: 'Your theory can be sealed now, with a date on it.',
    postmark: 'Sealed',
    heading: 'One letter is left.',
    salutation: salutation(name),
    blocks: [
      paragraph(
        `Of ${seasonName} you have everything but letter ${LETTERS_PER_SEASON}, and that one explains itself. Until it has come, you may say who did it, how, and why, ` +
          'and have it sealed with the date.',
      ),
      paragraph(
        'A sealed theory cannot be changed: not by you, and not by us. It is opened when the last letter has come, and we tell you from which letter on you were right.',
      ),
      button('Seal your theory', `${siteUrl}/account/case`),
      aside('Nobody is made to. There are people who prefer to have known it all along, afterwards.'),
    ],
    because: 'you read a season and left word of what to look for switched on',
    turnOffUrl: `${siteUrl}/account/profile`,
  };
}
