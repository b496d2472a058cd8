import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, instant } from '../db/columns.ts';

export const emailOutbox = pgTable(
  'email_outbox',
  {
    id: uuid('id').primaryKey(),
    dedupeKey: text('dedupe_key').notNull().unique('email_outbox_dedupe_key'),
    kind: text('kind').notNull(),
    recipient: text('recipient').notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    status: text('status', { enum: ['queued', 'sent', 'failed'] }).notNull(),
    sentAt: instant('sent_at'),
    /** The mail server's last refusal, without addresses and secrets. */
    failure: text('failure'),
    createdAt,
  },
  (t) => [
    index('email_outbox_unsent_idx')
      .on(t.createdAt)
      .where(sql`${t.status} <> 'sent'`),
    index('email_outbox_recipient_idx').on(t.recipient, t.createdAt),
    index('email_outbox_dedupe_prefix_idx').on(t.dedupeKey.op('text_pattern_ops')),
  ],
);
