import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { CANCEL_REASONS } from '../../domain/cancel-reasons.ts';
import { shippingAddresses } from '../customers/schema.ts';
import { users } from '../identity/schema.ts';
import { createdAt, day, instant, updatedAt } from '../platform/db/columns.ts';
import { cancelKind, cancelledAt, giftSearchText } from './indexed-expressions.ts';

export const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id);

export const subscriptionId = () =>
  uuid('subscription_id')
    .notNull()
    .references(() => subscriptions.id);

const shippingAddressId = () =>
  uuid('shipping_address_id')
    .notNull()
    .references(() => shippingAddresses.id);

/** Confirmed email addresses (rules/reading 9). */
export const seasonWaits = pgTable(
  'season_waits',
  {
    id: uuid('id').primaryKey(),
    seasonId: text('season_id').notNull(),
    email: text('email').notNull(),
    confirmedAt: instant('confirmed_at').notNull(),
    notifiedAt: instant('notified_at'),
  },
  (t) => [
    uniqueIndex('season_waits_once_key').on(t.email, t.seasonId),
    index('season_waits_waiting_idx')
      .on(t.seasonId, t.confirmedAt, t.id)
      .where(sql`${t.notifiedAt} is null`),
    index('season_waits_notified_idx').on(t.notifiedAt),
  ],
);

export const gifts = pgTable(
  'gifts',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    recipientName: text('recipient_name').notNull(),
    recipientEmail: text('recipient_email').notNull(),
    message: text('message'),
    startDate: day('start_date').notNull(),
    planType: text('plan_type', { enum: ['monthly', 'annual'] }).notNull(),
    notifyRecipient: boolean('notify_recipient').notNull(),
    shippingAddressId: shippingAddressId(),
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
    index('gifts_search_idx').using('gin', sql`${giftSearchText(t)} gin_trgm_ops`),
    index('gifts_created_order_idx').on(t.createdAt, t.id),
    index('gifts_waiting_order_idx')
      .on(t.createdAt, t.id)
      .where(sql`${t.announcedAt} is null and ${t.claimedAt} is null`),
    index('gifts_start_idx').on(t.startDate),
    index('gifts_unannounced_idx')
      .on(t.startDate)
      .where(
        sql`(${t.announcedAt} is null or (${t.announcedAt} at time zone 'America/New_York')::date < ${t.startDate}) and ${t.notifyRecipient}`,
      ),
    check('gifts_plan_check', sql`${t.planType} in ('monthly', 'annual')`),
    check('gifts_claim_check', sql`(${t.claimedBy} is null) = (${t.claimedAt} is null)`),
  ],
);

export const giftLinks = pgTable(
  'gift_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    giftId: uuid('gift_id')
      .notNull()
      .references(() => gifts.id, { onDelete: 'cascade' }),
    /** True if the link is printed on a certificate; other links are sent by email (decision 070). */
    printed: boolean('printed').notNull().default(false),
    createdAt,
  },
  (t) => [index('gift_links_gift_idx').on(t.giftId)],
);

/** The intent to buy, committed before Stripe is called (decision 002). */
export const checkouts = pgTable(
  'checkouts',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    seasonId: text('season_id').notNull(),
    giftId: uuid('gift_id').references(() => gifts.id),
    planType: text('plan_type', { enum: ['monthly', 'annual'] }).notNull(),
    shippingAddressId: shippingAddressId(),
    priceId: text('price_id'),
    promotionCodeId: text('promotion_code_id'),
    status: text('status', { enum: ['pending', 'paid', 'abandoned'] }).notNull(),
    /** Increases whenever the terms change. Part of the idempotency key. */
    attempt: integer('attempt').notNull().default(1),
    paymentMethodId: text('payment_method_id').notNull(),
    stripeCustomerId: text('stripe_customer_id').notNull(),
    stripeSubscriptionId: text('stripe_subscription_id').unique('checkouts_subscription_key'),
    /**
     * The attempt that made the subscription. If it isn't the newest, the subscription has other terms than this row.
     */
    subscriptionAttempt: integer('subscription_attempt'),
    /** Until then, only one process may call Stripe about the checkout (decision 003). */
    leaseUntil: instant('lease_until'),
    /** For an imported subscription: how many letters were mailed before the import. */
    importedLetters: smallint('imported_letters'),
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
    giftId: uuid('gift_id')
      .references(() => gifts.id)
      .unique('subscriptions_gift_key'),
    status: text('status', { enum: ['active', 'past_due', 'cancelled', 'completed'] }).notNull(),
    planType: text('plan_type', { enum: ['monthly', 'annual'] }).notNull(),
    seasonId: text('season_id').notNull(),
    seasonName: text('season_name').notNull(),
    shippingAddressId: shippingAddressId(),
    stripeCustomerId: text('stripe_customer_id').notNull(),
    stripeSubscriptionId: text('stripe_subscription_id').notNull().unique('subscriptions_stripe_key'),
    serviceStart: day('service_start').notNull(),
    cancelAt: instant('cancel_at'),
    /** In Stripe's time, since it is compared with Stripe's charges. */
    cancelRequestedAt: instant('cancel_requested_at'),
    /** The subscription ended at once: no more charges or letters. */
    refundRequestedAt: instant('refund_requested_at'),
    /** The amount to refund when an operator ends the subscription, possibly 0. Null refunds all payments. */
    refundPartCents: integer('refund_part_cents'),
    /**
     * Since when letters are kept back because of a dispute, an early fraud warning or a review (rules/money 35, 52).
     */
    disputeHeldAt: instant('dispute_held_at'),
    /** Since when Stripe must not charge, because a dispute is open (rules/money 50). */
    chargesPausedAt: instant('charges_paused_at'),
    disputeLostAt: instant('dispute_lost_at'),
    missedMonths: smallint('missed_months').notNull().default(0),
    endedAt: instant('ended_at'),
    createdAt,
    updatedAt,
  },
  (t) => [
    index('subscriptions_user_idx').on(t.userId, t.createdAt),
    index('subscriptions_address_idx').on(t.shippingAddressId),
    index('subscriptions_created_idx').on(t.createdAt),
    index('subscriptions_created_order_idx').on(t.createdAt, t.id),
    index('subscriptions_status_order_idx').on(t.status, t.id),
    index('subscriptions_status_created_idx').on(t.status, t.createdAt, t.id),
    index('subscriptions_plan_order_idx').on(t.planType, t.id),
    index('subscriptions_status_idx').on(t.status, t.endedAt),
    index('subscriptions_cancelled_idx')
      .on(cancelledAt(t), t.id)
      .where(sql`${t.status} = 'cancelled'`),
    index('subscriptions_cancelled_kind_idx')
      .on(cancelKind(t), cancelledAt(t), t.id)
      .where(sql`${t.status} = 'cancelled'`),
    index('subscriptions_dispute_held_idx')
      .on(t.userId)
      .where(sql`${t.disputeHeldAt} is not null`),
    check('subscriptions_plan_check', sql`${t.planType} in ('monthly', 'annual')`),
    check('subscriptions_status_check', sql`${t.status} in ('active', 'past_due', 'cancelled', 'completed')`),
  ],
);

