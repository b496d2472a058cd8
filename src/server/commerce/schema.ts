import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { shippingAddresses } from '../customers/schema.ts';
import { users } from '../identity/schema.ts';
import { calendarDate, createdAt, instant, updatedAt } from '../platform/db/columns.ts';

const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id);

/**
 * A season for somebody else. It is a draft until a subscription names it; nothing else says whether it is paid. What becomes of it
 * afterwards is read from the subscription and the mailing ledger (`domain/gift`).
 */
export const gifts = pgTable(
  'gifts',
  {
    id: uuid('id').primaryKey(),
    /** The giver, who pays and manages it. */
    userId: userId(),
    recipientName: text('recipient_name').notNull(),
    recipientEmail: text('recipient_email').notNull(),
    message: text('message'),
    /** New York's calendar. Once it is paid for, `subscriptions.service_start` says the same. */
    startDate: calendarDate('start_date').notNull(),
    planType: text('plan_type', { enum: ['monthly', 'annual'] }).notNull(),
    /** False: "don't e-mail, I'll tell them". */
    notifyRecipient: boolean('notify_recipient').notNull(),
    shippingAddressId: uuid('shipping_address_id')
      .notNull()
      .references(() => shippingAddresses.id),
    /** When the recipient was last written to. */
    announcedAt: instant('announced_at'),
    claimedBy: uuid('claimed_by').references(() => users.id),
    claimedAt: instant('claimed_at'),
    createdAt,
    updatedAt,
  },
  (t) => [
    index('gifts_user_idx').on(t.userId, t.createdAt),
    index('gifts_claimed_idx')
      .on(t.claimedBy)
      .where(sql`${t.claimedBy} is not null`),
    index('gifts_recipient_email_idx').on(sql`lower(${t.recipientEmail}) text_pattern_ops`),
    index('gifts_recipient_name_idx').using('gin', sql`to_tsvector('simple', ${t.recipientName})`),
    index('gifts_unannounced_idx')
      .on(t.startDate)
      .where(sql`${t.announcedAt} is null and ${t.notifyRecipient}`),
    check('gifts_plan_check', sql`${t.planType} in ('monthly', 'annual')`),
    check('gifts_claim_check', sql`(${t.claimedBy} is null) = (${t.claimedAt} is null)`),
  ],
);

/** The links by which a gift can be claimed. Each mail and each certificate carries one of its own; only hashes are kept. */
export const giftLinks = pgTable(
  'gift_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    giftId: uuid('gift_id')
      .notNull()
      .references(() => gifts.id, { onDelete: 'cascade' }),
    createdAt,
  },
  (t) => [index('gift_links_gift_idx').on(t.giftId)],
);

/**
 * The intent to buy, written and committed before the provider is asked. `pending` is an internal status (rules/subscriptions 1): a
 * subscription row exists only once it is paid for.
 */
export const checkouts = pgTable(
  'checkouts',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    seasonId: text('season_id').notNull(),
    giftId: uuid('gift_id').references(() => gifts.id),
    planType: text('plan_type', { enum: ['monthly', 'annual'] }).notNull(),
    shippingAddressId: uuid('shipping_address_id')
      .notNull()
      .references(() => shippingAddresses.id),
    promotionCodeId: text('promotion_code_id'),
    status: text('status', { enum: ['pending', 'paid', 'abandoned'] }).notNull(),
    /** Grows whenever what is asked of the provider changes; part of the idempotency key. */
    attempt: integer('attempt').notNull().default(1),
    paymentMethodId: text('payment_method_id').notNull(),
    stripeCustomerId: text('stripe_customer_id').notNull(),
    stripeSubscriptionId: text('stripe_subscription_id').unique('checkouts_subscription_key'),
    /** The attempt that made it: while it is not the newest, that subscription was made for other terms than the row's. */
    subscriptionAttempt: integer('subscription_attempt'),
    /** Who is talking to the provider about this checkout, until when: a lease, so that a killed process blocks nobody. */
    leaseUntil: instant('lease_until'),
    createdAt,
    updatedAt,
  },
  (t) => [
    uniqueIndex('checkouts_open_key')
      .on(t.userId, t.seasonId)
      .where(sql`${t.status} = 'pending' and ${t.giftId} is null`),
    uniqueIndex('checkouts_open_gift_key')
      .on(t.giftId)
      .where(sql`${t.status} = 'pending'`),
    index('checkouts_pending_idx')
      .on(t.updatedAt)
      .where(sql`${t.status} = 'pending'`),
    check('checkouts_plan_check', sql`${t.planType} in ('monthly', 'annual')`),
    check('checkouts_status_check', sql`${t.status} in ('pending', 'paid', 'abandoned')`),
  ],
);

