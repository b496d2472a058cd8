import { LETTERS_PER_SEASON, MONTHS_PER_SEASON } from '../domain/season.ts';
import { aside, button, paragraph, salutation, type EmailBranding, type EmailContent } from './content.ts';

export interface WelcomeData {
  readonly name: string | null;
}

export function welcome({ name }: WelcomeData, branding: EmailBranding): EmailContent {
  return {
    subject: 'Welcome to The Dead Letter Club',
    preview: 'Your name is in the ledger, in ink. The rest is up to you.',
    postmark: 'Welcome',
    heading: 'Your name is in the ledger.',
    salutation: salutation(name),
    blocks: [
      paragraph('It was entered in ink, a moment ago, by somebody with very steady hands.'),
      paragraph(
        'The next step is yours: choose a season for yourself, send one to somebody you can spare, or open the one that was given to ' +
          `you. It is ${LETTERS_PER_SEASON} letters over ${MONTHS_PER_SEASON} months, two a month, from people who had every ` +
          'reason not to write. More than one of them is dead. Two of them are lying.',
      ),
      button('Go to your account', `${branding.siteUrl}/account`),
      aside('Nothing is sent and nothing is charged until you say so. Keep the envelopes, though. You will see why.'),
    ],
    because: 'an account was opened with this address',
    turnOffUrl: `${branding.siteUrl}/account/profile`,
  };
}
