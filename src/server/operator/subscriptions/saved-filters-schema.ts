import { pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from '../../platform/db/columns.ts';

export const savedFilters = pgTable(
  'saved_filters',
  {
    id: uuid('id').primaryKey(),
    operator: text('operator').notNull(),
    name: text('name').notNull(),
    query: text('query').notNull(),
    createdAt,
  },
  (t) => [unique('saved_filters_name_key').on(t.operator, t.name)],
);
