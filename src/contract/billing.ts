import * as z from 'zod/mini';
import { addressInput, postalAddress } from './addresses.ts';
import { planType } from './checkout.ts';
import { endpoint } from './endpoint.ts';
import { calendarDate, instant, stripeId } from './fields.ts';

const cardReply = z.object({
  brand: z.string(),
  last4: z.string(),
  exp_month: z.int(),
  exp_year: z.int(),
});
export type CardReply = z.output<typeof cardReply>;

/** A user without a subscription or a card gets an ordinary answer with `success: false` (rules/money 28). */
export const getPaymentMethod = endpoint('POST /functions/v1/get-payment-method', {
  access: 'session',
  summary: 'The card on file. `customerId` is compared with the signed-in person’s own.',
  body: z.object({ customerId: stripeId }),
  reply: z.object({
    success: z.boolean(),
    error: z.optional(z.string()),
    paymentMethod: z.optional(z.object({ card: cardReply })),
  }),
  errors: ['not_yours', 'payments_unavailable'],
});

const outstandingPayment = z.object({
  outcome: z.enum(['nothing_due', 'paid', 'declined', 'action_required']),
  message: z.nullable(z.string()),
  /** The browser passes it to `confirmCardPayment` if the bank wants to ask the cardholder. */
  clientSecret: z.nullable(z.string()),
});
export type OutstandingPayment = z.output<typeof outstandingPayment>;

/** The browser confirms the secret with `confirmCardSetup`, then calls `finishCardUpdate`. */
export const startCardUpdate = endpoint('POST /api/billing/card/setup', {
  access: 'session',
  summary: 'Opens a card update and returns the secret the browser confirms.',
  reply: z.object({ clientSecret: z.string() }),
  errors: ['not_found', 'payments_unavailable'],
});

export const finishCardUpdate = endpoint('POST /api/billing/card', {
  access: 'session',
  summary: 'Makes the confirmed card the one for every running subscription, and pays with it what is overdue.',
  body: z.object({ setupIntentId: stripeId }),
  reply: z.object({ card: cardReply, outstanding: outstandingPayment }),
  errors: ['not_found', 'card_not_confirmed', 'payments_unavailable'],
});

export const payOutstanding = endpoint('POST /api/billing/outstanding', {
  access: 'session',
  summary: 'Tries overdue renewals again with the card on file.',
  reply: outstandingPayment,
  errors: ['payments_unavailable'],
});

export type BillingAddress = z.output<typeof postalAddress>;

const billingAddressReply = z.object({ address: z.nullable(postalAddress) });

/** The billing address that Stripe stores; null if the user has given none. */
export const getBillingAddress = endpoint('GET /api/billing/address', {
  access: 'session',
  summary: 'The address on the signed-in person’s invoices.',
  reply: billingAddressReply,
  errors: ['payments_unavailable'],
});

export const saveBillingAddress = endpoint('PUT /api/billing/address', {
  access: 'session',
  summary: 'Changes the address on invoices to come.',
  body: addressInput,
  reply: billingAddressReply,
  errors: ['payments_unavailable'],
});

export const invoiceReply = z.object({
  id: stripeId,
  number: z.nullable(z.string()),
  status: z.enum(['paid', 'open', 'void', 'uncollectible']),
  issuedAt: instant,
  paidAt: z.nullable(instant),
  totalCents: z.int(),
  refundedCents: z.int(),
  seasonName: z.string(),
  planType,
  giftFor: z.nullable(z.string()),
  /** An adjustment pays for no month (rules/money 24). */
  isAdjustment: z.boolean(),
});
export type InvoiceReply = z.output<typeof invoiceReply>;

export const listInvoices = endpoint('GET /api/invoices', {
  access: 'user',
  summary: 'The signed-in person’s invoices, newest first, twenty at a time.',
  query: z.object({ after: z.optional(stripeId) }),
  reply: z.object({
    invoices: z.array(invoiceReply),
    next: z.nullable(stripeId),
  }),
});

const receiptReply = z.object({
  number: z.string(),
  issuedAt: instant,
  paidAt: z.nullable(instant),
  status: z.enum(['paid', 'open', 'void', 'uncollectible']),
  seller: z.object({ lines: z.array(z.string()), website: z.string(), email: z.string() }),
  buyer: z.object({
    name: z.nullable(z.string()),
    email: z.nullable(z.string()),
    addressLines: z.array(z.string()),
  }),
  lines: z.array(z.object({ description: z.string(), from: calendarDate, until: calendarDate, cents: z.int() })),
  subtotalCents: z.int(),
  discountCents: z.int(),
  totalCents: z.int(),
  paidCents: z.int(),
  refunds: z.array(z.object({ refundedAt: instant, cents: z.int() })),
  card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
});
export type ReceiptReply = z.output<typeof receiptReply>;

export const getReceipt = endpoint('GET /api/invoices/:id/receipt', {
  access: 'user',
  summary: 'One invoice with everything a receipt has to say.',
  params: z.object({ id: stripeId }),
  reply: receiptReply,
  errors: ['not_found', 'payments_unavailable'],
});
