import {
  aside,
  inNewYork,
  paragraph,
  quietLink,
  type EmailBranding,
  type EmailContent,
  undoBlocks,
} from './content.ts';

export interface TwoStepChangedData {
  readonly change: 'turned-on' | 'app-added' | 'app-removed' | 'turned-off';
  readonly changedAt: string;
  readonly undoUrl: string;
}

const WORDS = {
  'turned-on': {
    subject: 'Two-step verification is on',
    what: 'two-step verification of your account with The Dead Letter Club was turned on',
    consequence: 'From now on, signing in also asks for a code from your authenticator app.',
  },
  'app-added': {
    subject: 'Another authenticator app was added',
    what: 'one more authenticator app was added to your account with The Dead Letter Club',
    consequence: 'At the second step of signing in, codes from the new app now work, too.',
  },
  'app-removed': {
    subject: 'An authenticator app was removed',
    what: 'an authenticator app was removed from your account with The Dead Letter Club',
    consequence: 'The codes from that app no longer work. Two-step verification stays on.',
  },
  'turned-off': {
    subject: 'Two-step verification is off',
    what: 'two-step verification of your account with The Dead Letter Club was turned off',
    consequence: 'Signing in no longer asks for a code. You can turn two-step verification on again at any time.',
  },
} as const satisfies Record<TwoStepChangedData['change'], Record<'subject' | 'what' | 'consequence', string>>;

export function twoStepChanged(
  { change, changedAt, undoUrl }: TwoStepChangedData,
  branding: EmailBranding,
): EmailContent {
  const { subject, what, consequence } = WORDS[change];
  return {
    subject,
    preview: 'If you wanted this, there’s nothing to do. If not, act now.',
    postmark: 'Notice',
    heading: `${subject}.`,
    salutation: null,
    blocks: [
      paragraph(`On ${inNewYork(changedAt)}, ${what}. ${consequence}`),
      paragraph('If you wanted this, there’s nothing to do.'),
      ...undoBlocks(undoUrl),
      quietLink('Check my account security', `${branding.siteUrl}/account/profile`),
      aside('We email you about every such change.'),
    ],
    because: 'we email you about every change to how your account is protected',
  };
}
