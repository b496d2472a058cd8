import { formatDate } from '../domain/calendar-date.ts';
import { button, facts, paragraph, salutation, type EmailBranding, type EmailContent } from './content.ts';

export interface SeasonEndingData {
  readonly name: string | null;
  readonly seasonName: string;
  readonly endsAt: string;
}

export function seasonEnding({ name, seasonName, endsAt }: SeasonEndingData, branding: EmailBranding): EmailContent {
  const day = formatDate(new Date(endsAt));
  return {
    subject: `Your subscription to ${seasonName} ends soon`,
    preview: 'It doesn’t renew, and nothing more is charged.',
    postmark: 'Ending',
    heading: 'Your subscription ends soon.',
    salutation: salutation(name),
    blocks: [
      paragraph(`Your subscription ends on ${day}. It doesn’t renew, and nothing more will be charged for it.`),
      facts(['Season', seasonName], ['Ends', day], ['Still to be charged', 'Nothing']),
      paragraph(
        'If letters are left after that day, we still mail them. Your account shows when. Have the first envelope at hand ' +
          'when you open the last one.',
      ),
      button('See your remaining letters', `${branding.siteUrl}/account`),
    ],
    because: 'your subscription ends within a month',
  };
}
