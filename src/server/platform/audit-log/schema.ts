import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../db/columns.ts';

/** What operators did, to what, and why. Rows are only ever added: a trigger sees to it. */
export const operatorLog = pgTable(
  'operator_log',
  {
    id: uuid('id').primaryKey(),
    /** Who did it, in words that still mean something when the account is gone. */
    operator: text('operator').notNull(),
    /** The operator's account; null for the command line. No foreign key: the log outlives the person. */
    operatorId: uuid('operator_id'),
    action: text('action').notNull(),
    /** What it was done to when that is no subscription: 'run:…', 'mail:…', 'promotion:…'. */
    subject: text('subject'),
    subscriptionId: uuid('subscription_id'),
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('operator_log_created_idx').on(t.createdAt),
    index('operator_log_subscription_idx').on(t.subscriptionId, t.createdAt),
    index('operator_log_subject_idx').on(t.subject, t.createdAt),
  ],
);
