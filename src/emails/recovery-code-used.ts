import { aside, inNewYork, paragraph, quietLink, type EmailBranding, type EmailContent } from './content.ts';

export interface RecoveryCodeUsedData {
  readonly usedAt: string;
  /** Codes of the same authenticator that are still good. */
  readonly left: number;
}

export function recoveryCodeUsed({ usedAt, left }: RecoveryCodeUsedData, branding: EmailBranding): EmailContent {
  return {
    subject: 'A recovery code was used',
    preview: 'If it was you, all is well. If not, act now.',
    postmark: 'Notice',
    heading: 'A recovery code was used.',
    salutation: null,
    blocks: [
      paragraph(
        `On ${inNewYork(usedAt)}, one of your recovery codes opened the second lock of your account with The Dead Letter Club. It is spent. ${leftInWords(left)}`,
      ),
      paragraph(
        'If that was you, there is nothing to do. If it was not, somebody knows your password and has read your codes: set a new password at once, and remove the authenticator they belong to.',
      ),
      quietLink('Look at my account security', `${branding.siteUrl}/account/profile`),
      aside('We report this by email every time, because you would want to know.'),
    ],
    because: 'we tell you whenever the locks of your account are opened in an unusual way',
  };
}

function leftInWords(left: number): string {
  if (left === 0) return 'It was the last: add another authenticator to get ten more.';
  return left === 1 ? 'One is left.' : `${left} are left.`;
}
