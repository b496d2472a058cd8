import {
  aside,
  inNewYork,
  paragraph,
  type EmailBranding,
  type EmailContent,
  quietLink,
  undoBlocks,
} from './content.ts';

export interface PasswordChangedData {
  readonly isFirst: boolean;
  readonly changedAt: string;
  readonly undoUrl: string;
}

const CHANGED = {
  subject: 'Your password was changed',
  heading: 'Your password was changed.',
  what: (at: string) => `The password of your account with The Dead Letter Club was changed on ${at}.`,
};

const FIRST = {
  subject: 'A password can now be used to sign in to your account',
  heading: 'A new way to sign in was added.',
  what: (at: string) =>
    `Since ${at}, this email address and a password can be used to sign in to your account with The Dead Letter Club. ` +
    'Before, the account had no password.',
};

export function passwordChanged(
  { isFirst, changedAt, undoUrl }: PasswordChangedData,
  branding: EmailBranding,
): EmailContent {
  const { subject, heading, what } = isFirst ? FIRST : CHANGED;
  return {
    subject,
    preview: 'If it was you, there’s nothing to do. If not, act now.',
    postmark: 'Notice',
    heading,
    salutation: null,
    blocks: [
      paragraph(`${what(inNewYork(changedAt))} Every other device has been signed out.`),
      paragraph('If that was you, there’s nothing to do.'),
      ...undoBlocks(undoUrl),
      paragraph('If the link above has expired (it works for seven days), choose a new password.'),
      quietLink('Choose a new password', `${branding.siteUrl}/forgot-password`),
      aside('We email you about every such change.'),
    ],
    because: 'we email you about every change to how your account is protected',
  };
}
