import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { IMPORT_ROW_STATES, IMPORT_STATES } from '../../../contract/operator/constants.ts';
import { createdAt, instant } from '../../platform/db/columns.ts';
import type { ReadRow } from './read-row.ts';

export const subscriberImports = pgTable(
  'subscriber_imports',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    state: text('state', { enum: IMPORT_STATES }).notNull(),
    problem: text('problem'),
    operator: text('operator').notNull(),
    appliedAt: instant('applied_at'),
    createdAt,
  },
  (t) => [index('subscriber_imports_created_idx').on(t.createdAt, t.id)],
);

const importId = () =>
  uuid('import_id')
    .notNull()
    .references(() => subscriberImports.id, { onDelete: 'cascade' });

/** Kept until the dry run has read them. */
export const subscriberImportParts = pgTable(
  'subscriber_import_parts',
  { importId: importId(), part: integer('part').notNull(), text: text('text').notNull() },
  (t) => [primaryKey({ columns: [t.importId, t.part] })],
);

export const subscriberImportRows = pgTable(
  'subscriber_import_rows',
  {
    importId: importId(),
    line: integer('line').notNull(),
    state: text('state', { enum: IMPORT_ROW_STATES }).notNull(),
    problem: text('problem'),
    /** As typed. Emptied once the row is imported, since the account then has it. */
    name: text('name'),
    email: text('email'),
    data: jsonb('data').$type<ReadRow>(),
    userId: uuid('user_id'),
    subscriptionId: uuid('subscription_id'),
    invitedAt: instant('invited_at'),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.line] }),
    index('subscriber_import_rows_state_idx').on(t.importId, t.state, t.line),
  ],
);
