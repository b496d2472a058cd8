import type { Role } from '../domain/staff-roles.ts';
import { aside, button, inWords, paragraph, type EmailBranding, type EmailContent } from './content.ts';

export interface StaffInvitationData {
  readonly role: Role;
  readonly url: string;
  /** Null for a person who has an account: their link is the console's URL, which doesn't expire. */
  readonly validMinutes: number | null;
}

const WORK = {
  owner: 'as an owner',
  support: 'as a support person',
  packer: 'as a packer',
} as const satisfies Record<Role, string>;

export function staffInvitation(
  { role, url, validMinutes }: StaffInvitationData,
  branding: EmailBranding,
): EmailContent {
  const isNew = validMinutes !== null;
  return {
    subject: 'You’re invited to the console of The Dead Letter Club',
    preview: isNew ? 'Choose a password, then set up your authenticator.' : 'Sign in to open the console.',
    postmark: 'Invited',
    heading: 'You’re invited to work with us.',
    salutation: null,
    blocks: [
      paragraph(
        `An owner of The Dead Letter Club has invited you to the console ${WORK[role]}. ` +
          (isNew ? 'Accept the invitation and choose a password.' : 'Sign in with the account you have.') +
          ' The console needs two-step verification, and asks for a code that the owner gives you.',
      ),
      button(isNew ? 'Accept the invitation' : 'Open the console', url),
      aside(
        (isNew ? `The link works once, within ${inWords(validMinutes)}. ` : '') +
          `If you don’t expect this, do nothing. Questions? Email ${branding.supportEmail}.`,
      ),
    ],
    because: 'an owner of The Dead Letter Club invited this address',
  };
}
