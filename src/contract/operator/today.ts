import * as z from 'zod/mini';
import { instant } from '../fields.ts';
import { operatorEndpoint } from './paging.ts';

const week = z.object({
  started: z.int(),
  cancelled: z.int(),
  /** At its end. */
  active: z.int(),
  paidCents: z.int(),
  refundedCents: z.int(),
  lettersMailed: z.int(),
});
export type WeekFigures = z.output<typeof week>;

export const getWeeks = operatorEndpoint('GET /api/operator/weeks', {
  summary: 'The last seven days, today included, and the seven before them, in New York.',
  reply: z.object({ last: week, before: week }),
});

export const getStuckJobs = operatorEndpoint('GET /api/operator/stuck-jobs', {
  summary:
    'Background jobs that have failed for good, or are late by more than fifteen minutes. Emails are not among them.',
  reply: z.object({
    queues: z.array(
      z.object({ queue: z.string(), failed: z.int(), late: z.int(), since: instant, error: z.nullable(z.string()) }),
    ),
  }),
});
export type StuckJobs = z.output<typeof getStuckJobs.reply>;
