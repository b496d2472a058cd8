import { LETTERS_PER_SEASON, MONTHS_PER_SEASON } from '../domain/season.ts';
import { aside, button, paragraph, salutation, type EmailBranding, type EmailContent } from './content.ts';

export interface WelcomeData {
  readonly name: string | null;
}

export function welcome({ name }: WelcomeData, branding: EmailBranding): EmailContent {
  return {
    subject: 'Welcome to The Dead Letter Club',
    preview: 'Your account is open. Nothing is ordered yet.',
    postmark: 'Welcome',
    heading: 'Welcome to the Club.',
    salutation: salutation(name),
    blocks: [
      paragraph('Your account is open.'),
      paragraph(
        'Choose a season for yourself, or give one to someone you like. If you were given a season, the gift’s email or ' +
          'certificate has a link that adds it to your account. ' +
          `A season is ${LETTERS_PER_SEASON} letters over ${MONTHS_PER_SEASON} months, two a month, from people who had every ` +
          'reason not to write. At least one of them is lying.',
      ),
      button('Go to your account', `${branding.siteUrl}/account`),
      aside('Nothing is ordered or charged until you buy. When letters arrive, keep the envelopes. You’ll see why.'),
    ],
    because: 'you opened an account with this address',
    turnOffUrl: `${branding.siteUrl}/account/profile`,
  };
}
