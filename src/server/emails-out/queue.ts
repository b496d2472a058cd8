import { randomUUID } from 'node:crypto';
import { eq, sql, type SQL } from 'drizzle-orm';
import { EMAILS } from '../../emails/catalogue.ts';
import type { EmailData, EmailKind } from '../../emails/catalogue.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/database.ts';
import { emailsOut, userProfiles } from '../db/schema.ts';
import { contentsAtRest } from './contents.ts';

interface Outgoing<K extends EmailKind> {
  readonly kind: K;
  /** A bare address, already checked at the edge. */
  readonly to: string;
  readonly data: EmailData<K>;
  /** The account it is about, whose preferences a mail of the club heeds; a gift's recipient may have none. */
  readonly userId: (typeof EMAILS)[K]['about'] extends 'club' ? string : string | null;
  /** Names the occasion, such as `welcome:{userId}`: one mail each, whoever asks and how often. */
  readonly dedupeKey: string;
}

export type OutgoingEmail = { [K in EmailKind]: Outgoing<K> }[EmailKind];

/**
 * Puts a mail into the post as part of the caller's transaction: it is sent if and only if that commits, and once per dedupe key.
 * A mail that is not about money or safety is dropped when its reader has turned those off (SPEC §3, preferences).
 */
export async function queueEmail(
  { clock, jobs, keys }: Pick<Context, 'clock' | 'jobs' | 'keys'>,
  tx: Db,
  email: OutgoingEmail,
): Promise<void> {
  const { kind, to, data, dedupeKey } = email;
  if (!(await isWanted(tx, email))) return;
  const [row] = await tx
    .insert(emailsOut)
    .values({
      id: randomUUID(),
      dedupeKey,
      kind,
      recipient: to,
      data: contentsAtRest(keys, kind, data),
      status: 'queued',
      createdAt: clock.now(),
    })
    .onConflictDoNothing({ target: emailsOut.dedupeKey })
    .returning({ id: emailsOut.id });
  if (row) await jobs.enqueue(tx, 'send-email', { emailId: row.id }, { id: row.id });
}

async function isWanted(db: Db, { kind, to, userId }: OutgoingEmail): Promise<boolean> {
  const { about } = EMAILS[kind];
  if (about === 'money' || about === 'safety') return true;
  if (about === 'gift') return await wantsEmails(db, sql`lower(${userProfiles.email}) = ${to.toLowerCase()}`);
  return userId === null || (await wantsEmails(db, eq(userProfiles.id, userId)));
}

/** Without a profile there is nobody who said no: the default is yes (SPEC §3). */
async function wantsEmails(db: Db, whose: SQL): Promise<boolean> {
  const [profile] = await db.select({ preferences: userProfiles.preferences }).from(userProfiles).where(whose);
  return profile?.preferences.emailNotifications ?? true;
}
