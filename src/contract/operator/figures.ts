import * as z from 'zod/mini';
import { CANCEL_REASONS } from '../../domain/cancel-reasons.ts';
import { planType } from '../checkout.ts';
import { calendarDate, instant, pattern, uuid } from '../fields.ts';
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
  name: z.nullable(z.string()),
  email: z.string(),
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
  imported: z.int(),
  importedCents: z.int(),
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

const churnMonth = z.object({
  month: calendarDate,
  planType,
  asked: z.int(),
  paymentFailed: z.int(),
  /** Lost disputes are included. */
  refunded: z.int(),
});
export type ChurnMonth = z.output<typeof churnMonth>;

export const listChurn = operatorEndpoint('GET /api/operator/figures/churn', {
  summary: 'How subscriptions ended in the last twelve months, by month and plan.',
  reply: page(churnMonth),
});

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
  /** Null for purchases without a code. */
  promotionCodeId: z.nullable(z.string()),
  /** Null without a code, and if Stripe doesn’t know the code anymore or doesn’t answer. */
  code: z.nullable(z.string()),
  uses: z.int(),
  ofThreeMonths: z.int(),
  keptPercent: z.nullable(z.number()),
  active: z.int(),
  paidCents: z.int(),
  /** Refunds and lost disputes. */
  returnedCents: z.int(),
  /** What was paid, less `returnedCents`. */
  netCents: z.int(),
});
export type PromotionFigures = z.output<typeof promotionFigures>;

export const listPromotionFigures = operatorEndpoint('GET /api/operator/figures/promotions', {
  summary:
    'Promotion codes: subscriptions bought with them, and what these have paid, before and after refunds and lost disputes.',
  reply: page(promotionFigures),
});

const letterCost = z.object({
  month: calendarDate,
  letters: z.int(),
  postageCents: z.int(),
  /** Null if no print cost is set under Settings. */
  printCents: z.nullable(z.int()),
  costPerLetterCents: z.nullable(z.int()),
  recognizedCents: z.int(),
  marginCents: z.int(),
  marginPercent: z.nullable(z.number()),
});
export type LetterCost = z.output<typeof letterCost>;

export const listLetterCosts = operatorEndpoint('GET /api/operator/figures/letter-costs', {
  summary:
    'Cost per letter (postage, and the print cost if it is set), and recognized revenue less that cost, in the last twelve months.',
  reply: page(letterCost),
});

const lifetimeValue = z.object({
  planType: z.nullable(planType),
  subscriptions: z.int(),
  ended: z.int(),
  paidCents: z.int(),
  refundedCents: z.int(),
  /** What ended subscriptions paid on average, less refunds. */
  valueCents: z.nullable(z.int()),
  monthsPaid: z.nullable(z.number()),
});
export type LifetimeValue = z.output<typeof lifetimeValue>;

export const listLifetimeValues = operatorEndpoint('GET /api/operator/figures/lifetime-values', {
  summary: 'What subscriptions that have ended paid on average, less refunds, by plan.',
  reply: page(lifetimeValue),
});

const forecastDay = z.object({
  mailingDay: calendarDate,
  letters: z.int(),
  abroad: z.int(),
  sheets: z.int(),
  /** Null if there are no rates, or if an envelope has no rate. */
  postageCents: z.nullable(z.int()),
});
export type ForecastDay = z.output<typeof forecastDay>;

export const listForecast = operatorEndpoint('GET /api/operator/figures/forecast', {
  summary: 'Letters, sheets of paper and postage of each mailing day in the next six months, if no one cancels.',
  reply: page(forecastDay),
});

const balanceTransaction = z.object({
  id: z.string(),
  at: instant,
  /** The type in Stripe's words: charge, refund, adjustment (dispute), payout, stripe_fee … */
  type: z.string(),
  description: z.nullable(z.string()),
  source: z.nullable(z.string()),
  grossCents: z.int(),
  feeCents: z.int(),
  /** The tax that the fee includes. */
  taxCents: z.int(),
  netCents: z.int(),
  currency: z.string(),
  availableAt: instant,
});
export type BalanceTransaction = z.output<typeof balanceTransaction>;

export const listBalanceTransactions = operatorEndpoint('GET /api/operator/balance-transactions', {
  summary: 'Charges, fees, refunds, disputes, payouts and taxes of a month (New York), as Stripe booked them.',
  query: z.object({
    ...paged.shape,
    month: z.optional(pattern(/^20\d\d-(0[1-9]|1[0-2])$/, 'A month, such as 2026-11.')),
  }),
  reply: page(balanceTransaction),
  errors: ['payments_unavailable'],
});
