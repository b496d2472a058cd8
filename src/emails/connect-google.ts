import {
  aside,
  button,
  inNewYork,
  inWords,
  paragraph,
  quietLink,
  type EmailBranding,
  type EmailContent,
} from './content.ts';

export interface ConnectGoogleData {
  readonly connectUrl: string;
  readonly askedAt: string;
  readonly validMinutes: number;
}

/** Asks the owner of an address, where Google speaks for the address no longer (rules/auth-wire 71). */
export function connectGoogle(
  { connectUrl, askedAt, validMinutes }: ConnectGoogleData,
  branding: EmailBranding,
): EmailContent {
  return {
    subject: 'May Google open your account?',
    preview: 'Somebody came through Google with this address. Nobody has been let in.',
    postmark: 'Query',
    heading: 'Was that you, at Google?',
    salutation: null,
    blocks: [
      paragraph(
        `On ${inNewYork(askedAt)}, somebody came to The Dead Letter Club with a Google account that bears this email ` +
          'address. Google tells us that the address was confirmed once, which is not the same as today. So we ask you, ' +
          'and nobody has been let in.',
      ),
      paragraph('If it was you, say so, and Google opens your account from then on, beside whatever opens it now.'),
      button('It was me: connect Google', connectUrl),
      aside(
        `The link asks once more before it does anything, and works once, within ${inWords(validMinutes)}. If it was not ` +
          'you, leave it alone. A door that is not opened from within stays shut.',
      ),
      quietLink('Sign in as usual', `${branding.siteUrl}/signin`),
    ],
    because: 'this address was brought to us by way of Google',
  };
}
