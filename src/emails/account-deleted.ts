import { inNewYork, paragraph, type EmailBranding, type EmailContent } from './content.ts';

export interface AccountDeletedData {
  readonly deletedAt: string;
}

/** The last email to the address, which is deleted once this is sent. */
export function accountDeleted({ deletedAt }: AccountDeletedData, _branding: EmailBranding): EmailContent {
  return {
    subject: 'Your account was deleted',
    preview: 'If it was you, there’s nothing to do. If not, reply to this email.',
    postmark: 'Notice',
    heading: 'Your account was deleted.',
    salutation: null,
    blocks: [
      paragraph(
        `On ${inNewYork(deletedAt)}, your account with The Dead Letter Club was deleted. We’ve erased everything in it, except the payment records that tax law makes us keep.`,
      ),
      paragraph('If that was you, there’s nothing to do. This is our last email to you.'),
      paragraph(
        'If it wasn’t you, reply to this email. We can’t bring the account back, but we can help. Also change the password of your mailbox and of any site where you used the same one.',
      ),
    ],
    because: 'your account was deleted',
  };
}
