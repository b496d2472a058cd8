import { inNewYork, paragraph, type EmailBranding, type EmailContent, undoBlocks } from './content.ts';

export interface EmailChangedData {
  readonly newEmail: string;
  readonly changedAt: string;
  /** Null if an operator changed the address. */
  readonly undoUrl: string | null;
}

export function emailChanged(
  { newEmail, changedAt, undoUrl }: EmailChangedData,
  branding: EmailBranding,
): EmailContent {
  return {
    subject: 'Your email address was changed',
    preview: 'If you wanted this, there’s nothing to do. If not, act now.',
    postmark: 'Notice',
    heading: 'Your account’s email address was changed.',
    salutation: null,
    blocks: [
      paragraph(
        `On ${inNewYork(changedAt)}, the email address of your account with The Dead Letter Club became ${newEmail}.`,
      ),
      paragraph('If you wanted this, there’s nothing to do. We won’t email this address about this account again.'),
      ...(undoUrl === null ? [] : undoBlocks(undoUrl)),
      paragraph(
        `${undoUrl === null ? 'If you didn’t want this' : 'If the link doesn’t help'}, email ${branding.supportEmail} right away from this address. ` +
          'That shows us that the account was yours.',
      ),
    ],
    because: 'the email address of your account was changed',
  };
}
