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
      paragraph(
        'If that was you, there’s nothing to do. If it wasn’t, someone knows your password and has your recovery codes: choose a new password right away, remove your authenticator apps, and set up two-step verification again. You then get ten new recovery codes.',
      ),
      quietLink('Check my account security', `${branding.siteUrl}/account/profile`),
      aside('We email you every time a recovery code is used.'),
    ],
    because: 'we email you when a recovery code is used',
  };
}

function leftInWords(left: number): string {
  if (left === 0) return 'It was the last code for that authenticator app. Add another app to get ten new codes.';
  return left === 1 ? 'You have one code left for that app.' : `You have ${left} codes left for that app.`;
}
