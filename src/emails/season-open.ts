import { aside, button, paragraph, type EmailBranding, type EmailContent } from './content.ts';

export interface SeasonOpenData {
  readonly seasonName: string;
  readonly story: string;
}

export function seasonOpen({ seasonName, story }: SeasonOpenData, { siteUrl }: EmailBranding): EmailContent {
  return {
    subject: `${seasonName} is open: ${story}`,
    preview: 'You asked to be told. This is us, telling you, once.',
    postmark: 'Open',
    heading: 'You asked to be told.',
    salutation: null,
    blocks: [
      paragraph(
        `${seasonName}, “${story}”, can be had from today. The first letter leaves within three business days of the day you ask for it.`,
      ),
      button('See the season', `${siteUrl}/season-selection`),
      aside('We said that we would write once. This was it; your address leaves the list within thirty days.'),
    ],
    because: 'you asked to be told when this season opens, and confirmed it',
  };
}
