import { aside, button, inWords, paragraph, type EmailBranding, type EmailContent } from './content.ts';

export interface RecoveryData {
  readonly resetUrl: string;
  readonly validMinutes: number;
}

export function recovery({ resetUrl, validMinutes }: RecoveryData, _branding: EmailBranding): EmailContent {
  return {
    subject: 'Reset your password',
    preview: 'A link to choose a new password. It works once.',
    postmark: 'Reset',
    heading: 'Choose a new password.',
    salutation: null,
    blocks: [
      paragraph(
        'Somebody asked to reset the password of your account with The Dead Letter Club. If that was you, choose a new one here.',
      ),
      button('Choose a new password', resetUrl),
      aside(
        `The link works once, within ${inWords(validMinutes)}. Please do not forward it: whoever holds it holds your account. ` +
          'If you did not ask, leave it unopened. Your password stays as it is, and the link expires without a word, ' +
          'as the best witnesses do.',
      ),
    ],
    because: 'a password reset was asked for at our sign-in page',
  };
}
