import {
  aside,
  inNewYork,
  paragraph,
  quietLink,
  type EmailBranding,
  type EmailContent,
  undoBlocks,
} from './content.ts';

export interface NewSignInMethodData {
  readonly method: string;
  readonly addedAt: string;
  readonly undoUrl: string;
}

export function newSignInMethod(
  { method, addedAt, undoUrl }: NewSignInMethodData,
  branding: EmailBranding,
): EmailContent {
  return {
    subject: `${method} can now be used to sign in to your account`,
    preview: 'If it was you, there’s nothing to do. If not, act now.',
    postmark: 'Notice',
    heading: 'A new way to sign in was added.',
    salutation: null,
    blocks: [
      paragraph(
        `Since ${inNewYork(addedAt)}, ${method} can be used to sign in to your account with The Dead Letter Club.`,
      ),
      paragraph('If that was you, there’s nothing to do.'),
      ...undoBlocks(undoUrl),
      paragraph(
        `If the link above has expired (it works for seven days), sign in, disconnect ${method} under Connected Accounts, ` +
          'and choose a new password. ' +
          `Then tell us what happened: email ${branding.supportEmail}.`,
      ),
      quietLink('Look at my Connected Accounts', `${branding.siteUrl}/account/profile`),
      aside('We email you about every such change.'),
    ],
    because: 'we email you about every change to how your account is protected',
  };
}
