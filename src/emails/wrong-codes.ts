import { inNewYork, paragraph, quietLink, type EmailBranding, type EmailContent } from './content.ts';

export interface WrongCodesData {
  readonly source: 'authenticator' | 'reauthentication' | 'emailed';
  readonly reachedAt: string;
}

const ACCOUNT = 'your account with The Dead Letter Club';

const WORDS = {
  authenticator: {
    what: `entered too many wrong codes at the second step of signing in to ${ACCOUNT}`,
    meaning:
      'For up to 24 hours, we accept no more codes from your authenticator app. Your recovery codes still work. If it wasn’t you, someone else knows your password, or can open your email or your Google account. Choose a new password. Also change the password of your email and of your Google account.',
  },
  reauthentication: {
    what: `tried to confirm a change to ${ACCOUNT} and entered too many wrong codes`,
    meaning:
      'For up to 24 hours, we accept no emailed codes to confirm a change. You can still confirm a change with your password, or with Google if you sign in with it. If it wasn’t you, someone else is signed in to your account: sign out your other devices. If you have a password, choose a new one.',
  },
  emailed: {
    what: `tried to get into ${ACCOUNT} with an emailed code and entered too many wrong codes`,
    meaning:
      'For up to 24 hours, we accept no emailed codes for signing in. Your password and the links in our emails still work. Nobody got into your account with the wrong codes.',
  },
} as const satisfies Record<WrongCodesData['source'], Record<'what' | 'meaning', string>>;

export function wrongCodes({ source, reachedAt }: WrongCodesData, branding: EmailBranding): EmailContent {
  const { what, meaning } = WORDS[source];
  return {
    subject: 'Too many wrong codes for your account',
    preview: 'For up to 24 hours, one kind of code doesn’t work. The email says which.',
    postmark: 'Notice',
    heading: 'Too many wrong codes.',
    salutation: null,
    blocks: [
      paragraph(`On ${inNewYork(reachedAt)}, someone ${what}.`),
      paragraph(meaning),
      quietLink('Check my account security', `${branding.siteUrl}/account/profile`),
    ],
    because: 'someone may be trying to guess a code for your account',
  };
}
