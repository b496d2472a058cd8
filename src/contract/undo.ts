import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { instant, pattern } from './fields.ts';

const token = pattern(/^[A-Za-z0-9_-]{43}$/, 'This link doesn’t work.');

const changeKind = z.enum([
  'identity_linked',
  'identity_unlinked',
  'factor_added',
  'factor_removed',
  'password_changed',
  'email_changed',
]);
export type ChangeKind = z.output<typeof changeKind>;

/** Describes the change without undoing it. A POST, since servers log the URLs of a GET. */
export const describeUndo = endpoint('POST /api/undo/describe', {
  access: 'public',
  summary: 'Whether the link of a security notice still works, and which changes it undoes.',
  body: z.object({ token }),
  reply: z.object({
    state: z.enum(['open', 'undone', 'expired']),
    expiresAt: instant,
    changes: z.array(z.object({ kind: changeKind, changedAt: instant })),
  }),
  errors: ['not_found'],
});
export type UndoDescription = z.output<typeof describeUndo.reply>;

export const undoChanges = endpoint('POST /api/undo', {
  access: 'public',
  summary: 'Undoes the change that a security notice reported, and all later ones, and ends every session.',
  body: z.object({ token }),
  reply: z.object({
    undone: z.literal(true),
    /** A session for setting a new password; null if the link was used before. */
    session: z.nullable(z.object({ access_token: z.string(), refresh_token: z.string() })),
  }),
  errors: ['not_found', 'link_expired', 'email_taken'],
});
