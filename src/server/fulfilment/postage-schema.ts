import { boolean, check, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { day, updatedAt } from '../platform/db/columns.ts';

export const postageRates = pgTable(
  'postage_rates',
  {
    zone: text('zone').notNull(),
    validFrom: day('valid_from').notNull(),
    countries: jsonb('countries').$type<readonly string[]>().notNull(),
    oneOunceCents: integer('one_ounce_cents').notNull(),
    twoOuncesCents: integer('two_ounces_cents'),
    threeOuncesCents: integer('three_ounces_cents'),
    nonmachinableCents: integer('nonmachinable_cents').notNull(),
    giftsNonmachinable: boolean('gifts_nonmachinable').notNull(),
    updatedAt,
  },
  (t) => [
    primaryKey({ columns: [t.zone, t.validFrom] }),
    check('postage_rates_cents_check', sql`${t.oneOunceCents} > 0 and ${t.nonmachinableCents} >= 0`),
  ],
);
