import { aside, button, inNewYork, paragraph, quietLink, type EmailBranding, type EmailContent } from './content.ts';

export interface SessionEndedData {
  readonly endedAt: string;
}

export function sessionEnded({ endedAt }: SessionEndedData, branding: EmailBranding): EmailContent {
  return {
    subject: 'We signed you out in two browsers',
    preview: 'Two browsers had the same sign-in key, so it may have been copied.',
    postmark: 'Notice',
    heading: 'We signed you out in two browsers.',
    salutation: null,
    blocks: [
      paragraph(
        'When you sign in to your account with The Dead Letter Club, your browser gets a secret key that keeps you signed in. ' +
          `On ${inNewYork(endedAt)}, two browsers, or two copies of one browser, sent us the same key. ` +
          'Someone may have copied it, so we signed both browsers out.',
      ),
      paragraph(
        'Most often the cause is harmless: a browser restored from a backup, or a browser profile copied to another computer. ' +
          'In that case, just sign in again.',
      ),
      paragraph(
        'If you did neither, someone may have copied the key. Choose a new password, and check the ' +
          `devices that are signed in. Then tell us what happened: email ${branding.supportEmail}.`,
      ),
      button('Choose a new password', `${branding.siteUrl}/forgot-password`),
      quietLink('Check my signed-in devices', `${branding.siteUrl}/account/profile`),
      aside('We email you every time we sign you out for this reason.'),
    ],
    because: 'two browsers sent us the same sign-in key for your account',
  };
}
