import { SETTING_NAMES } from '../../domain/shop-settings.ts';
import { bigint, boolean, check, customType, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant, day, createdAt } from './db/columns.ts';
import { sql } from 'drizzle-orm';
import { REFUSALS } from '../../domain/smtp-refusals.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const emailOutbox = pgTable(
  'email_outbox',
  {
    id: uuid('id').primaryKey(),
    dedupeKey: text('dedupe_key').notNull().unique('email_outbox_dedupe_key'),
    kind: text('kind').notNull(),
    recipient: text('recipient').notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    status: text('status', { enum: ['queued', 'sent', 'failed', 'suppressed'] }).notNull(),
    sentAt: instant('sent_at'),
    sendingSince: instant('sending_since'),
    attempts: integer('attempts').notNull().default(0),
    tryAfter: instant('try_after'),
    refusal: text('refusal', { enum: REFUSALS }),
    refusedSince: instant('refused_since'),
    /** The mail server's last refusal, without email addresses and secrets. */
    failure: text('failure'),
    createdAt,
  },
  (t) => [
    index('email_outbox_unsent_idx')
      .on(t.createdAt)
      .where(sql`${t.status} <> 'sent'`),
    index('email_outbox_created_idx').on(t.createdAt, t.id),
    index('email_outbox_kind_idx').on(t.kind, t.createdAt, t.id),
    index('email_outbox_recipient_idx').on(t.recipient, t.createdAt),
    index('email_outbox_dedupe_prefix_idx').on(t.dedupeKey.op('text_pattern_ops')),
  ],
);

export const emailSuppressions = pgTable(
  'email_suppressions',
  {
    /** In lower case, with the domain in ASCII. */
    address: text('address').primaryKey(),
    reason: text('reason', { enum: ['bounce', 'complaint'] }).notNull(),
    reportedBy: text('reported_by', { enum: ['ses', 'postmark'] }).notNull(),
    since: instant('since').notNull(),
    /** A lifted suppression keeps its row, so that the same event sent again has no effect. */
    liftedAt: instant('lifted_at'),
  },
  (t) => [
    check('email_suppressions_reason_check', sql`${t.reason} in ('bounce', 'complaint')`),
    check('email_suppressions_reported_by_check', sql`${t.reportedBy} in ('ses', 'postmark')`),
  ],
);

export const operatorLog = pgTable(
  'operator_log',
  {
    id: uuid('id').primaryKey(),
    operator: text('operator').notNull(),
    operatorId: uuid('operator_id'),
    action: text('action').notNull(),
    subject: text('subject'),
    subscriptionId: uuid('subscription_id'),
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('operator_log_created_idx').on(t.createdAt),
    index('operator_log_subscription_idx').on(t.subscriptionId, t.createdAt),
    index('operator_log_subject_idx').on(t.subject, t.createdAt),
    index('operator_log_operator_idx').on(t.operator, t.createdAt),
    index('operator_log_action_idx').on(t.action, t.createdAt),
  ],
);

/** Settings that owners changed in the console. */
export const shopSettings = pgTable('shop_settings', {
  name: text('name', { enum: SETTING_NAMES }).primaryKey(),
  value: text('value').notNull(),
  changedBy: text('changed_by').notNull(),
  changedAt: instant('changed_at').notNull(),
});

/** Operators' corrections to the table of federal holidays. */
export const holidayOverrides = pgTable('holiday_overrides', {
  day: day('day').primaryKey(),
  /** True: a holiday that the table lacks. False: the post works on that day. */
  isHoliday: boolean('is_holiday').notNull(),
  note: text('note').notNull(),
  createdAt: instant('created_at').notNull(),
});

/** The counters of `rate-limits.ts`. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  /** In milliseconds since 1970; null never expires. */
  expire: bigint('expire', { mode: 'number' }),
});

export const visitEvents = pgTable(
  'visit_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    batchId: uuid('batch_id').notNull(),
    visitId: uuid('visit_id').notNull(),
    name: text('name', {
      enum: ['page_view', 'click', 'form_submit', 'sign_up', 'login', 'scroll', 'faq_view'],
    }).notNull(),
    path: text('path').notNull(),
    detail: jsonb('detail').$type<Record<string, string | number>>().notNull(),
    happenedAt: instant('happened_at').notNull(),
  },
  (t) => [
    index('visit_events_happened_idx').on(t.happenedAt),
    index('visit_events_batch_idx').on(t.batchId),
    check(
      'visit_events_name_check',
      sql`${t.name} in ('page_view', 'click', 'form_submit', 'sign_up', 'login', 'scroll', 'faq_view')`,
    ),
  ],
);

export const builtFiles = pgTable('built_files', {
  path: text('path').primaryKey(),
  body: bytea('body').notNull(),
  publishedAt: instant('published_at').notNull(),
});
