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
    preview: 'If it was you, all is well. If not, act now.',
    postmark: 'Notice',
    heading: 'A way to sign in was removed.',
    salutation: null,
    blocks: [
      paragraph(
        `On ${inNewYork(removedAt)}, signing in with ${method} was taken away from your account with The Dead Letter Club. ` +
          'All other devices were signed out.',
      ),
      paragraph('If that was you, there is nothing to do.'),
      ...undoBlocks(undoUrl),
      paragraph(
        `Past those days write to ${branding.supportEmail}, from this address. We can tell a locksmith from a burglar, given a letter.`,
      ),
      quietLink('Look at my Connected Accounts', `${branding.siteUrl}/account/profile`),
      aside('We report this by email every time, because you would want to know.'),
    ],
    because: 'we tell you whenever the locks of your account change',
  };
}
