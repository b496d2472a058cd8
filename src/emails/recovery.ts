import { aside, button, inWords, paragraph, type EmailBranding, type EmailContent } from './content.ts';

export interface RecoveryData {
  readonly resetUrl: string;
  readonly validMinutes: number;
}

export function recovery({ resetUrl, validMinutes }: RecoveryData, _branding: EmailBranding): EmailContent {
  return {
    subject: 'Reset your password',
    preview: 'A link to choose a new password.',
    postmark: 'Reset',
    heading: 'Choose a new password.',
    salutation: null,
    blocks: [
      paragraph(
        'Someone asked to reset the password of your account with The Dead Letter Club. If it was you, choose a new password here.',
      ),
      button('Choose a new password', resetUrl),
      aside(
        `The link works once, within ${inWords(validMinutes)} after we sent this email. Save your new password in that time. If you asked more than once, ` +
          'each link works until you use one of them. Don’t forward this email: anyone who has the link can get ' +
          'into your account. If you didn’t ask, do nothing: nothing changes.',
      ),
    ],
    because: 'someone asked to reset your password',
  };
}
