import { aside, button, inWords, paragraph, type EmailBranding, type EmailContent } from './content.ts';

export interface InvitationData {
  readonly acceptUrl: string;
  readonly validMinutes: number;
}

export function invitation({ acceptUrl, validMinutes }: InvitationData, branding: EmailBranding): EmailContent {
  return {
    subject: 'You’re invited to The Dead Letter Club',
    preview: 'Accept the invitation to open your account.',
    postmark: 'Invited',
    heading: 'You’re invited.',
    salutation: null,
    blocks: [
      paragraph(
        'We’ve created an account with The Dead Letter Club for this email address. ' +
          'To open it, accept the invitation. You can then choose a password on the Profile tab.',
      ),
      button('Accept the invitation', acceptUrl),
      aside(
        `The link works once, within ${inWords(validMinutes)}. If you don’t want the account, do nothing: nobody else can open it. ` +
          `Questions? Email ${branding.supportEmail}.`,
      ),
    ],
    because: 'someone at The Dead Letter Club invited this address',
  };
}
