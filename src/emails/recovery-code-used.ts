import { aside, inNewYork, paragraph, quietLink, type EmailBranding, type EmailContent } from './content.ts';

export interface RecoveryCodeUsedData {
  readonly usedAt: string;
  readonly left: number;
}

export function recoveryCodeUsed({ usedAt, left }: RecoveryCodeUsedData, branding: EmailBranding): EmailContent {
  return {
    subject: 'A recovery code was used',
    preview: 'If it was you, there’s nothing to do. If not, act now.',
    postmark: 'Notice',
    heading: 'A recovery code was used.',
    salutation: null,
    blocks: [
      paragraph(
        `On ${inNewYork(usedAt)}, someone used one of your recovery codes to sign in to your account with The Dead Letter Club. That code can’t be used again. ${leftInWords(left)}`,
      ),
      paragraph('If that was you, there’s nothing to do.'),
      paragraph(
        'If it wasn’t you, someone else can sign in to your account and has your recovery codes. Choose a new password right away. Then remove your authenticator apps and set up two-step verification again: you get ten new recovery codes. If you sign in with Google, also change your Google password.',
      ),
      quietLink('Check my account security', `${branding.siteUrl}/account/profile`),
      aside('We email you every time a recovery code is used.'),
    ],
    because: 'we email you when a recovery code is used',
  };
}

function leftInWords(left: number): string {
  if (left === 0)
    return 'You’ve now used all ten recovery codes of one of your authenticator apps. To get ten new codes, add an authenticator app in your account.';
  const codes = left === 1 ? 'one recovery code' : `${left} recovery codes`;
  return `You have ${codes} left from the same set of ten.`;
}
