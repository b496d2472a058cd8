import type Stripe from 'stripe';
import { z } from 'zod';
import { collectNow } from '../billing/collection.ts';
import { finalizeInvoice, voidInvoice } from '../billing/invoices.ts';
import { cardError, resourceMissing } from '../http/failure.ts';
import { page } from '../http/list.ts';
import { flag, listParams, text, withoutUndefined } from '../http/params.ts';
import { route, type Route } from '../http/route.ts';
import { refusalOf } from '../payments/payment-intents.ts';
import { paymentMethod } from '../payments/payment-methods.ts';
import { idOf } from '../state/store.ts';
import type { World } from '../world.ts';

const invoiceList = z.strictObject({
  ...listParams,
  subscription: text.optional(),
  customer: text.optional(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
});
const invoicePaymentList = z.strictObject({
  ...listParams,
  invoice: text.optional(),
  status: z.enum(['canceled', 'open', 'paid']).optional(),
  payment: z.strictObject({ type: z.literal('payment_intent'), payment_intent: text }).optional(),
});

export const invoiceRoutes: Route[] = [
  route('GET', '/v1/invoices', invoiceList, ({ world, params }) => {
    const rows =
      params.subscription === undefined
        ? world.db.invoices.newestFirst()
        : world.db.invoices.where('subscription', params.subscription).reverse();
    const wanted = rows
      .filter((row) => params.customer === undefined || idOf(row.customer) === params.customer)
      .filter((row) => params.status === undefined || row.status === params.status);
    return page(wanted, world.db.invoices, params, '/v1/invoices');
  }),
  route('GET', '/v1/invoices/:id', z.strictObject({}), ({ world, id }) => invoice(world, id)),
  route(
    'POST',
    '/v1/invoices/:id/pay',
    z.strictObject({ payment_method: text.optional(), off_session: flag.optional() }),
    ({ world, params, id }) => pay(world, invoice(world, id), params),
  ),
  route('POST', '/v1/invoices/:id/void', z.strictObject({}), ({ world, id }) => {
    const voided = invoice(world, id);
    return voidInvoice(world, voided, world.now(idOf(voided.test_clock)));
  }),
  route(
    'POST',
    '/v1/invoices/:id/finalize',
    z.strictObject({ auto_advance: flag.optional() }),
    ({ world, params, id }) => {
      const draft = invoice(world, id);
      return finalizeInvoice(world, { ...draft, ...withoutUndefined(params) }, world.now(idOf(draft.test_clock)));
    },
  ),
  route('GET', '/v1/invoice_payments', invoicePaymentList, ({ world, params }) => {
    const rows = paymentsAsked(world, params)
      .filter((row) => params.invoice === undefined || idOf(row.invoice) === params.invoice)
      .filter((row) => params.status === undefined || row.status === params.status);
    return page(rows, world.db.invoicePayments, params, '/v1/invoice_payments');
  }),
  route('GET', '/v1/invoice_payments/:id', z.strictObject({}), ({ world, id }) => {
    const found = world.db.invoicePayments.get(id);
    if (!found) throw resourceMissing('invoice payment', id);
    return found;
  }),
];

function paymentsAsked(world: World, { invoice: of, payment }: z.output<typeof invoicePaymentList>) {
  const { invoicePayments } = world.db;
  if (payment) return invoicePayments.where('intent', payment.payment_intent).reverse();
  return of === undefined ? invoicePayments.newestFirst() : invoicePayments.where('invoice', of).reverse();
}

function invoice(world: World, id: string): Stripe.Invoice {
  const found = world.db.invoices.get(id);
  if (!found) throw resourceMissing('invoice', id);
  return found;
}

interface PayParams {
  payment_method?: string | undefined;
  /** Paying an invoice by the API is off-session unless said otherwise (https://docs.stripe.com/api/invoices/pay). */
  off_session?: boolean | undefined;
}

function pay(world: World, open: Stripe.Invoice, { payment_method, off_session = true }: PayParams): Stripe.Invoice {
  const method = payment_method === undefined ? undefined : paymentMethod(world, payment_method);
  const outcome = collectNow(world, open, { method, offSession: off_session });
  if (outcome.kind === 'refused') throw refusalOf(outcome.intent);
  if (outcome.kind === 'challenged') {
    throw cardError({
      code: 'invoice_payment_intent_requires_action',
      message: 'This payment requires additional user action before it can be completed successfully.',
      payment_intent: outcome.intent,
    });
  }
  return invoice(world, open.id);
}
