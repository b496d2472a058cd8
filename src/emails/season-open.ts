import { FIRST_LETTER_WITHIN } from '../domain/first-letter-words.ts';
import { aside, button, paragraph, type EmailBranding, type EmailContent } from './content.ts';

export interface SeasonOpenData {
  readonly seasonName: string;
  readonly story: string;
}

export function seasonOpen({ seasonName, story }: SeasonOpenData, { siteUrl }: EmailBranding): EmailContent {
  return {
    subject: `${seasonName} is here: ${story}`,
    preview: 'You asked us to tell you when you can buy it.',
    postmark: 'Open',
    heading: `${seasonName} is on sale.`,
    salutation: null,
    blocks: [
      paragraph(
        `You can now buy ${seasonName}, “${story}”. We mail the first letter within ${FIRST_LETTER_WITHIN} of your payment.`,
      ),
      button('See the season', `${siteUrl}/season-selection`),
      aside('We won’t email you about this sale again. Thirty days from today, we delete your address from the list.'),
    ],
    because: 'you asked to be told when this season is on sale, and confirmed it',
  };
}
