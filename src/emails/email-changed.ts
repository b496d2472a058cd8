import { aside, inNewYork, paragraph, type EmailBranding, type EmailContent, undoBlocks } from './content.ts';

export interface EmailChangedData {
  readonly newEmail: string;
  readonly changedAt: string;
  /** Null when an operator changed it. */
  readonly undoUrl: string | null;
}

/** To the address that the account no longer has. */
export function emailChanged(
  { newEmail, changedAt, undoUrl }: EmailChangedData,
  branding: EmailBranding,
): EmailContent {
  return {
    subject: 'Your email address was changed',
    preview: 'If it was you, this is goodbye to this address. If not, act now.',
    postmark: 'Notice',
    heading: 'You have moved.',
    salutation: null,
    blocks: [
      paragraph(
        `On ${inNewYork(changedAt)}, the email address of your account with The Dead Letter Club became ${newEmail}.`,
      ),
      paragraph('If that was you, there is nothing to do. We will not write here again.'),
      ...(undoUrl === null ? [] : undoBlocks(undoUrl)),
      paragraph(
        `${undoUrl === null ? 'If it was not you' : 'If the link is no help'}, write to ${branding.supportEmail} at once, from this address. ` +
          'It is the one address we still know to be yours.',
      ),
      aside('We report this by email every time, because you would want to know.'),
    ],
    because: 'we tell you whenever the locks of your account change',
  };
}
