import { inNewYork, paragraph, quietLink, type EmailBranding, type EmailContent } from './content.ts';

export interface WrongCodesData {
  readonly source: 'authenticator' | 'reauthentication' | 'emailed';
  readonly reachedAt: string;
}

const WORDS = {
  authenticator: {
    where: 'at the second step of signing in',
    meaning:
      'For up to 24 hours, we accept no more codes from your authenticator app. Your recovery codes still work. If you didn’t enter the wrong codes, someone else knows your password or can open your email or Google account: choose a new password, and check who can use your email and your Google account.',
  },
  reauthentication: {
    where: 'where we ask for an emailed code to confirm a change to your account',
    meaning:
      'For up to 24 hours, we accept no more of these codes. You can still confirm a change with your password, or with Google if you sign in with it. If you didn’t enter the wrong codes, someone else is signed in to your account: sign out your other devices. If you have a password, choose a new one.',
  },
  emailed: {
    where: 'where we ask for a code that we emailed you',
    meaning:
      'For up to 24 hours, we accept no more of these codes. Your password and the links in our emails still work. Nobody got into your account with the wrong codes.',
  },
} as const satisfies Record<WrongCodesData['source'], Record<'where' | 'meaning', string>>;

export function wrongCodes({ source, reachedAt }: WrongCodesData, branding: EmailBranding): EmailContent {
  const { where, meaning } = WORDS[source];
  return {
    subject: 'Too many wrong codes for your account',
    preview: 'For up to 24 hours, we accept no more of these codes.',
    postmark: 'Notice',
    heading: 'Too many wrong codes.',
    salutation: null,
    blocks: [
      paragraph(
        `On ${inNewYork(reachedAt)}, someone entered too many wrong six-digit codes for your account with The Dead Letter Club. They were entered ${where}.`,
      ),
      paragraph(meaning),
      quietLink('Check my account security', `${branding.siteUrl}/account/profile`),
    ],
    because: 'someone may be trying to guess a code for your account',
  };
}
