import { aside, button, inNewYork, paragraph, quietLink } from './letter.ts';
import type { House, Letter } from './letter.ts';

export interface TwoStepChangedData {
  readonly change: 'turned-on' | 'turned-off';
  /** RFC 3339, UTC. */
  readonly changedAt: string;
}

const WORDS = {
  'turned-on': {
    subject: 'Two-step verification is on',
    heading: 'A second lock on the door.',
    consequence: 'From now on, signing in asks for a code from your authenticator app as well as your password.',
  },
  'turned-off': {
    subject: 'Two-step verification is off',
    heading: 'One lock fewer on the door.',
    consequence: 'From now on, signing in asks for your password alone. You can turn it on again at any time.',
  },
} as const satisfies Record<TwoStepChangedData['change'], Record<'subject' | 'heading' | 'consequence', string>>;

export function twoStepChanged({ change, changedAt }: TwoStepChangedData, house: House): Letter {
  const { subject, heading, consequence } = WORDS[change];
  return {
    subject,
    preview: 'If it was you, all is well. If not, act now.',
    postmark: 'Notice',
    heading,
    salutation: null,
    blocks: [
      paragraph(
        `Two-step verification of your account with The Dead Letter Club was ${change.replace('-', ' ')} on ${inNewYork(changedAt)}. ${consequence}`,
      ),
      paragraph('If that was you, there is nothing to do.'),
      paragraph(`If it was not you, reset your password at once, then write to ${house.supportEmail}.`),
      button('Look at my account security', `${house.siteUrl}/account/profile`),
      quietLink('Reset my password', `${house.siteUrl}/forgot-password`),
      aside('We report this by email every time, because you would want to know.'),
    ],
    because: 'we tell you whenever the locks of your account change',
  };
}
