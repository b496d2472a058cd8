import { aside, inWords, paragraph, type EmailBranding, type EmailContent } from './content.ts';

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
    preview: 'Six digits, for your eyes and a short while.',
    postmark: 'Verify',
    heading: 'Your verification code.',
    salutation: null,
    blocks: [
      paragraph(
        'Enter this code on the page that asked for it. It proves that the change to your account is your own doing.',
      ),
      { kind: 'code', code },
      aside(
        `It works once, within ${inWords(validMinutes)}. Nobody from the Club will ever ask you for it, by telephone, by post ` +
          'or in a familiar handwriting. If you did not ask for a code, somebody else is signed in to your account: ' +
          `change your password and write to ${branding.supportEmail}.`,
      ),
    ],
    because: 'a change in your account asked for proof',
  };
}
