import type { ImportReply } from '../../../../contract/operator/imports.ts';

export const STATE_WORDS = {
  uploading: 'Not uploaded completely',
  checking: 'Dry run in progress',
  checked: 'Dry run finished',
  failed: 'File can’t be read',
  applying: 'Importing',
  applied: 'Imported',
  inviting: 'Sending invitations',
  undoing: 'Undoing',
  undone: 'Undone',
} as const satisfies Record<ImportReply['state'], string>;

export const ASK_AGAIN_MS = 2_000;

/** For example '195, 20 of them not charged by Stripe'. */
export function readyInWords({ ready, withoutStripe }: Pick<ImportReply, 'ready' | 'withoutStripe'>): string {
  if (withoutStripe === 0) return String(ready);
  return `${ready}, ${withoutStripe === ready ? 'none' : `${withoutStripe} of them not`} charged by Stripe`;
}

/** While a job is running, the page is updated regularly. */
export const WORKING: ReadonlySet<ImportReply['state']> = new Set(['checking', 'applying', 'inviting', 'undoing']);
