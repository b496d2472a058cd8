import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Address } from '../../domain/address.ts';
import { instant } from '../platform/db/columns.ts';

export const addressChecks = pgTable(
  'address_checks',
  {
    key: text('key').primaryKey(),
    checkedBy: text('checked_by', { enum: ['usps', 'lob'] }).notNull(),
    verdict: text('verdict', { enum: ['deliverable', 'unit_missing', 'unit_unconfirmed', 'undeliverable'] }).notNull(),
    suggestion: jsonb('suggestion').$type<Omit<Address, 'fullName'>>(),
    /** Nine or eleven digits (rules/fulfilment 64); null unless the postal service has exactly this address. */
    routing: text('routing'),
    checkedAt: instant('checked_at').notNull(),
    /** When the owner confirmed the address as typed. */
    confirmedAt: instant('confirmed_at'),
    /** When an operator decided that the address is good. */
    overriddenAt: instant('overridden_at'),
  },
  (t) => [
    index('address_checks_undeliverable_idx')
      .on(t.key)
      .where(sql`${t.verdict} = 'undeliverable' and ${t.overriddenAt} is null`),
    check(
      'address_checks_verdict_check',
      sql`${t.verdict} in ('deliverable', 'unit_missing', 'unit_unconfirmed', 'undeliverable')`,
    ),
  ],
);

export const addressCheckCounts = pgTable(
  'address_check_counts',
  {
    hour: instant('hour').notNull(),
    /** A verdict, `unanswered` or `over_limit`. */
    outcome: text('outcome').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.hour, t.outcome] })],
);
