import { bigint, integer, pgSchema, text } from 'drizzle-orm/pg-core';

export const rateLimits = pgSchema('auth').table('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  /** Milliseconds since 1970; null never expires. */
  expire: bigint('expire', { mode: 'number' }),
});
