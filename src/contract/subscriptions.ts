import * as z from 'zod/mini';
import { subscriptionReply } from './account.ts';
import { endpoint } from './endpoint.ts';
import { uuid } from './fields.ts';

/** Shown as cancelled at once; not renewed; letters already paid for keep coming (PRODUCT, cancel). Asking again does no harm. */
export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/api/subscriptions/:id/cancel',
  access: 'session',
  summary: 'Cancels one of the signed-in person’s subscriptions.',
  params: z.object({ id: uuid }),
  reply: subscriptionReply,
  errors: ['not_found', 'cannot_cancel'],
});

/** Takes a cancellation back, until the paid period ends (`resumableUntil`). */
export const resumeSubscription = endpoint({
  method: 'POST',
  path: '/api/subscriptions/:id/resume',
  access: 'session',
  summary: 'Resumes a subscription that was cancelled and whose paid period still runs.',
  params: z.object({ id: uuid }),
  reply: subscriptionReply,
  errors: ['not_found', 'cannot_resume'],
});
