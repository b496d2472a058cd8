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

/**
 * Asks the owner of an address to confirm a Google sign-in if Google no longer manages that address (rules/auth-wire
 * 71).
 */
export function connectGoogle(
  { connectUrl, askedAt, validMinutes }: ConnectGoogleData,
  branding: EmailBranding,
): EmailContent {
  return {
    subject: 'Did you try to sign in with Google?',
    preview: 'Someone tried to sign in with a Google account using this email address. Nobody got in.',
    postmark: 'Query',
    heading: 'Did you try to sign in with Google?',
    salutation: null,
    blocks: [
      paragraph(
        `On ${inNewYork(askedAt)}, someone tried to sign in to The Dead Letter Club with a Google account using this ` +
          'email address. Google can’t confirm that the person with that Google account still owns this email address, ' +
          'so we’re asking you. Nobody got into your account.',
      ),
      paragraph(
        'If it was you, confirm below. You can then sign in with Google. If you already sign in another way, that keeps working.',
      ),
      button('It was me: connect Google', connectUrl),
      aside(
        `The link opens a page where you confirm. The link works once, within ${inWords(validMinutes)}. If it wasn’t ` +
          'you, do nothing: we connect Google only if you confirm.',
      ),
      quietLink('Sign in as usual', `${branding.siteUrl}/signin`),
    ],
    because: 'someone tried to sign in with a Google account using this address',
  };
}
