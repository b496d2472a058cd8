import { randomUUID } from 'node:crypto';
import { and, eq, like } from 'drizzle-orm';
import { EMAILS, type EmailData, type EmailKind } from '../../../emails/catalogue.ts';
import type { PlatformContext, WantsEmail } from '../context.ts';
import type { Db } from '../db/database.ts';
import { emailOutbox } from '../schema.ts';
import { contentsAtRest } from './contents.ts';

interface Outgoing<K extends EmailKind> {
  readonly kind: K;
  readonly to: string;
  readonly data: EmailData<K>;
  readonly userId: (typeof EMAILS)[K]['about'] extends 'club' | 'guide' ? string : string | null;
  readonly dedupeKey: string;
}

export type OutgoingEmail = { [K in EmailKind]: Outgoing<K> }[EmailKind];

/**
 * Queues an email in the caller's transaction, once per dedupe key. The user's preferences can stop it unless it is
 * about money or security (rules/money 26).
 */
export async function queueEmail(
  { clock, jobs, keys, wantsEmail }: Pick<PlatformContext, 'clock' | 'jobs' | 'keys' | 'wantsEmail'>,
  tx: Db,
  email: OutgoingEmail,
): Promise<void> {
  const { kind, to, data, dedupeKey } = email;
  if (!(await isWanted(tx, email, wantsEmail))) return;
  const [row] = await tx
    .insert(emailOutbox)
    .values({
      id: randomUUID(),
      dedupeKey,
      kind,
      recipient: to,
      data: contentsAtRest(keys, kind, data),
      status: 'queued',
      createdAt: clock.now(),
    })
    .onConflictDoNothing({ target: emailOutbox.dedupeKey })
    .returning({ id: emailOutbox.id });
  if (row) await jobs.enqueue(tx, 'send-email', { emailId: row.id }, { id: row.id });
}

async function isWanted(db: Db, { kind, to, userId }: OutgoingEmail, wantsEmail: WantsEmail): Promise<boolean> {
  const { about } = EMAILS[kind];
  if (about === 'money' || about === 'safety' || about === 'season') return true;
  if (about === 'gift') return await wantsEmail(db, { email: to });
  return userId === null || (await wantsEmail(db, { userId, list: about }));
}

/**
 * Withdraws emails that no worker has sent.
 * @param keyPrefix the beginning of their dedupe keys
 * @returns whether there was one
 */
export async function withdrawQueuedEmails(tx: Db, keyPrefix: string): Promise<boolean> {
  const isMeant = and(like(emailOutbox.dedupeKey, `${keyPrefix}%`), eq(emailOutbox.status, 'queued'));
  return ((await tx.delete(emailOutbox).where(isMeant)).rowCount ?? 0) > 0;
}
