import { aside, button, paragraph, quietLink, type EmailBranding, type EmailContent } from './content.ts';

export interface AlreadyHaveAccountData {
  /** Missing in emails that an older release queued. */
  readonly signinUrl?: string;
}

/**
 * Sent if a user signs up with an address that has a confirmed account. The page must not say that the address is taken
 * (rules/auth-wire 22).
 */
export function alreadyHaveAccount({ signinUrl }: AlreadyHaveAccountData, { siteUrl }: EmailBranding): EmailContent {
  return {
    subject: 'You already have an account',
    preview: 'Someone tried to sign up with this address. It already has an account.',
    postmark: 'Known',
    heading: 'You already have an account.',
    salutation: null,
    blocks: [
      paragraph(
        'Someone tried to sign up for The Dead Letter Club with this email address. It already has an account, so ' +
          'nothing was created and nothing was changed.',
      ),
      paragraph('If that was you, sign in as usual. If you’ve forgotten your password, choose a new one.'),
      button('Sign in', signinUrl ?? `${siteUrl}/signin`),
      quietLink('Choose a new password', `${siteUrl}/forgot-password`),
      aside('If it wasn’t you, there’s nothing to do. Nobody got into your account.'),
    ],
    because: 'this address was used to sign up',
  };
}
