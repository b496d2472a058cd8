import * as z from 'zod/mini';
import { calendarDate, instant } from '../fields.ts';
import { RETRY_OUTCOMES } from './constants.ts';
import { searched } from './filters.ts';
import { operatorEndpoint, page, paged } from './paging.ts';
import { subscriptionLine, subscriptionPlace } from './subscription-line.ts';

const failedPayment = z.object({
  ...subscriptionLine,
  ...subscriptionPlace,
  /** Null until the amount was read from Stripe. */
  amountCents: z.nullable(z.int()),
  declineCode: z.nullable(z.string()),
  reason: z.string(),
  /** Charges that Stripe attempted by its schedule. Those that a user or operator made aren't counted. */
  attempts: z.nullable(z.int()),
  /** Attempts that operators made, and the last of them. */
  retries: z.int(),
  retriedAt: z.nullable(instant),
  retryOutcome: z.nullable(z.enum(RETRY_OUTCOMES)),
  nextAttemptAt: z.nullable(instant),
  failingSince: instant,
  /** When an operator last sent the link to update the card; null after ninety days. */
  linkSentAt: z.nullable(instant),
});
export type FailedPayment = z.output<typeof failedPayment>;

export const listFailedPayments = operatorEndpoint('GET /api/operator/failed-payments', {
  summary:
    'Subscriptions whose last payment failed, the longest overdue first: amount, reason, attempts and next attempt. `q`: words of name or email.',
  query: z.object({ ...paged.shape, q: searched }),
  reply: page(failedPayment),
});

export const getRecovered = operatorEndpoint('GET /api/operator/recovered-payments', {
  summary:
    'Payments that failed first and were paid this month in New York, and what is overdue now. `q`: words of name or email.',
  query: z.object({ q: searched }),
  reply: z.object({
    month: calendarDate,
    recovered: z.int(),
    recoveredCents: z.int(),
    failing: z.int(),
    failingCents: z.int(),
  }),
});
export type Recovered = z.output<typeof getRecovered.reply>;
