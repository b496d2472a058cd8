import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './auth-schema.ts';
import { createdAt, instant, updatedAt } from './columns.ts';

const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id);

export interface Preferences {
  emailNotifications: boolean;
}

export const userProfiles = pgTable(
  'user_profiles',
  {
    id: uuid('id')
      .primaryKey()
      .references(() => users.id),
    email: text('email').notNull(),
    fullName: text('full_name'),
    preferences: jsonb('preferences').$type<Preferences>().notNull(),
    /** One customer per user at the payment provider (PAYMENTS-CONTRACT §3.2). */
    stripeCustomerId: text('stripe_customer_id').unique('user_profiles_customer_key'),
    createdAt,
    updatedAt,
  },
  (t) => [
    // What an operator types is the beginning of an address, or of any word of a name.
    index('user_profiles_email_idx').on(sql`lower(${t.email}) text_pattern_ops`),
    index('user_profiles_name_idx').using('gin', sql`to_tsvector('simple', coalesce(${t.fullName}, ''))`),
  ],
);

export const shippingAddresses = pgTable(
  'shipping_addresses',
  {
    id: uuid('id').primaryKey(),
    /** Whose address book it stands in; null for a gift's, which stands in nobody's (PRODUCT, Gifts). */
    userId: uuid('user_id').references(() => users.id),
    label: text('label').notNull(),
    fullName: text('full_name').notNull(),
    addressLine1: text('address_line_1').notNull(),
    addressLine2: text('address_line_2'),
    city: text('city').notNull(),
    stateProvince: text('state_province').notNull(),
    postalCode: text('postal_code').notNull(),
    country: text('country').notNull(),
    countryName: text('country_name'),
    isDefault: boolean('is_default').notNull().default(false),
    createdAt,
    updatedAt,
  },
  (t) => [
    index('shipping_addresses_user_idx').on(t.userId, t.isDefault.desc(), t.createdAt),
    uniqueIndex('shipping_addresses_default_key')
      .on(t.userId)
      .where(sql`${t.isDefault}`),
    check(
      'shipping_addresses_country_check',
      sql`${t.country} ~ '^([A-Z]{2}|OTHER)$' and (${t.country} <> 'OTHER' or ${t.countryName} is not null)`,
    ),
  ],
);

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
    startDate: date('start_date', { mode: 'string' }).notNull(),
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
 * The intent to buy, written and committed before the provider is asked. `pending` is the internal status of PRODUCT's table: a
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
    /** Bought for somebody else: shipped to them, and never the giver's own (PRODUCT, Gifts). */
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
    /** New York date of the first payment, or a gift's start; paid months count from it (PRODUCT, Letters 2-24). */
    serviceStart: date('service_start', { mode: 'string' }).notNull(),
    /** The 12th charge of a monthly plan (anchor + 11 months); null for annual (PRODUCT, Money). */
    cancelAt: instant('cancel_at'),
    /** By the provider's clock, since its charges are compared with it (`wishedAt` in `domain/ending`). */
    cancelRequestedAt: instant('cancel_requested_at'),
    /** Given back under the 30-day guarantee: no charge and no letter after this (PRODUCT, 30-day guarantee). */
    refundRequestedAt: instant('refund_requested_at'),
    /** A dispute holds the mail back from here on (PRODUCT, 30-day guarantee). */
    mailHeldAt: instant('mail_held_at'),
    /** When it became cancelled or completed; null while it runs. */
    endedAt: instant('ended_at'),
    createdAt,
    /** Moves only with the public status (PRODUCT, Money). */
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
export const providerSubscriptions = pgTable('provider_subscriptions', {
  subscriptionId: uuid('subscription_id')
    .primaryKey()
    .references(() => subscriptions.id),
  rawStatus: text('raw_status').notNull(),
  currentPeriodStart: instant('current_period_start').notNull(),
  currentPeriodEnd: instant('current_period_end').notNull(),
  billingCycleAnchor: instant('billing_cycle_anchor').notNull(),
  providerCancelAt: instant('provider_cancel_at'),
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
    startDate: date('start_date', { mode: 'string' }).notNull(),
    createdAt,
    updatedAt,
  },
  (t) => [index('user_seasons_user_idx').on(t.userId, t.createdAt)],
);

/** A copy of the address as it stood when the piece was frozen. */
export interface FrozenAddress {
  fullName: string;
  addressLine1: string;
  addressLine2: string | null;
  city: string;
  stateProvince: string;
  postalCode: string;
  country: string;
  countryName: string | null;
}

