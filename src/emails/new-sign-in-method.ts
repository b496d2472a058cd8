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
  /** The display name: 'Google'. */
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
    preview: 'If it was you, all is well. If not, act now.',
    postmark: 'Notice',
    heading: 'A new way to sign in was added.',
    salutation: null,
    blocks: [
      paragraph(
        `Since ${inNewYork(addedAt)}, your account with The Dead Letter Club can be opened by signing in with ${method}.`,
      ),
      paragraph('If that was you, there is nothing to do.'),
      ...undoBlocks(undoUrl),
      paragraph(
        `Past those days: sign in, disconnect ${method} under Connected Accounts, and change your password. ` +
          `Then write to ${branding.supportEmail}. A house should have no more keys than people who live in it.`,
      ),
      quietLink('Look at my Connected Accounts', `${branding.siteUrl}/account/profile`),
      aside('We report this by email every time, because you would want to know.'),
    ],
    because: 'we tell you whenever the locks of your account change',
  };
}
