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