/**
 * The mailing ledger: a letter is posted at most once per attempt, and attempt 1 at most once ever (PRODUCT, Letters). A piece
 * comes into being when its run is frozen; until then the plan is a question that is asked again. It waits (`waiting`) for a renewal
 * that may still be paid, or is set aside until somebody has looked at its address.
 *
 * No foreign keys: rows come from a statement that reads the subscriptions themselves, and a key would be looked up a million times
 * for what cannot be otherwise (it doubles the time of freezing).
 */
export const mailingPieces = pgTable(
  'mailing_pieces',
  {
    id: uuid('id').primaryKey(),
    subscriptionId: uuid('subscription_id').notNull(),
    /** Null for what was posted before there were runs. */
    runId: uuid('run_id'),
    letter: smallint('letter').notNull(),
    attempt: smallint('attempt').notNull(),
    state: text('state', { enum: ['waiting', 'set_aside', 'frozen', 'handed_over', 'lost', 'returned'] }).notNull(),
    /** Counts the pieces of a run in the order in which they are printed; it stands on the label. Given when the piece is frozen. */
    number: integer('number'),
    /** The mailing Friday, or the first-letter run's day. */
    nominalOn: date('nominal_on', { mode: 'string' }).notNull(),
    handedOverOn: date('handed_over_on', { mode: 'string' }),
    arrivesFrom: date('arrives_from', { mode: 'string' }),
    arrivesBy: date('arrives_by', { mode: 'string' }),
    confirmedAt: instant('confirmed_at'),
    address: jsonb('address').$type<FrozenAddress>().notNull(),
    /** The country of that address; null for what was posted before there were runs. */
    country: text('country'),
    /** Why it was set aside, lost or returned. */
    reason: text('reason'),
    /** The giver's card that goes with letter 1 of a gift. */
    card: jsonb('card').$type<MessageCard>(),
    createdAt,
    updatedAt,
  },
  (t) => [
    uniqueIndex('mailing_pieces_once_key').on(t.subscriptionId, t.letter, t.attempt),
    index('mailing_pieces_run_idx').on(t.runId, t.letter, t.number),
    index('mailing_pieces_trouble_idx')
      .on(t.state, t.subscriptionId)
      .where(sql`${t.state} in ('set_aside', 'lost', 'returned')`),
    index('mailing_pieces_trouble_age_idx')
      .on(t.state, t.updatedAt, t.id)
      .where(sql`${t.state} in ('set_aside', 'lost', 'returned')`),
    check('mailing_pieces_letter_check', sql`${t.letter} between 1 and 24 and ${t.attempt} >= 1`),
    check(
      'mailing_pieces_state_check',
      sql`${t.state} in ('waiting', 'set_aside', 'frozen', 'handed_over', 'lost', 'returned')`,
    ),
    check(
      'mailing_pieces_posted_check',
      sql`${t.state} <> 'handed_over' or (${t.handedOverOn} is not null and ${t.arrivesBy} is not null)`,
    ),
  ],
);

/** What the giver's card says, as it stood when the piece was frozen. */
export interface MessageCard {
  to: string;
  /** Null when the giver has told us no name. */
  from: string | null;
  /** Null when the giver left the words to us. */
  message: string | null;
}

/** One row per webhook event, written in the transaction that applies it. */
export const webhookEvents = pgTable('webhook_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  receivedAt: instant('received_at').notNull(),
});

/** Outgoing mail: the dedupe key makes each mail once, whoever asks for it and how often. */
export const emailsOut = pgTable(
  'emails_out',
  {
    id: uuid('id').primaryKey(),
    dedupeKey: text('dedupe_key').notNull().unique('emails_out_dedupe_key'),
    kind: text('kind').notNull(),
    recipient: text('recipient').notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    status: text('status', { enum: ['queued', 'sent', 'failed'] }).notNull(),
    sentAt: instant('sent_at'),
    /** What the mail server said when it last refused this mail, without whatever names or opens an account. */
    failure: text('failure'),
    createdAt,
  },
  (t) => [
    index('emails_out_unsent_idx')
      .on(t.createdAt)
      .where(sql`${t.status} <> 'sent'`),
    index('emails_out_recipient_idx').on(t.recipient, t.createdAt),
    // For keys that begin with something; the unique key's own order depends on the language of the database.
    index('emails_out_dedupe_prefix_idx').on(t.dedupeKey.op('text_pattern_ops')),
  ],
);
