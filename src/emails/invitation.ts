import { aside, button, inWords, paragraph, type EmailBranding, type EmailContent } from './content.ts';

export interface InvitationData {
  readonly acceptUrl: string;
  readonly validMinutes: number;
}

export function invitation({ acceptUrl, validMinutes }: InvitationData, branding: EmailBranding): EmailContent {
  return {
    subject: 'You are invited to The Dead Letter Club',
    preview: 'A chair is free, and your name is on the card.',
    postmark: 'Invited',
    heading: 'A chair is free.',
    salutation: null,
    blocks: [
      paragraph(
        'We have opened an account with The Dead Letter Club for this email address. ' +
          'Come in through the link, choose a password, and the door is yours.',
      ),
      button('Accept the invitation', acceptUrl),
      aside(
        `The link works once, within ${inWords(validMinutes)}. If you would rather not, do nothing: the chair stays empty, ` +
          `and the others will only wonder. Questions go to ${branding.supportEmail}.`,
      ),
    ],
    because: 'somebody at The Dead Letter Club invited this address',
  };
}
