import * as z from 'zod/mini';
import { EMAIL_ADDRESS_LIMIT } from '../../domain/email-address.ts';
import { calendarDate, instant, stripeId, text, uuid } from '../fields.ts';
import { betweenDays } from './filters.ts';
import { LOG_KINDS, type LogKind } from './log-kinds.ts';
import { operatorEndpoint, page, paged } from './paging.ts';
import { logReply } from './replies.ts';

const duration = z.enum(['once', 'repeating', 'forever']);

const promotionReply = z.object({
  id: stripeId,
  code: z.string(),
  active: z.boolean(),
  percentOff: z.number(),
  duration,
  months: z.nullable(z.int()),
  redeemed: z.int(),
  maxRedemptions: z.nullable(z.int()),
  expiresAt: z.nullable(instant),
  /** Sentences about the restrictions of a code that was made in Stripe's Dashboard (rules/money 47). */
  restrictions: z.array(z.string()),
  createdAt: instant,
  /** What was bought with the code, and paid after refunds. Null for a role that can’t see Figures. */
  bought: z.nullable(
    z.object({ uses: z.int(), ofThreeMonths: z.int(), keptPercent: z.nullable(z.number()), netCents: z.int() }),
  ),
});
export type PromotionReply = z.output<typeof promotionReply>;

export const listPromotions = operatorEndpoint('GET /api/operator/promotions', {
  summary: 'Promotion codes at the payment provider that take off a percentage, newest first.',
  query: paged,
  reply: page(promotionReply),
  errors: ['payments_unavailable'],
});

const promotionInput = z.object({
  key: uuid,
  code: z
    .string()
    .check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z0-9]{3,32}$/, 'Three to 32 letters and figures, please.')),
  percentOff: z
    .number()
    .check(
      z.minimum(1, 'From 1 to 100.'),
      z.maximum(100, 'From 1 to 100.'),
      z.multipleOf(0.01, 'Two decimals at most.'),
    ),
  duration,
  months: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(12))), null),
  maxRedemptions: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(1_000_000))), null),
  lastDay: z._default(z.nullable(calendarDate), null),
});

export const createPromotion = operatorEndpoint('POST /api/operator/promotions', {
  summary: 'Makes a promotion code. Asked for again with the same `key`, it is made once.',
  body: promotionInput,
  reply: promotionReply,
  errors: ['wrong_state', 'payments_unavailable'],
});

export const deactivatePromotion = operatorEndpoint('POST /api/operator/promotions/:id/deactivate', {
  summary: 'Takes a promotion code out of use. Discounts already given stay.',
  params: z.object({ id: stripeId }),
  reply: promotionReply,
  errors: ['not_found', 'wrong_state', 'payments_unavailable'],
});

const month = z.object({
  month: calendarDate,
  started: z.int(),
  gifts: z.int(),
  cancelled: z.int(),
  completed: z.int(),
  paidCents: z.int(),
  refundedCents: z.int(),
  lettersMailed: z.int(),
  lettersLost: z.int(),
  /** The postage of all batches that were handed over while rates were on file. */
  postageCents: z.int(),
  postageSubscribers: z.int(),
});
export type MonthFigures = z.output<typeof month>;

export const getFigures = operatorEndpoint('GET /api/operator/figures', {
  summary: 'Subscriptions, money and letters of the last twelve months, and how far visits of the last days came.',
  query: z.object({
    days: z._default(z.pipe(z.string().check(z.regex(/^\d{1,3}$/, 'A number of days.')), z.transform(Number)), 30),
  }),
  reply: z.object({
    /** Overdue ones are included, here and in all other figures. */
    active: z.int(),
    pastDue: z.int(),
    cancelled: z.int(),
    completed: z.int(),
    /** Imported and not charged here. No other count of subscriptions includes them. */
    imported: z.int(),
    gifts: z.int(),
    lettersDue: z.int(),
    seasonsAwaited: z.array(z.object({ seasonId: z.string(), waiting: z.int(), notified: z.int() })),
    months: z.array(month),
    funnel: z.object({
      days: z.int(),
      steps: z.array(z.object({ name: z.string(), visits: z.int() })),
    }),
    /** Null if the figures are of this moment. */
    countedAt: z.nullable(instant),
  }),
});
export type FiguresReply = z.output<typeof getFigures.reply>;

export const listLog = operatorEndpoint('GET /api/operator/log', {
  summary: 'What operators did, newest first.',
  query: z.object({
    ...paged.shape,
    subscription: z.optional(uuid),
    /** The operator as in the log: an email, or the name of a terminal's user. */
    person: z.optional(text(EMAIL_ADDRESS_LIMIT)),
    kind: z.optional(z.enum(Object.keys(LOG_KINDS) as LogKind[])),
    customer: z.optional(text(EMAIL_ADDRESS_LIMIT)),
    ...betweenDays,
  }),
  reply: page(logReply),
  errors: ['validation_failed'],
});
