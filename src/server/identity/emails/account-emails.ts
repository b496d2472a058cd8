import type { EmailData, EmailKind } from '../../../emails/catalogue.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { type OutgoingEmail, queueEmail } from '../../platform/outbox/queue.ts';
import type { IdentityContext } from '../context.ts';
import type { SecurityChange, UserRow } from '../schema.ts';
import { recordChange } from '../users/security-changes.ts';

type Owner = Pick<UserRow, 'id' | 'email'>;

/** Queues one email per kind and `occasion`. */
export async function queueEmailToOwner<Kind extends EmailKind>(
  ctx: IdentityContext,
  tx: Transaction,
  { id: userId, email: to }: Owner,
  { kind, occasion, data }: { kind: Kind; occasion: string; data: EmailData<Kind> },
): Promise<void> {
  await queueEmail(ctx, tx, { kind, to, userId, data, dedupeKey: `${kind}:${occasion}` } as OutgoingEmail);
}

/** Reports a change to the former address, with a link that undoes the change. The caller must hold the user's lock. */
export async function reportChange<Kind extends EmailKind>(
  ctx: IdentityContext,
  tx: Transaction,
  owner: Owner,
  change: SecurityChange,
  { kind, ...facts }: { kind: Kind } & Omit<EmailData<Kind>, 'undoUrl'>,
): Promise<void> {
  const { id, undoUrl } = await recordChange(ctx, tx, owner, change);
  const data = { ...facts, undoUrl } as unknown as EmailData<Kind>;
  await queueEmailToOwner(ctx, tx, owner, { kind, occasion: id, data });
}
