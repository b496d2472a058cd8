import * as z from 'zod/mini';
import { CANCEL_REASONS } from '../../domain/cancel-reasons.ts';
import { planType } from '../checkout.ts';
import { instant, uuid } from '../fields.ts';
import { SUBSCRIPTION_WORDS } from './constants.ts';
import { betweenDays, searched } from './filters.ts';
import { operatorEndpoint, page, paged } from './paging.ts';
import { subscriptionLine } from './subscription-line.ts';

const { subscriberId, name, email } = subscriptionLine;
const customer = { subscriptionId: uuid, subscriberId, name, email };

export const PAYMENT_STATES = ['paid', 'open', 'void', 'uncollectible', 'draft'] as const;

const paymentQuery = z.object({
  ...paged.shape,
  q: searched,
  status: z.optional(z.enum(PAYMENT_STATES)),
  refunded: z.optional(z.literal('yes')),
  failed: z.optional(z.literal('yes')),
  ...betweenDays,
});
export type PaymentQuery = z.output<typeof paymentQuery>;

const payment = z.object({
  id: z.string(),
  number: z.nullable(z.string()),
  ...customer,
  status: z.string(),
  totalCents: z.int(),
  amountPaidCents: z.int(),
  refundedCents: z.int(),
  createdAt: instant,
  paidAt: z.nullable(instant),
  failedAt: z.nullable(instant),
});
export type Payment = z.output<typeof payment>;

export const listPayments = operatorEndpoint('GET /api/operator/payments', {
  summary:
    'Payments by their invoices, newest first. `q`: words of name or email, or an invoice number. `failed`: an attempt has failed. `from` and `to` are New York days.',
  query: paymentQuery,
  reply: page(payment),
});

export const countPayments = operatorEndpoint('GET /api/operator/payments/count', {
  summary:
    'How many payments match, with `q` of at most 1,000 customers, and what was paid; 100,001 stands for more than 100,000.',
  query: paymentQuery,
  /** Null if there are too many to sum. */
  reply: z.object({ count: z.int(), paidCents: z.nullable(z.int()) }),
});

export const REFUND_STATES = ['succeeded', 'pending', 'requires_action', 'failed', 'canceled'] as const;

const refundQuery = z.object({
  ...paged.shape,
  q: searched,
  status: z.optional(z.enum(REFUND_STATES)),
  ...betweenDays,
});
export type RefundQuery = z.output<typeof refundQuery>;

const refund = z.object({
  id: z.string(),
  ...customer,
  invoiceId: z.string(),
  invoiceNumber: z.nullable(z.string()),
  amountCents: z.int(),
  status: z.string(),
  createdAt: instant,
});
export type Refund = z.output<typeof refund>;

export const listRefunds = operatorEndpoint('GET /api/operator/refunds', {
  summary: 'Refunds, newest first. `q`: words of name or email. `from` and `to` are New York days.',
  query: refundQuery,
  reply: page(refund),
});

export const countRefunds = operatorEndpoint('GET /api/operator/refunds/count', {
  summary:
    'How many refunds match, with `q` of at most 1,000 customers, and their sum; 100,001 stands for more than 100,000.',
  query: refundQuery,
  /** Null if there are too many to sum. */
  reply: z.object({ count: z.int(), amountCents: z.nullable(z.int()) }),
});

export const CANCEL_KINDS = ['asked', 'payment_failed', 'refunded', 'dispute_lost'] as const;

const cancellationQuery = z.object({
  ...paged.shape,
  kind: z.optional(z.enum(CANCEL_KINDS)),
  plan: z.optional(planType),
  why: z.optional(z.enum(CANCEL_REASONS)),
  ...betweenDays,
});
export type CancellationQuery = z.output<typeof cancellationQuery>;

const cancellation = z.object({
  ...subscriptionLine,
  status: z.enum(SUBSCRIPTION_WORDS),
  kind: z.enum(CANCEL_KINDS),
  /** Whether another shop sold it, so that churn leaves it out. */
  isImported: z.boolean(),
  reason: z.nullable(z.enum(CANCEL_REASONS)),
  /** The customer’s; otherwise the operator’s reason. */
  comment: z.nullable(z.string()),
  operator: z.nullable(z.string()),
  cancelledAt: instant,
});
export type Cancellation = z.output<typeof cancellation>;

export const listCancellations = operatorEndpoint('GET /api/operator/cancellations', {
  summary: 'Cancelled subscriptions, newest first, each with how and why it ended.',
  query: cancellationQuery,
  reply: page(cancellation),
});

export const countCancellations = operatorEndpoint('GET /api/operator/cancellations/count', {
  summary: 'How many cancelled subscriptions match; 100,001 stands for more than 100,000.',
  query: cancellationQuery,
  reply: z.object({ count: z.int() }),
});
