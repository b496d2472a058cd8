import { aside, button, inNewYork, paragraph } from './letter.ts';
import type { House, Letter } from './letter.ts';

export interface PasswordChangedData {
  /** RFC 3339, UTC. */
  readonly changedAt: string;
}

export function passwordChanged({ changedAt }: PasswordChangedData, house: House): Letter {
  return {
    subject: 'Your password was changed',
    preview: 'If it was you, all is well. If not, act now.',
    postmark: 'Notice',
    heading: 'Your password was changed.',
    salutation: null,
    blocks: [
      paragraph(
        `The password of your account with The Dead Letter Club was changed on ${inNewYork(changedAt)}. ` +
          'Every other device has been signed out.',
      ),
      paragraph(
        'If that was you, there is nothing to do. We like to be sure it was not somebody doing your handwriting.',
      ),
      paragraph(`If it was not you, reset your password at once, then write to ${house.supportEmail}.`),
      button('It was not me: reset my password', `${house.siteUrl}/forgot-password`),
      aside('We report this by email every time, because you would want to know.'),
    ],
    because: 'we tell you whenever the locks of your account change',
  };
}
