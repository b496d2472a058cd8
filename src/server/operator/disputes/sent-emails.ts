import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { emailOutbox } from '../../platform/schema.ts';

export async function listSentEmails(db: Db, recipient: string, limit: number) {
  const { kind, sentAt, status, createdAt } = emailOutbox;
  return await db
    .select({ kind, sentAt })
    .from(emailOutbox)
    .where(and(eq(emailOutbox.recipient, recipient), eq(status, 'sent')))
    .orderBy(sql`${createdAt} desc`)
    .limit(limit);
}
