import { aside, button, inWords, paragraph, quietLink, type EmailBranding, type EmailContent } from './content.ts';

export interface EmailChangeData {
  readonly newEmail: string;
  readonly confirmUrl: string;
  readonly validMinutes: number;
}

const BOTH_NEEDED =
  'We’ve emailed the old address and the new one. The address changes only after you’ve confirmed with the links in both emails, in any order.';

/** Sent to the account's present address, since the old and the new address must both confirm (rules/auth-wire 50). */
export function emailChangeCurrent(data: EmailChangeData, branding: EmailBranding): EmailContent {
  return {
    subject: 'Confirm the change of your email address',
    preview: `Someone asked to change your account’s email address to ${data.newEmail}.`,
    postmark: 'Moving',
    heading: 'Confirm the change of your email address.',
    salutation: null,
    blocks: [
      paragraph(
        `Someone who is signed in to your account with The Dead Letter Club asked us to change the account’s email address to ${data.newEmail}.`,
      ),
      paragraph(BOTH_NEEDED),
      button('Yes, change my email address', data.confirmUrl),
      aside(
        `The link works once, within ${inWords(data.validMinutes)}. If you didn’t ask for this, don’t confirm it: ` +
          'someone else is signed in to your account. Choose a new password now; that cancels this change and signs out every other device.',
      ),
      quietLink('Choose a new password', `${branding.siteUrl}/forgot-password`),
    ],
    because: 'someone asked to change your account’s email address',
  };
}

export function emailChangeNew(data: EmailChangeData, _branding: EmailBranding): EmailContent {
  return {
    subject: 'Confirm your new email address',
    preview: 'Confirm this address so that we can use it for your account.',
    postmark: 'Confirm',
    heading: 'Is this your new email address?',
    salutation: null,
    blocks: [
      paragraph(
        `Someone asked to use ${data.newEmail} for an account with The Dead Letter Club. If the account is yours, confirm the address here.`,
      ),
      paragraph(BOTH_NEEDED),
      button('Confirm my new email address', data.confirmUrl),
      aside(
        `The link works once, within ${inWords(data.validMinutes)}. If the account isn’t yours, do nothing: ` +
          'nobody can use your address without this link.',
      ),
    ],
    because: 'someone entered this address in an account with us',
  };
}
