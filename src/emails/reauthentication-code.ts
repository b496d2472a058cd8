import { aside, inWords, paragraph, quietLink, type EmailBranding, type EmailContent } from './content.ts';

export interface ReauthenticationCodeData {
  readonly code: string;
  readonly validMinutes: number;
}

export function reauthenticationCode(
  { code, validMinutes }: ReauthenticationCodeData,
  branding: EmailBranding,
): EmailContent {
  return {
    subject: 'Your verification code',
    preview: 'Six digits, for you alone.',
    postmark: 'Verify',
    heading: 'Your verification code.',
    salutation: null,
    blocks: [
      paragraph('Enter this code on the page that asked for it, to confirm that it’s you.'),
      { kind: 'code', code },
      aside(
        `The code works once, within ${inWords(validMinutes)}. Nobody from the Club will ever ask you for it. ` +
          'If you didn’t ask for a code, someone else is signed in to your account: ' +
          `choose a new password and email ${branding.supportEmail}.`,
      ),
      quietLink('Choose a new password', `${branding.siteUrl}/forgot-password`),
    ],
    because: 'someone who is signed in to your account asked for this code',
  };
}
