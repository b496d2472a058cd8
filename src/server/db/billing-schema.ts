import { boolean, index, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { users } from './auth-schema.ts';
import { instant } from './columns.ts';
import { invoices, subscriptions } from './schema.ts';

const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id);

/**
 * The cards of a person, as the provider last described them, so that they can be told before one expires. Which of them a subscription
 * is charged to is the subscription's own affair (`provider_subscriptions`).
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
    /** Charged for whatever names no card of its own (PAYMENTS-CONTRACT §3.5). */
    isDefault: boolean('is_default').notNull(),
  },
  (t) => [index('cards_on_file_user_idx').on(t.userId), index('cards_on_file_expiry_idx').on(t.expYear, t.expMonth)],
);

/** Whose cards have been read, and when they were last changed. */
export const cardHolders = pgTable('card_holders', {
  userId: userId().primaryKey(),
  stripeCustomerId: text('stripe_customer_id').notNull().unique('card_holders_customer_key'),
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
    toldAt: instant('told_at'),
  },
  (t) => [
    index('refunds_invoice_idx').on(t.stripeInvoiceId),
    index('refunds_subscription_idx').on(t.subscriptionId),
    index('refunds_created_idx').on(t.createdAt),
  ],
);

/** A cardholder went to their bank. While one is open or lost, no mail goes out (PRODUCT, 30-day guarantee). */
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
    toldAt: instant('told_at').notNull(),
  },
  (t) => [index('disputes_subscription_idx').on(t.subscriptionId)],
);

/** Secrets handed to browsers: who may try cards on what, and from where they asked. */
export const handedIntents = pgTable(
  'handed_intents',
  {
    intentId: text('intent_id').primaryKey(),
    userId: userId(),
    /** A fingerprint of the caller's network; addresses of people have no business in a table of counters. */
    network: text('network').notNull(),
    purpose: text('purpose', { enum: ['purchase', 'card_update', 'renewal'] }).notNull(),
    /** The provider's subscription that a purchase is for. */
    stripeSubscriptionId: text('stripe_subscription_id'),
    handedAt: instant('handed_at').notNull(),
    /** When it was taken out of use, because too many cards had been tried. */
    closedAt: instant('closed_at'),
  },
  (t) => [
    index('handed_intents_user_idx').on(t.userId, t.handedAt),
    index('handed_intents_network_idx').on(t.network, t.handedAt),
  ],
);

/** Cards that were refused, one row each, kept for a day (PAYMENTS-CONTRACT §4, card testing). */
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

/** What operators did, to what, and why. Rows are only ever added: a trigger sees to it. */
export const operatorLog = pgTable(
  'operator_log',
  {
    id: uuid('id').primaryKey(),
    /** Who did it, in words that still mean something when the account is gone. */
    operator: text('operator').notNull(),
    /** The operator's account; null for the command line. No foreign key: the log outlives the person. */
    operatorId: uuid('operator_id'),
    action: text('action').notNull(),
    /** What it was done to when that is no subscription: 'run:…', 'mail:…', 'promotion:…'. */
    subject: text('subject'),
    /** No foreign key: the log outlives the subscription, too. */
    subscriptionId: uuid('subscription_id'),
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('operator_log_created_idx').on(t.createdAt),
    index('operator_log_subscription_idx').on(t.subscriptionId, t.createdAt),
    index('operator_log_subject_idx').on(t.subject, t.createdAt),
  ],
);

/** Until when the provider's lists have been compared with our tables; what is older needs no second look. */
export const comparedUntil = pgTable('compared_until', {
  list: text('list', { enum: ['refunds', 'disputes'] }).primaryKey(),
  until: instant('until').notNull(),
});
