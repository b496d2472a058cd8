import { LETTERS_PER_SEASON } from '../domain/season.ts';
import { aside, button, paragraph, salutation, type EmailBranding, type EmailContent } from './content.ts';

export interface TheoryReminderData {
  readonly name: string | null;
  readonly seasonName: string;
}

export function theoryReminder({ name, seasonName }: TheoryReminderData, { siteUrl }: EmailBranding): EmailContent {
  return {
    subject: 'Say who did it before the last letter does',
    preview: 'You can seal your theory now, with the date on it.',
    postmark: 'Sealed',
    heading: 'One letter is left.',
    salutation: salutation(name),
    blocks: [
      paragraph(
        `Letter ${LETTERS_PER_SEASON} of ${seasonName} explains everything. Until it arrives, you can say who did it, how and why, ` +
          'and seal your answer with the date.',
      ),
      paragraph(
        'A sealed theory can’t be changed, by you or by us. When the last letter has arrived, we open your theory. You’ll see whether you were right, and how many letters it took you.',
      ),
      button('Seal your theory', `${siteUrl}/account/case`),
      aside('This is optional: the letters arrive either way.'),
    ],
    because: 'you get the letters of a season, and “What to look for” is turned on in your account',
    turnOffUrl: `${siteUrl}/account/profile`,
  };
}
