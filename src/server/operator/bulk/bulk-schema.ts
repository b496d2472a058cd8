import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { BULK_ACTIONS } from '../../../contract/operator/bulk-actions.ts';
import { subscriptions } from '../../commerce/schema.ts';
import { createdAt, instant } from '../../platform/db/columns.ts';

export interface BulkInput {
  readonly tag?: string | undefined;
  readonly resumeOn?: string | undefined;
  readonly subject?: string | undefined;
  readonly text?: string | undefined;
}

export const bulkActions = pgTable(
  'bulk_actions',
  {
    /** The console makes this id, so that an order sent twice is one action. */
    id: uuid('id').primaryKey(),
    action: text('action', { enum: BULK_ACTIONS }).notNull(),
    operator: text('operator').notNull(),
    operatorId: uuid('operator_id'),
    note: text('note').notNull(),
    input: jsonb('input').$type<BulkInput>().notNull(),
    subscriptions: integer('subscriptions').notNull(),
    createdAt,
    finishedAt: instant('finished_at'),
  },
  (t) => [index('bulk_actions_created_idx').on(t.createdAt, t.id)],
);

export const bulkActionRows = pgTable(
  'bulk_action_rows',
  {
    bulkActionId: uuid('bulk_action_id')
      .notNull()
      .references(() => bulkActions.id, { onDelete: 'cascade' }),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => subscriptions.id, { onDelete: 'cascade' }),
    /** Null until the subscription is done or skipped. */
    outcome: text('outcome', { enum: ['done', 'skipped'] }),
    reason: text('reason'),
  },
  (t) => [
    primaryKey({ columns: [t.bulkActionId, t.subscriptionId] }),
    index('bulk_action_rows_subscription_idx').on(t.subscriptionId),
    index('bulk_action_rows_open_idx')
      .on(t.bulkActionId, t.subscriptionId)
      .where(sql`${t.outcome} is null`),
  ],
);