export const subscriptions = pgTable(
  'subscriptions',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    checkoutId: uuid('checkout_id')
      .notNull()
      .references(() => checkouts.id)
      .unique('subscriptions_checkout_key'),
    /** Bought for somebody else: shipped to them, and never the giver's own (rules/gifts 11). */
    giftId: uuid('gift_id')
      .references(() => gifts.id)
      .unique('subscriptions_gift_key'),
    status: text('status', { enum: ['active', 'past_due', 'cancelled', 'completed'] }).notNull(),
    planType: text('plan_type', { enum: ['monthly', 'annual'] }).notNull(),
    seasonId: text('season_id').notNull(),
    seasonName: text('season_name').notNull(),
    shippingAddressId: uuid('shipping_address_id')
      .notNull()
      .references(() => shippingAddresses.id),
    stripeCustomerId: text('stripe_customer_id').notNull(),
    stripeSubscriptionId: text('stripe_subscription_id').notNull().unique('subscriptions_stripe_key'),
    /** New York date of the first payment, or a gift's start; paid months count from it (rules/fulfilment 8). */
    serviceStart: calendarDate('service_start').notNull(),
    /** The 12th charge of a monthly plan (anchor + 11 months); null for annual (rules/subscriptions 6). */
    cancelAt: instant('cancel_at'),
    /** By the provider's clock, since its charges are compared with it (`cancellationInstant` in `domain/ending`). */
    cancelRequestedAt: instant('cancel_requested_at'),
    /** Given back under the 30-day guarantee: no charge and no letter after this (rules/money 32). */
    refundRequestedAt: instant('refund_requested_at'),
    /** A dispute holds the mail back from here on (rules/money 35). */
    disputeHeldAt: instant('dispute_held_at'),
    /** When it became cancelled or completed; null while it runs. */
    endedAt: instant('ended_at'),
    createdAt,
    /** Moves only with the public status (rules/subscriptions 3). */
    updatedAt,
  },
  (t) => [
    index('subscriptions_user_idx').on(t.userId, t.createdAt),
    index('subscriptions_address_idx').on(t.shippingAddressId),
    index('subscriptions_created_idx').on(t.createdAt),
    index('subscriptions_status_idx').on(t.status, t.endedAt),
    check('subscriptions_plan_check', sql`${t.planType} in ('monthly', 'annual')`),
    check('subscriptions_status_check', sql`${t.status} in ('active', 'past_due', 'cancelled', 'completed')`),
  ],
);

/** What the provider last said. Only `recordSubscription` writes it. */
export const stripeSubscriptions = pgTable('stripe_subscriptions', {
  subscriptionId: uuid('subscription_id')
    .primaryKey()
    .references(() => subscriptions.id),
  rawStatus: text('raw_status').notNull(),
  currentPeriodStart: instant('current_period_start').notNull(),
  currentPeriodEnd: instant('current_period_end').notNull(),
  billingCycleAnchor: instant('billing_cycle_anchor').notNull(),
  stripeCancelAt: instant('stripe_cancel_at'),
  cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull(),
  defaultPaymentMethodId: text('default_payment_method_id'),
  /** What the next charge takes, if one comes: discounts included. Null for what was last read before we kept it. */
  nextChargeCents: integer('next_charge_cents'),
  /** When the read began whose answer this is: an older answer never overwrites a newer one. */
  readAt: instant('read_at').notNull(),
});

export const invoices = pgTable(
  'invoices',
  {
    stripeInvoiceId: text('stripe_invoice_id').primaryKey(),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => subscriptions.id),
    number: text('number'),
    status: text('status').notNull(),
    billingReason: text('billing_reason'),
    subtotalCents: integer('subtotal_cents').notNull(),
    totalCents: integer('total_cents').notNull(),
    amountPaidCents: integer('amount_paid_cents').notNull(),
    paidAt: instant('paid_at'),
    createdAt,
  },
  (t) => [
    index('invoices_subscription_idx').on(t.subscriptionId, t.createdAt),
    index('invoices_paid_idx')
      .on(t.paidAt)
      .where(sql`${t.status} = 'paid'`),
    index('invoices_open_idx')
      .on(t.subscriptionId)
      .where(sql`${t.status} = 'open'`),
  ],
);

export const userSeasons = pgTable(
  'user_seasons',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => subscriptions.id)
      .unique('user_seasons_subscription_key'),
    seasonId: text('season_id').notNull(),
    seasonName: text('season_name').notNull(),
    status: text('status', { enum: ['active', 'cancelled', 'completed'] }).notNull(),
    startDate: calendarDate('start_date').notNull(),
    createdAt,
    updatedAt,
  },
  (t) => [index('user_seasons_user_idx').on(t.userId, t.createdAt)],
);

/** One row per webhook event, written in the transaction that applies it. */
export const webhookEvents = pgTable('webhook_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  receivedAt: instant('received_at').notNull(),
});
