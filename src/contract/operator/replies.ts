import * as z from 'zod/mini';
import { postalAddress } from '../addresses.ts';
import { calendarDate, instant, uuid } from '../fields.ts';

export const pieceReply = z.object({
  id: uuid,
  /** As on the label; null until numbered. */
  code: z.nullable(z.string()),
  subscriptionId: uuid,
  runId: z.nullable(uuid),
  letter: z.int(),
  attempt: z.int(),
  state: z.enum(['waiting', 'set_aside', 'frozen', 'handed_over', 'lost', 'returned']),
  reason: z.nullable(z.string()),
  nominalOn: calendarDate,
  handedOverOn: z.nullable(calendarDate),
  arrivesBy: z.nullable(calendarDate),
  confirmedAt: z.nullable(instant),
  /** Handed over, without a later attempt or an approved reship. */
  canReship: z.boolean(),
  address: postalAddress,
  envelope: z.array(z.string()),
  changedAt: instant,
});

export const eventReply = z.object({
  id: z.string(),
  at: instant,
  event: z.string(),
  /** 'the clock', an operator or a subscriber by email. */
  actor: z.string(),
  letter: z.nullable(z.int()),
  attempt: z.nullable(z.int()),
  detail: z.record(z.string(), z.unknown()),
});

export const emailReply = z.object({
  id: uuid,
  kind: z.string(),
  recipient: z.string(),
  status: z.enum(['queued', 'sent', 'failed']),
  createdAt: instant,
  sentAt: z.nullable(instant),
  /** In the mail server’s words or ours. */
  failure: z.nullable(z.string()),
  /** False once its link or code is deleted, or it is useless by now. */
  retryable: z.boolean(),
});

export const logReply = z.object({
  id: uuid,
  at: instant,
  operator: z.string(),
  action: z.string(),
  subject: z.nullable(z.string()),
  subscriptionId: z.nullable(uuid),
  detail: z.record(z.string(), z.unknown()),
});
