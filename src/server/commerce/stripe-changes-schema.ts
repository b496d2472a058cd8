import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { StripeChangeKind, StripeSeen } from '../../domain/stripe-change.ts';
import { instant } from '../platform/db/columns.ts';
import { subscriptionId } from './schema.ts';

export const stripeSeen = pgTable('stripe_seen', {
  subscriptionId: subscriptionId().primaryKey(),
  seen: jsonb('seen').$type<StripeSeen>().notNull(),
  /** The end date that an operator set in Stripe. */
  endsEarlyAt: instant('ends_early_at'),
  readAt: instant('read_at').notNull(),
});

/** Written before Stripe is called (rules/subscriptions 42). */
export const stripeIntents = pgTable(
  'stripe_intents',
  {
    subscriptionId: subscriptionId(),
    kind: text('kind', { enum: ['end', 'card', 'discount'] }).notNull(),
    /** A Unix time, or the id of a card or coupon. */
    value: text('value').notNull(),
    reason: text('reason').notNull(),
    askedAt: instant('asked_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.subscriptionId, t.kind, t.value] })],
);
export const stripeChanges = pgTable(
  'stripe_changes',
  {
    id: uuid('id').primaryKey(),
    subscriptionId: subscriptionId(),
    kind: text('kind').$type<StripeChangeKind>().notNull(),
    state: text('state').notNull(),
    foundAt: instant('found_at').notNull(),
    /** Null until an operator has settled it. */
    settledAt: instant('settled_at'),
  },
  (t) => [
    uniqueIndex('stripe_changes_key').on(t.subscriptionId, t.kind, t.state),
    index('stripe_changes_open_idx')
      .on(t.foundAt)
      .where(sql`${t.settledAt} is null`),
  ],
);
