import { boolean, index, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { subscriptions, invoices } from './schema.ts';
import { users } from '../identity/schema.ts';
import { instant } from '../platform/db/columns.ts';

const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id);

/**
 * The cards of a person, as the provider last described them, so that they can be told before one expires. Which of them a subscription
 * is charged to is the subscription's own affair (`stripe_subscriptions`).
 */
export const cardsOnFile = pgTable(
  'cards_on_file',
  {
    paymentMethodId: text('payment_method_id').primaryKey(),
    userId: userId(),
    brand: text('brand').notNull(),
    last4: text('last4').notNull(),
    expMonth: smallint('exp_month').notNull(),
    expYear: smallint('exp_year').notNull(),
    /** Charged for whatever names no card of its own (rules/money 28). */
    isDefault: boolean('is_default').notNull(),
  },
  (t) => [index('cards_on_file_user_idx').on(t.userId), index('cards_on_file_expiry_idx').on(t.expYear, t.expMonth)],
);

/** Whose cards have been read, and when they were last changed. */
export const cardSnapshots = pgTable('card_snapshots', {
  userId: userId().primaryKey(),
  stripeCustomerId: text('stripe_customer_id').notNull().unique('card_snapshots_customer_key'),
  /** When the newest card update was opened: an older one that arrives late never takes its place. */
  setUpAt: instant('set_up_at'),
  /** When the reading began that their cards repeat: an older one never overwrites a newer one. */
  readAt: instant('read_at'),
});

export const refunds = pgTable(
  'refunds',
  {
    stripeRefundId: text('stripe_refund_id').primaryKey(),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => subscriptions.id),
    stripeInvoiceId: text('stripe_invoice_id')
      .notNull()
      .references(() => invoices.stripeInvoiceId),
    amountCents: integer('amount_cents').notNull(),
    status: text('status').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When the reading began that this row repeats: an older one never overwrites a newer one. */
    readAt: instant('read_at').notNull(),
    /** When a mail about it was put into the post; each refund is told of once. */
    notifiedAt: instant('notified_at'),
  },
  (t) => [
    index('refunds_invoice_idx').on(t.stripeInvoiceId),
    index('refunds_subscription_idx').on(t.subscriptionId),
    index('refunds_created_idx').on(t.createdAt),
  ],
);

/** A cardholder went to their bank. While one is open or lost, no mail goes out (rules/money 35). */
export const disputes = pgTable(
  'disputes',
  {
    stripeDisputeId: text('stripe_dispute_id').primaryKey(),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => subscriptions.id),
    amountCents: integer('amount_cents').notNull(),
    reason: text('reason').notNull(),
    status: text('status').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When the reading began that this row repeats, by our clock: an older one never overwrites a newer one. */
    readAt: instant('read_at').notNull(),
  },
  (t) => [index('disputes_subscription_idx').on(t.subscriptionId)],
);

/** Secrets handed to browsers: who may try cards on what, and from where they asked. */
export const issuedIntents = pgTable(
  'issued_intents',
  {
    intentId: text('intent_id').primaryKey(),
    userId: userId(),
    /** A fingerprint of the caller's network; addresses of people have no business in a table of counters. */
    network: text('network').notNull(),
    purpose: text('purpose', { enum: ['purchase', 'card_update', 'renewal'] }).notNull(),
    /** The provider's subscription that a purchase is for. */
    stripeSubscriptionId: text('stripe_subscription_id'),
    issuedAt: instant('issued_at').notNull(),
    /** When it was taken out of use, because too many cards had been tried. */
    closedAt: instant('closed_at'),
  },
  (t) => [
    index('issued_intents_user_idx').on(t.userId, t.issuedAt),
    index('issued_intents_network_idx').on(t.network, t.issuedAt),
  ],
);

/** Cards that were refused, one row each, kept for a day (rules/money 37). */
export const cardFailures = pgTable(
  'card_failures',
  {
    /** The provider's event, or the card we were about to attach. */
    id: text('id').primaryKey(),
    userId: userId(),
    network: text('network').notNull(),
    failedAt: instant('failed_at').notNull(),
  },
  (t) => [
    index('card_failures_user_idx').on(t.userId, t.failedAt),
    index('card_failures_network_idx').on(t.network, t.failedAt),
  ],
);

/** Until when the provider's lists have been compared with our tables; what is older needs no second look. */
export const comparedUntil = pgTable('compared_until', {
  list: text('list', { enum: ['refunds', 'disputes'] }).primaryKey(),
  until: instant('until').notNull(),
});
