import { aside, button, paragraph, type EmailBranding, type EmailContent } from './content.ts';

export interface SeasonWaitData {
  readonly seasonName: string;
  readonly waitUrl: string;
}

export function seasonWait({ seasonName, waitUrl }: SeasonWaitData, _branding: EmailBranding): EmailContent {
  return {
    subject: `Should we email you when ${seasonName} is on sale?`,
    preview: 'Confirm that you want to join the list.',
    postmark: 'Asked',
    heading: `Should we email you when ${seasonName} is on sale?`,
    salutation: null,
    blocks: [
      paragraph(
        `Someone asked us to email this address when ${seasonName} is on sale. If it was you, press the button and confirm on the page that opens. Then we’ll email you once.`,
      ),
      button('Yes, tell me when', waitUrl),
      aside(
        'If it wasn’t you, do nothing: without your confirmation, we don’t add this address to the list. The link works for seven days.',
      ),
    ],
    because: 'this address was entered in the form “Tell me when”',
  };
}
