import { aside, button, paragraph, quietLink, type EmailBranding, type EmailContent } from './content.ts';

export interface AlreadyHaveAccountData {
  /** Absent in emails that a former release has queued. */
  readonly signinUrl?: string;
}

/** Answers a sign-up with a confirmed address, where the page must not say that it is taken (rules/auth-wire 22). */
export function alreadyHaveAccount({ signinUrl }: AlreadyHaveAccountData, { siteUrl }: EmailBranding): EmailContent {
  return {
    subject: 'You already have an account',
    preview: 'Somebody tried to sign up with this address. It is yours already.',
    postmark: 'Known',
    heading: 'You already have an account.',
    salutation: null,
    blocks: [
      paragraph(
        'Somebody tried to open an account with The Dead Letter Club using this email address. But we have met: ' +
          'there is one already, so nothing was opened and nothing was changed.',
      ),
      paragraph('If that was you, sign in as usual. If the password has slipped your mind, choose a new one.'),
      button('Sign in', signinUrl ?? `${siteUrl}/signin`),
      quietLink('Choose a new password', `${siteUrl}/forgot-password`),
      aside('If it was not you, there is nothing to do. Somebody knows your address and little else.'),
    ],
    because: 'this address was typed into our sign-up form',
  };
}
