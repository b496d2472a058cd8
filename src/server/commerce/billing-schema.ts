import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { invoices, subscriptionId, userId } from './schema.ts';
import { instant } from '../platform/db/columns.ts';

export const cardsOnFile = pgTable(
  'cards_on_file',
  {
    paymentMethodId: text('payment_method_id').primaryKey(),
    userId: userId(),
    brand: text('brand').notNull(),
    last4: text('last4').notNull(),
    expMonth: smallint('exp_month').notNull(),
    expYear: smallint('exp_year').notNull(),
    /** The card charged for subscriptions without a card of their own (rules/money 28). */
    isDefault: boolean('is_default').notNull(),
  },
  (t) => [index('cards_on_file_user_idx').on(t.userId), index('cards_on_file_expiry_idx').on(t.expYear, t.expMonth)],
);

export const cardSnapshots = pgTable('card_snapshots', {
  userId: userId().primaryKey(),
  stripeCustomerId: text('stripe_customer_id').notNull().unique('card_snapshots_customer_key'),
  setUpAt: instant('set_up_at'),
  readAt: instant('read_at'),
});

export const refunds = pgTable(
  'refunds',
  {
    stripeRefundId: text('stripe_refund_id').primaryKey(),
    subscriptionId: subscriptionId(),
    stripeInvoiceId: text('stripe_invoice_id')
      .notNull()
      .references(() => invoices.stripeInvoiceId),
    amountCents: integer('amount_cents').notNull(),
    status: text('status').notNull(),
    createdAt: instant('created_at').notNull(),
    readAt: instant('read_at').notNull(),
    notifiedAt: instant('notified_at'),
    requestId: uuid('request_id').unique('refunds_request_key'),
  },
  (t) => [
    index('refunds_invoice_idx').on(t.stripeInvoiceId),
    index('refunds_subscription_idx').on(t.subscriptionId),
    index('refunds_created_order_idx').on(t.createdAt, t.stripeRefundId),
  ],
);

/** Committed before Stripe is called. Open until a refund refers to it; deleted if Stripe refuses. */
export const refundRequests = pgTable(
  'refund_requests',
  {
    id: uuid('id').primaryKey(),
    subscriptionId: subscriptionId(),
    stripeInvoiceId: text('stripe_invoice_id')
      .notNull()
      .references(() => invoices.stripeInvoiceId),
    amountCents: integer('amount_cents').notNull(),
    /** The amount already refunded when the operator decided, so that a repeated request isn't a second refund. */
    refundedBeforeCents: integer('refunded_before_cents').notNull(),
    askedAt: instant('asked_at').notNull(),
  },
  (t) => [
    uniqueIndex('refund_requests_key').on(t.stripeInvoiceId, t.refundedBeforeCents),
    index('refund_requests_subscription_idx').on(t.subscriptionId),
  ],
);

/** Makes the charge at `charge_at` free. Committed before Stripe is called, and deleted if Stripe refuses. */
export const freeMonths = pgTable(
  'free_months',
  {
    id: uuid('id').primaryKey(),
    subscriptionId: subscriptionId(),
    chargeAt: instant('charge_at').notNull(),
    askedAt: instant('asked_at').notNull(),
    givenAt: instant('given_at'),
  },
  (t) => [uniqueIndex('free_months_key').on(t.subscriptionId, t.chargeAt)],
);

export const disputes = pgTable(
  'disputes',
  {
    stripeDisputeId: text('stripe_dispute_id').primaryKey(),
    subscriptionId: subscriptionId(),
    /** Null for disputes that were recorded before this column. */
    stripeInvoiceId: text('stripe_invoice_id'),
    amountCents: integer('amount_cents').notNull(),
    reason: text('reason').notNull(),
    status: text('status').notNull(),
    dueBy: instant('due_by'),
    createdAt: instant('created_at').notNull(),
    readAt: instant('read_at').notNull(),
    /** Null while Stripe knows the dispute. */
    unknownSince: instant('unknown_since'),
  },
  (t) => [
    index('disputes_subscription_idx').on(t.subscriptionId),
    index('disputes_unanswered_idx')
      .on(t.dueBy)
      .where(sql`${t.status} in ('needs_response', 'warning_needs_response')`),
  ],
);

/** Early fraud warnings and Radar reviews from Stripe (rules/money 52). */
export const paymentWarnings = pgTable(
  'payment_warnings',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: ['early_fraud_warning', 'review'] }).notNull(),
    subscriptionId: subscriptionId(),
    stripeChargeId: text('stripe_charge_id'),
    amountCents: integer('amount_cents').notNull(),
    reason: text('reason').notNull(),
    /** `open`, or the `closed_reason` of a Stripe review. */
    status: text('status').notNull(),
    createdAt: instant('created_at').notNull(),
    readAt: instant('read_at').notNull(),
    releasedAt: instant('released_at'),
  },
  (t) => [
    index('payment_warnings_subscription_idx').on(t.subscriptionId),
    index('payment_warnings_open_idx')
      .on(t.createdAt)
      .where(sql`${t.releasedAt} is null`),
  ],
);

/** Payment intents whose secret a browser has, with the account and network that requested it (rules/money 38). */
export const issuedIntents = pgTable(
  'issued_intents',
  {
    intentId: text('intent_id').primaryKey(),
    userId: userId(),
    network: text('network').notNull(),
    purpose: text('purpose', { enum: ['purchase', 'card_update', 'renewal'] }).notNull(),
    stripeSubscriptionId: text('stripe_subscription_id'),
    issuedAt: instant('issued_at').notNull(),
    closedAt: instant('closed_at'),
  },
  (t) => [
    index('issued_intents_user_idx').on(t.userId, t.issuedAt),
    index('issued_intents_network_idx').on(t.network, t.issuedAt),
  ],
);

export const cardFailures = pgTable(
  'card_failures',
  {
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

export const comparedUntil = pgTable('compared_until', {
  list: text('list', { enum: ['refunds', 'disputes', 'early_fraud_warnings', 'reviews'] }).primaryKey(),
  until: instant('until').notNull(),
});
