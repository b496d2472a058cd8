import * as z from 'zod/mini';
import { calendarDate, instant } from '../fields.ts';
import { operatorEndpoint } from './paging.ts';
import { attentionLine, emailAlarm } from './replies.ts';

export const getToday = operatorEndpoint('GET /api/operator/today', {
  summary: 'What day it is for the post, and how much waits for a decision.',
  reply: z.object({
    today: calendarDate,
    emailAlarm: z.nullable(emailAlarm),
    waiting: z.object({
      setAside: z.int(),
      reshipsAsked: z.int(),
      /** `lost`, `returned` and `emailsFailed` count the last thirty days. */
      lost: z.int(),
      returned: z.int(),
      emailsFailed: z.int(),
      pastDue: z.int(),
      disputed: z.int(),
      stripeChanges: z.int(),
      /** `quiet`: letters that the carrier hasn't scanned for too long. `comingBack`: letters on their way back. */
      quiet: z.int(),
      comingBack: z.int(),
      /** Disputes that need a response. */
      toAnswer: z.int(),
      /** Early fraud warnings and reviews. */
      warnings: z.int(),
      /** Faults that readers reported. */
      faults: z.int(),
    }),
    attention: z.array(attentionLine),
  }),
});
export type TodayReply = z.output<typeof getToday.reply>;

const week = z.object({
  started: z.int(),
  cancelled: z.int(),
  /** At the end of the week. */
  active: z.int(),
  paidCents: z.int(),
  refundedCents: z.int(),
  lettersMailed: z.int(),
});
export type WeekFigures = z.output<typeof week>;

export const getWeeks = operatorEndpoint('GET /api/operator/weeks', {
  summary: 'The last seven days, today included, and the seven before them, in New York.',
  reply: z.object({ last: week, before: week, countedAt: z.nullable(instant) }),
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
