import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../db/columns.ts';

export const operatorLog = pgTable(
  'operator_log',
  {
    id: uuid('id').primaryKey(),
    operator: text('operator').notNull(),
    operatorId: uuid('operator_id'),
    action: text('action').notNull(),
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
