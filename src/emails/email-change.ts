import { aside, button, inWords, paragraph, quietLink, type EmailBranding, type EmailContent } from './content.ts';

export interface EmailChangeData {
  readonly newEmail: string;
  readonly confirmUrl: string;
  readonly validMinutes: number;
}

const BOTH_NEEDED =
  'We write to both addresses, being suspicious by trade: nothing changes until you have confirmed from both, in any order.';

/** To the account's present address (rules/auth-wire 50: both must be confirmed). */
export function emailChangeCurrent(data: EmailChangeData, branding: EmailBranding): EmailContent {
  return {
    subject: 'Confirm the change of your email address',
    preview: `Your account is to move to ${data.newEmail}, but only with your word.`,
    postmark: 'Moving',
    heading: 'Confirm the change of your address.',
    salutation: null,
    blocks: [
      paragraph(
        `Somebody signed in to your account with The Dead Letter Club asked us to replace this email address with ${data.newEmail}.`,
      ),
      paragraph(BOTH_NEEDED),
      button('Yes, change my address', data.confirmUrl),
      aside(
        `The link works once, within ${inWords(data.validMinutes)}. If you did not ask for this, do not confirm it: ` +
          'somebody else is signed in to your account. Change your password now, and they are shown out.',
      ),
      quietLink('Reset my password', `${branding.siteUrl}/forgot-password`),
    ],
    because: 'a change of address was asked for in your account',
  };
}

/** To the new address. */
export function emailChangeNew(data: EmailChangeData, _branding: EmailBranding): EmailContent {
  return {
    subject: 'Confirm your new email address',
    preview: 'Confirm it, and our emails arrive here.',
    postmark: 'Confirm',
    heading: 'Is this your new address?',
    salutation: null,
    blocks: [
      paragraph(
        `An account with The Dead Letter Club is to use ${data.newEmail} from now on. If the account is yours, confirm it here.`,
      ),
      paragraph(BOTH_NEEDED),
      button('Confirm my new address', data.confirmUrl),
      aside(
        `The link works once, within ${inWords(data.validMinutes)}. If you know nothing of this, do nothing: ` +
          'nobody can use your address without this link.',
      ),
    ],
    because: 'this address was typed into an account of ours',
  };
}
