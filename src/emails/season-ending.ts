import { formatDate } from '../domain/calendar-date.ts';
import { button, facts, paragraph, salutation, type EmailBranding, type EmailContent } from './content.ts';

export interface SeasonEndingData {
  readonly name: string | null;
  readonly seasonName: string;
  /** When the last paid period ends, RFC 3339 in UTC. */
  readonly endsAt: string;
}

export function seasonEnding({ name, seasonName, endsAt }: SeasonEndingData, branding: EmailBranding): EmailContent {
  const day = formatDate(new Date(endsAt));
  return {
    subject: `${seasonName} of The Dead Letter Club is coming to its end`,
    preview: 'Nothing renews, nothing more is charged. The last letters are being sealed.',
    postmark: 'Ending',
    heading: 'The last letters are being sealed.',
    salutation: salutation(name),
    blocks: [
      paragraph(
        `Your season is paid in full and ends on ${day}. It does not renew, and nothing more will be charged for it.`,
      ),
      facts(['Season', seasonName], ['Ends', day], ['Still to be charged', 'Nothing']),
      paragraph(
        'Whatever you are still owed of the twenty-four letters follows on the next mailing days. Bring the first envelope when you ' +
          'open the last one.',
      ),
      button('See what is still to come', `${branding.siteUrl}/account`),
    ],
    because: 'your season ends within the month',
  };
}
