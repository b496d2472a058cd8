import { aside, button, inWords, paragraph, type EmailBranding, type EmailContent } from './content.ts';

export interface ConfirmSignupData {
  readonly confirmUrl: string;
  readonly validMinutes: number;
}

/** Without the name: it is unverified until the click. */
export function confirmSignup({ confirmUrl, validMinutes }: ConfirmSignupData, _branding: EmailBranding): EmailContent {
  return {
    subject: 'Confirm your email address',
    preview: 'Confirm that it is yours, and your account is open.',
    postmark: 'Confirm',
    heading: 'Is this your address?',
    salutation: null,
    blocks: [
      paragraph(
        'Somebody, we trust it was you, asked to join The Dead Letter Club with this email address. ' +
          'Confirm that it is yours, and your account is open.',
      ),
      button('Confirm my email address', confirmUrl),
      aside(
        `The link works once, within ${inWords(validMinutes)}. If it was not you, do nothing: no account opens ` +
          'until you confirm. Unanswered letters are something we know how to live with.',
      ),
    ],
    because: 'this address was typed into our sign-up form',
  };
}
