import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';

/** The counters of `rate-limits.ts`. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  /** Milliseconds since 1970; null never expires. */
  expire: bigint('expire', { mode: 'number' }),
});