/** Why customers cancel. The row is deleted if they resume. */
export const cancelReasons = pgTable(
  'cancel_reasons',
  {
    subscriptionId: subscriptionId().primaryKey(),
    reason: text('reason', { enum: CANCEL_REASONS }),
    comment: text('comment'),
    askedAt: instant('asked_at').notNull(),
  },
  (t) => [index('cancel_reasons_asked_idx').on(t.askedAt, t.subscriptionId)],
);

/** The last state read from Stripe. Only `recordSubscription` writes it. */
export const stripeSubscriptions = pgTable('stripe_subscriptions', {
  subscriptionId: subscriptionId().primaryKey(),
  rawStatus: text('raw_status').notNull(),
  currentPeriodStart: instant('current_period_start').notNull(),
  currentPeriodEnd: instant('current_period_end').notNull(),
  billingCycleAnchor: instant('billing_cycle_anchor').notNull(),
  stripeCancelAt: instant('stripe_cancel_at'),
  cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull(),
  defaultPaymentMethodId: text('default_payment_method_id'),
  nextChargeCents: integer('next_charge_cents'),
  overdueCents: integer('overdue_cents'),
  nextAttemptAt: instant('next_attempt_at'),
  overdueAttempts: integer('overdue_attempts'),
  declineCode: text('decline_code'),
  readAt: instant('read_at').notNull(),
});

export const invoices = pgTable(
  'invoices',
  {
    stripeInvoiceId: text('stripe_invoice_id').primaryKey(),
    subscriptionId: subscriptionId(),
    number: text('number'),
    status: text('status').notNull(),
    billingReason: text('billing_reason'),
    subtotalCents: integer('subtotal_cents').notNull(),
    totalCents: integer('total_cents').notNull(),
    amountPaidCents: integer('amount_paid_cents').notNull(),
    /** If it is null, a trigger stores the plan's months. */
    monthsBilled: smallint('months_billed'),
    paidAt: instant('paid_at'),
    /** When we first learned of a failed charge. */
    failedAt: instant('failed_at'),
    createdAt,
  },
  (t) => [
    index('invoices_subscription_idx').on(t.subscriptionId, t.createdAt),
    index('invoices_paid_idx')
      .on(t.paidAt)
      .where(sql`${t.status} = 'paid'`),
    index('invoices_created_order_idx').on(t.createdAt, t.stripeInvoiceId),
    index('invoices_unpaid_order_idx')
      .on(t.status, t.createdAt, t.stripeInvoiceId)
      .where(sql`${t.status} <> 'paid'`),
    index('invoices_failed_order_idx')
      .on(t.createdAt, t.stripeInvoiceId)
      .where(sql`${t.failedAt} is not null`),
    index('invoices_number_idx').on(sql`lower(${t.number})`),
    index('invoices_recovered_idx')
      .on(t.paidAt)
      .where(sql`${t.status} = 'paid' and ${t.failedAt} is not null`),
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
    subscriptionId: subscriptionId().unique('user_seasons_subscription_key'),
    seasonId: text('season_id').notNull(),
    seasonName: text('season_name').notNull(),
    status: text('status', { enum: ['active', 'cancelled', 'completed'] }).notNull(),
    startDate: day('start_date').notNull(),
    createdAt,
    updatedAt,
  },
  (t) => [index('user_seasons_user_idx').on(t.userId, t.createdAt)],
);

export const webhookEvents = pgTable('webhook_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  receivedAt: instant('received_at').notNull(),
});
