import { LETTERS_PER_SEASON, MONTHS_PER_SEASON } from '../domain/season.ts';
import { aside, button, paragraph, salutation, type EmailBranding, type EmailContent } from './content.ts';

export interface WelcomeData {
  readonly name: string | null;
}

export function welcome({ name }: WelcomeData, branding: EmailBranding): EmailContent {
  return {
    subject: 'Welcome to The Dead Letter Club',
    preview: 'You are in the ledger, in ink. The rest is up to you.',
    postmark: 'Welcome',
    heading: 'You are in the ledger.',
    salutation: salutation(name),
    blocks: [
      paragraph('You were entered in ink, by somebody with very steady hands.'),
      paragraph(
        'The next step is yours: choose a season for yourself, or send one to somebody you can spare. If one was given to you, its ' +
          'email or its certificate has the link that opens it. ' +
          `A season is ${LETTERS_PER_SEASON} letters over ${MONTHS_PER_SEASON} months, two a month, from people who had every ` +
          'reason not to write. More than one of them is dead. Two of them are lying.',
      ),
      button('Go to your account', `${branding.siteUrl}/account`),
      aside(
        'Nothing is ordered and nothing is charged until you say so. Should letters come, keep the envelopes. You will see why.',
      ),
    ],
    because: 'an account was opened with this address',
    turnOffUrl: `${branding.siteUrl}/account/profile`,
  };
}
