import * as z from 'zod/mini';
import { instant, requiredText, stripeId, text, uuid } from '../fields.ts';
import { searched } from './filters.ts';
import { operatorEndpoint, page, paged } from './paging.ts';

const dispute = z.object({
  id: z.string(),
  subscriptionId: uuid,
  owner: z.string(),
  name: z.nullable(z.string()),
  amountCents: z.int(),
  reason: z.string(),
  reasonInWords: z.string(),
  status: z.string(),
  statusInWords: z.string(),
  dueBy: z.nullable(instant),
  createdAt: instant,
  submittedAt: z.nullable(instant),
  operator: z.nullable(z.string()),
  /** True if an operator accepted it instead of submitting evidence. */
  accepted: z.boolean(),
});
export type DisputeReply = z.output<typeof dispute>;

export const DISPUTE_STATES = ['respond', 'review', 'closed'] as const;

const disputeQuery = z.object({
  ...paged.shape,
  q: searched,
  state: z._default(z.enum(DISPUTE_STATES), 'respond'),
});
export type DisputeQuery = z.output<typeof disputeQuery>;

export const listDisputes = operatorEndpoint('GET /api/operator/disputes', {
  summary:
    'Disputes that need a response, by due date; or those under review or closed, newest first. `q`: words of name or email, or an amount.',
  query: disputeQuery,
  reply: page(dispute),
});

export const countDisputes = operatorEndpoint('GET /api/operator/dispute-count', {
  summary: 'How many disputes match, with `q` of at most 1,000 customers, and the money at stake.',
  query: disputeQuery,
  reply: z.object({ count: z.int(), amountCents: z.int() }),
});

const section = z.object({
  heading: z.string(),
  rows: z.array(z.object({ term: z.string(), detail: z.string() })),
});

const disputeDetail = z.object({
  ...dispute.shape,
  canSubmit: z.boolean(),
  canAccept: z.boolean(),
  /** What the operator wrote when submitting the evidence. */
  explanation: z.nullable(z.string()),
  payment: z.nullable(
    z.object({ id: z.string(), number: z.nullable(z.string()), amountCents: z.int(), paidAt: z.nullable(instant) }),
  ),
  evidence: z.array(section),
});
export type DisputeDetail = z.output<typeof disputeDetail>;

const byDispute = z.object({ id: stripeId });

export const getDispute = operatorEndpoint('GET /api/operator/disputes/:id', {
  summary: 'One dispute, with the evidence that we have.',
  params: byDispute,
  reply: disputeDetail,
  errors: ['not_found'],
});

export const printDisputeEvidence = operatorEndpoint('GET /api/operator/disputes/:id/evidence', {
  summary: 'The evidence of a dispute as one PDF.',
  params: byDispute,
  reply: z.object({ fileName: z.string(), pdfBase64: z.string() }),
  errors: ['not_found'],
});

export const submitDisputeEvidence = operatorEndpoint('POST /api/operator/disputes/:id/submit', {
  summary: 'Submits the evidence of a dispute to Stripe, once.',
  params: byDispute,
  body: z.object({ explanation: z._default(text(2_000), '') }),
  reply: disputeDetail,
  errors: ['not_found', 'wrong_state', 'payments_unavailable'],
});

export const acceptDispute = operatorEndpoint('POST /api/operator/disputes/:id/accept', {
  summary: 'Accepts a dispute: the customer keeps the money, and the subscription ends with its letters.',
  params: byDispute,
  body: z.object({ note: requiredText(500, 'Say why; it is kept in the log.') }),
  reply: disputeDetail,
  errors: ['not_found', 'wrong_state', 'payments_unavailable'],
});
