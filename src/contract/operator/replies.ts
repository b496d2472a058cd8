import * as z from 'zod/mini';
import { ABOUT_US } from '../../domain/smtp-refusals.ts';
import { EXCLUSIONS, type Exclusion } from '../../domain/run-exclusions.ts';
import { postalAddress } from '../addresses.ts';
import { planType } from '../checkout.ts';
import { calendarDate, instant, uuid } from '../fields.ts';
import { sighting } from '../letters.ts';
import { SUBSCRIPTION_WORDS } from './constants.ts';

export const pieceReply = z.object({
  id: uuid,
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
  lastSeen: sighting,
  /** True if it was handed over and there is no later attempt or approved reship. */
  canReship: z.boolean(),
  /** By another shop, before the import. The days are invented. */
  mailedElsewhere: z.boolean(),
  address: postalAddress,
  envelope: z.array(z.string()),
  unprintable: z.array(z.string()),
  changedAt: instant,
});

export const eventReply = z.object({
  id: z.string(),
  at: instant,
  event: z.string(),
  /** The actor: 'the clock', or an operator's or subscriber's email. */
  actor: z.string(),
  letter: z.nullable(z.int()),
  attempt: z.nullable(z.int()),
  detail: z.record(z.string(), z.unknown()),
});

export const emailReply = z.object({
  id: uuid,
  kind: z.string(),
  recipient: z.string(),
  status: z.enum(['queued', 'sent', 'failed', 'suppressed']),
  createdAt: instant,
  sentAt: z.nullable(instant),
  /** The reason for the failure, as the mail server or we worded it. */
  failure: z.nullable(z.string()),
  tryAfter: z.nullable(instant),
  /** False if the email's link or code was deleted or has expired. */
  retryable: z.boolean(),
  /** True if the email was sent and contains no secret link. */
  resendable: z.boolean(),
});

export const emailAlarm = z.object({
  refusal: z.enum(ABOUT_US),
  since: instant,
  waiting: z.int(),
});

export const emailSuppression = z.object({
  address: z.string(),
  reason: z.enum(['bounce', 'complaint']),
  reportedBy: z.enum(['ses', 'postmark']),
  since: instant,
});

export const logReply = z.object({
  id: uuid,
  at: instant,
  operator: z.string(),
  action: z.string(),
  sentence: z.string(),
  subject: z.nullable(z.string()),
  about: z.nullable(z.string()),
  subscriptionId: z.nullable(uuid),
  detail: z.record(z.string(), z.unknown()),
});

const status = z.enum(['active', 'past_due', 'cancelled', 'completed']);

export const giftHit = z.object({
  id: uuid,
  giverId: uuid,
  giver: z.string(),
  recipientName: z.string(),
  recipientEmail: z.string(),
  startDate: calendarDate,
  planType,
  subscriptionId: z.nullable(uuid),
  status: z.nullable(status),
  announcedAt: z.nullable(instant),
  claimedAt: z.nullable(instant),
  createdAt: instant,
});

export const subscriptionSummary = z.object({
  id: uuid,
  seasonName: z.string(),
  planType,
  status,
  word: z.enum(SUBSCRIPTION_WORDS),
  isGift: z.boolean(),
  serviceStart: calendarDate,
  lettersMailed: z.int(),
  refunded: z.boolean(),
  heldByDispute: z.boolean(),
  createdAt: instant,
});

export const invoiceLine = z.object({
  id: z.string(),
  number: z.nullable(z.string()),
  status: z.string(),
  totalCents: z.int(),
  amountPaidCents: z.int(),
  refundedCents: z.int(),
  createdAt: instant,
  paidAt: z.nullable(instant),
});

export const disputeLine = z.object({
  id: z.string(),
  status: z.string(),
  reason: z.string(),
  amountCents: z.int(),
  dueBy: z.nullable(instant),
  createdAt: instant,
});

const warningKind = z.enum(['early_fraud_warning', 'review']);

export const warningLine = z.object({
  id: z.string(),
  kind: warningKind,
  reason: z.string(),
  status: z.string(),
  amountCents: z.int(),
  createdAt: instant,
});

export const attentionLine = z.object({
  ...warningLine.shape,
  kind: z.enum(['dispute', 'early_fraud_warning', 'review']),
  subscriptionId: uuid,
  owner: z.string(),
  dueBy: z.nullable(instant),
});

export const batchReply = z.object({
  number: z.int(),
  firstNumber: z.int(),
  lastNumber: z.int(),
  printedAt: instant,
  handedOverAt: z.nullable(instant),
});

export const reshipReply = z.object({
  id: uuid,
  subscriptionId: uuid,
  letter: z.int(),
  attempt: z.int(),
  way: z.enum(['now', 'with_next']),
  cause: z.enum(['lost', 'returned']),
  state: z.enum(['asked', 'approved', 'refused']),
  askedAt: instant,
  decidedAt: z.nullable(instant),
  recipient: z.string(),
});

export const exclusion = z.enum(Object.keys(EXCLUSIONS) as Exclusion[]);

export const leftOutReply = z.object({
  subscriptionId: uuid,
  email: z.string(),
  fullName: z.nullable(z.string()),
  letter: z.int(),
  reason: exclusion,
});

export const addressLines = z.object({
  id: uuid,
  label: z.string(),
  isDefault: z.boolean(),
  lines: z.array(z.string()),
});

export const runKind = z.enum(['first_letter', 'friday']);

export const runReply = z.object({
  id: uuid,
  /** The run's code, such as 'F20261127', as on labels and files. */
  code: z.string(),
  kind: runKind,
  nominalOn: calendarDate,
  handOverOn: calendarDate,
  freezesAt: instant,
  /** True if an operator reopened the run: then only an operator can freeze it again. */
  reopened: z.boolean(),
  state: z.enum(['planned', 'frozen', 'printed', 'handed_over']),
  /** How many letters are due by the plan, and how many wait for a renewal's payment. */
  due: z.int(),
  waiting: z.int(),
  /** Counts by state. A letter whose renewal was paid is 'frozen' even before the next print. */
  pieces: z.record(z.string(), z.int()),
  /** How many letters the next print would take. */
  toPrint: z.int(),
  /** Null while the run is open, and for a run without pieces. */
  handedOverOn: z.nullable(calendarDate),
});
