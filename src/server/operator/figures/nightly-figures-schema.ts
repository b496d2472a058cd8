import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../../platform/db/columns.ts';

/** Figures of a large shop, counted at night. */
export const nightlyFigures = pgTable('nightly_figures', {
  name: text('name').primaryKey(),
  figures: jsonb('figures').$type<object>().notNull(),
  countedAt: instant('counted_at').notNull(),
});
