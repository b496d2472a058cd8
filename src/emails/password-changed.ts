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
  /** The account had no password before. */
  readonly isFirst: boolean;
  readonly changedAt: string;
  readonly undoUrl: string;
}

const CHANGED = {
  subject: 'Your password was changed',
  heading: 'Your password was changed.',
  what: (at: string) => `The password of your account with The Dead Letter Club was changed on ${at}.`,
  stranger: 'doing your handwriting',
};

const FIRST = {
  subject: 'A password can now be used to sign in to your account',
  heading: 'A new way to sign in was added.',
  what: (at: string) =>
    `Since ${at}, your account with The Dead Letter Club can be opened with this email address and a password. ` +
    'It had none before.',
  stranger: 'cutting a key of their own',
};

export function passwordChanged(
  { isFirst, changedAt, undoUrl }: PasswordChangedData,
  branding: EmailBranding,
): EmailContent {
  const { subject, heading, what, stranger } = isFirst ? FIRST : CHANGED;
  return {
    subject,
    preview: 'If it was you, all is well. If not, act now.',
    postmark: 'Notice',
    heading,
    salutation: null,
    blocks: [
      paragraph(`${what(inNewYork(changedAt))} Every other device has been signed out.`),
      paragraph(`If that was you, there is nothing to do. We like to be sure it was not somebody ${stranger}.`),
      ...undoBlocks(undoUrl),
      quietLink('Reset my password', `${branding.siteUrl}/forgot-password`),
      aside('We report this by email every time, because you would want to know.'),
    ],
    because: 'we tell you whenever the locks of your account change',
  };
}
