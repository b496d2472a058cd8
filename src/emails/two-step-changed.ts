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
    consequence:
      'From now on, signing in asks for a code from your authenticator app as well: a second lock on the door.',
  },
  'app-added': {
    subject: 'Another authenticator app was added',
    what: 'one more authenticator app was added to your account with The Dead Letter Club',
    consequence: 'Its codes open the second lock exactly as well as those you had before.',
  },
  'app-removed': {
    subject: 'An authenticator app was removed',
    what: 'an authenticator app was removed from your account with The Dead Letter Club',
    consequence: 'Its codes open nothing any more. Two-step verification stays on, with what remains.',
  },
  'turned-off': {
    subject: 'Two-step verification is off',
    what: 'two-step verification of your account with The Dead Letter Club was turned off',
    consequence: 'The door has one lock fewer now. You can turn it on again at any time.',
  },
} as const satisfies Record<TwoStepChangedData['change'], Record<'subject' | 'what' | 'consequence', string>>;

export function twoStepChanged(
  { change, changedAt, undoUrl }: TwoStepChangedData,
  branding: EmailBranding,
): EmailContent {
  const { subject, what, consequence } = WORDS[change];
  return {
    subject,
    preview: 'If it was you, all is well. If not, act now.',
    postmark: 'Notice',
    heading: `${subject}.`,
    salutation: null,
    blocks: [
      paragraph(`On ${inNewYork(changedAt)}, ${what}. ${consequence}`),
      paragraph('If that was you, there is nothing to do.'),
      ...undoBlocks(undoUrl),
      quietLink('Look at my account security', `${branding.siteUrl}/account/profile`),
      aside('We report this by email every time, because you would want to know.'),
    ],
    because: 'we tell you whenever the locks of your account change',
  };
}
