import { aside, button, paragraph, type EmailBranding, type EmailContent } from './content.ts';

export interface SeasonWaitData {
  readonly seasonName: string;
  readonly waitUrl: string;
}

export function seasonWait({ seasonName, waitUrl }: SeasonWaitData, _branding: EmailBranding): EmailContent {
  return {
    subject: `Shall we tell you when ${seasonName} opens?`,
    preview: 'One button, and you are on the list. No button, and nothing was ever written down.',
    postmark: 'Asked',
    heading: 'Somebody gave us your address.',
    salutation: null,
    blocks: [
      paragraph(
        `It was typed into a form of ours by somebody who wants to be told when ${seasonName} can be had. If that was you, say so, and we write once, on the day.`,
      ),
      button('Yes, tell me when', waitUrl),
      aside(
        'If it was not you, do nothing. Without the button the address is on no list, and this link stops working in seven days.',
      ),
    ],
    because: 'this address was typed into the form “Tell me when”',
  };
}
