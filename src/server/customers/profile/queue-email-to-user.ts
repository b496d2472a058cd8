import type { EmailData, EmailKind } from '../../../emails/catalogue.ts';
import type { PlatformContext } from '../../platform/context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { type OutgoingEmail, queueEmail } from '../../platform/outbox/queue.ts';
import { findProfile } from './queries.ts';

type EmailToUser = {
  [K in EmailKind]: EmailData<K> extends { readonly name: string | null }
    ? { readonly kind: K; readonly dedupeKey: string; readonly data: Omit<EmailData<K>, 'name'> }
    : never;
}[EmailKind];

export async function queueEmailToUser(
  ctx: Pick<PlatformContext, 'clock' | 'jobs' | 'keys' | 'wantsEmail'>,
  tx: Transaction,
  userId: string,
  { data, ...email }: EmailToUser,
): Promise<void> {
  const profile = await findProfile(tx, userId);
  if (profile === null) return;
  const { email: to, fullName: name } = profile;
  await queueEmail(ctx, tx, { ...email, to, userId, data: { name, ...data } } as OutgoingEmail);
}
