import { aside, button, inNewYork, paragraph, quietLink, type EmailBranding, type EmailContent } from './content.ts';

export interface SessionEndedData {
  readonly endedAt: string;
}

export function sessionEnded({ endedAt }: SessionEndedData, branding: EmailBranding): EmailContent {
  return {
    subject: 'We signed one of your devices out',
    preview: 'Two of them showed us the same key. One was a copy.',
    postmark: 'Notice',
    heading: 'We signed one of your devices out.',
    salutation: null,
    blocks: [
      paragraph(
        `On ${inNewYork(endedAt)} somebody showed us a key to your account with The Dead Letter Club that had already been ` +
          'exchanged for a new one. One of the two is a copy, and we cannot tell which, so neither opens anything any more.',
      ),
      paragraph(
        'Most often the explanation is dull: a browser restored from a backup, or a profile carried to another machine. Sign in again, ' +
          'and that is the end of the story.',
      ),
      paragraph(
        'If you can think of no such thing, somebody may have been at your browser. Change your password, and look through the ' +
          `devices that are signed in. Then write to ${branding.supportEmail}.`,
      ),
      button('Change my password', `${branding.siteUrl}/forgot-password`),
      quietLink('Look at my signed-in devices', `${branding.siteUrl}/account/profile`),
      aside('We report this by email every time, because you would want to know.'),
    ],
    because: 'we tell you whenever the locks of your account change',
  };
}
