import {
  aside,
  inNewYork,
  paragraph,
  quietLink,
  type EmailBranding,
  type EmailContent,
  undoBlocks,
} from './content.ts';

export interface SignInMethodRemovedData {
  readonly method: string;
  readonly removedAt: string;
  readonly undoUrl: string;
}

export function signInMethodRemoved(
  { method, removedAt, undoUrl }: SignInMethodRemovedData,
  branding: EmailBranding,
): EmailContent {
  return {
    subject: 'A way to sign in was removed from your account',
    preview: 'If it was you, there’s nothing to do. If not, act now.',
    postmark: 'Notice',
    heading: 'A way to sign in was removed.',
    salutation: null,
    blocks: [
      paragraph(
        `On ${inNewYork(removedAt)}, ${method} was removed as a way to sign in to your account with The Dead Letter Club. ` +
          'We signed out every device except the one that removed it.',
      ),
      paragraph('If that was you, there’s nothing to do.'),
      ...undoBlocks(undoUrl),
      paragraph(
        `If the link above has expired (it works for seven days), email ${branding.supportEmail} from this address.`,
      ),
      quietLink('Look at my Connected Accounts', `${branding.siteUrl}/account/profile`),
      aside('We email you about every such change.'),
    ],
    because: 'we email you about every change to how your account is protected',
  };
}
