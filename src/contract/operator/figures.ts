import * as z from 'zod/mini';
import { CANCEL_REASONS } from '../../domain/cancel-reasons.ts';
import { planType } from '../checkout.ts';
import { calendarDate, instant, uuid } from '../fields.ts';
import { operatorEndpoint, page, paged } from './paging.ts';

const reason = z.nullable(z.enum(CANCEL_REASONS));

const reasonCount = z.object({ month: calendarDate, planType, reason, subscriptions: z.int() });
export type ReasonCount = z.output<typeof reasonCount>;

export const listCancelReasonCounts = operatorEndpoint('GET /api/operator/figures/cancel-reasons', {
  summary: 'Why customers canceled in the last twelve months, by month, plan and reason.',
  reply: page(reasonCount),
});

const cancelAnswer = z.object({
  askedAt: instant,
  planType,
  reason,
  comment: z.nullable(z.string()),
  subscriptionId: uuid,
});
export type CancelAnswerReply = z.output<typeof cancelAnswer>;

export const listCancelAnswers = operatorEndpoint('GET /api/operator/figures/cancel-answers', {
  summary: 'What customers answered when they canceled, newest first.',
  query: paged,
  reply: page(cancelAnswer),
});

const moneyMonth = z.object({
  month: calendarDate,
  mrrCents: z.int(),
  newSubscriptions: z.int(),
  newCents: z.int(),
  asked: z.int(),
  askedCents: z.int(),
  paymentFailed: z.int(),
  paymentFailedCents: z.int(),
  refunded: z.int(),
  refundedCents: z.int(),
  completed: z.int(),
  completedCents: z.int(),
  netCents: z.int(),
  active: z.int(),
  subscriberChurnPercent: z.nullable(z.number()),
  revenueChurnPercent: z.nullable(z.number()),
  giftsPercent: z.nullable(z.number()),
  recognizedCents: z.int(),
  deferredCents: z.int(),
});
export type MoneyMonth = z.output<typeof moneyMonth>;

export const listMoneyMonths = operatorEndpoint('GET /api/operator/figures/months', {
  summary: 'Monthly recurring revenue, churn, and revenue recognized and deferred, in the last twelve months.',
  reply: page(moneyMonth),
});

const cohortMonth = z.object({
  cohort: calendarDate,
  subscriptions: z.int(),
  monthsLater: z.int(),
  kept: z.int(),
});
export type CohortMonth = z.output<typeof cohortMonth>;

export const listRetention = operatorEndpoint('GET /api/operator/figures/retention', {
  summary: 'How many subscriptions of each month were kept how many months later.',
  reply: page(cohortMonth),
});

const promotionFigures = z.object({
  promotionCodeId: z.string(),
  uses: z.int(),
  active: z.int(),
  paidCents: z.int(),
  returnedCents: z.int(),
});
export type PromotionFigures = z.output<typeof promotionFigures>;

export const listPromotionFigures = operatorEndpoint('GET /api/operator/figures/promotions', {
  summary: 'Promotion codes: subscriptions bought with them, and what these have paid.',
  reply: page(promotionFigures),
});
