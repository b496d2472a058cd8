import { aside, button, inNewYork, paragraph, quietLink, type EmailBranding, type EmailContent } from './content.ts';

export interface SessionEndedData {
  readonly endedAt: string;
}

export function sessionEnded({ endedAt }: SessionEndedData, branding: EmailBranding): EmailContent {
  return {
    subject: 'We signed one of your devices out',
    preview: 'Two browsers used the same sign-in, so it may have been copied.',
    postmark: 'Notice',
    heading: 'We signed one of your devices out.',
    salutation: null,
    blocks: [
      paragraph(
        `On ${inNewYork(endedAt)}, two browsers, or two copies of one browser, used the same sign-in to your account with The Dead Letter Club. ` +
          'Someone may have copied the sign-in, so we ended it.',
      ),
      paragraph(
        'Most often the cause is harmless: a browser restored from a backup, or a browser profile copied to another computer. ' +
          'In that case, just sign in again.',
      ),
      paragraph(
        'If neither explains it, someone may have copied your sign-in. Change your password, and check the ' +
          `devices that are signed in. Then email ${branding.supportEmail}.`,
      ),
      button('Change my password', `${branding.siteUrl}/forgot-password`),
      quietLink('Check my signed-in devices', `${branding.siteUrl}/account/profile`),
      aside('We email you about every such change.'),
    ],
    because: 'we email you about every change to how your account is protected',
  };
}
