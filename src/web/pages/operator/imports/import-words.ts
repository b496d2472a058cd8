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

/** Null while a job is running. */
export function doneInWords({ state, ready, refused, imported, invited, undone }: ImportReply): string | null {
  if (state === 'checked') return `The dry run is finished: ${ready} ready, ${refused} refused.`;
  if (state === 'undone') return `The import is undone: ${undone} deleted.`;
  if (state !== 'applied') return null;
  return invited > 0 ? `The invitations are sent: ${invited}.` : `The import is finished: ${imported} imported.`;
}
