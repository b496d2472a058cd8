import { sql } from 'drizzle-orm';
import { bigint, check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../db/columns.ts';

export const visitEvents = pgTable(
  'visit_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    batchId: uuid('batch_id').notNull(),
    visitId: uuid('visit_id').notNull(),
    name: text('name', {
      enum: ['page_view', 'click', 'form_submit', 'sign_up', 'login', 'scroll', 'faq_view'],
    }).notNull(),
    path: text('path').notNull(),
    detail: jsonb('detail').$type<Record<string, string | number>>().notNull(),
    happenedAt: instant('happened_at').notNull(),
  },
  (t) => [
    index('visit_events_happened_idx').on(t.happenedAt),
    index('visit_events_batch_idx').on(t.batchId),
    check(
      'visit_events_name_check',
      sql`${t.name} in ('page_view', 'click', 'form_submit', 'sign_up', 'login', 'scroll', 'faq_view')`,
    ),
  ],
);
