import { aside, button, inWords, paragraph, type EmailBranding, type EmailContent } from './content.ts';

export interface ConfirmSignupData {
  readonly confirmUrl: string;
  readonly validMinutes: number;
}

/** Leaves out the user's name, which is unverified until they click. */
export function confirmSignup({ confirmUrl, validMinutes }: ConfirmSignupData, _branding: EmailBranding): EmailContent {
  return {
    subject: 'Confirm your email address',
    preview: 'Confirm your email address to finish signing up.',
    postmark: 'Confirm',
    heading: 'Is this your email address?',
    salutation: null,
    blocks: [
      paragraph(
        'Someone signed up for The Dead Letter Club with this email address. If it was you, confirm the address to open ' +
          'your account.',
      ),
      button('Confirm my email address', confirmUrl),
      aside(
        `The link works once, within ${inWords(validMinutes)}. If it wasn’t you, do nothing: we open an account ` +
          'only after the address is confirmed.',
      ),
    ],
    because: 'this address was used to sign up',
  };
}
