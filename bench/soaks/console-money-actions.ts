import { eq } from 'drizzle-orm';
import { OPERATOR_API as CONSOLE } from '../../src/contract/operator/api.ts';
import { freeMonths, refunds } from '../../src/server/commerce/billing-schema.ts';
import { sendEvidence } from '../../src/server/commerce/disputes/submit-evidence.ts';
import { finishFreeMonths } from '../../src/server/commerce/free-month.ts';
import { finishRefund } from '../../src/server/commerce/refunds/refund-under-guarantee.ts';
import { listChangesOf } from '../../src/server/commerce/stripe-changes/queries.ts';
import { operatorLog } from '../../src/server/platform/schema.ts';
import { type EditedSubscriber, stripeDesk } from '../../test/builders/stripe-edits.ts';
import { emailCounts } from '../../test/clients/mailbox.ts';
import type { Shopper } from '../../test/clients/shopper.ts';
import type { Shop } from '../../test/server/open-shop.ts';

export interface Customer extends EditedSubscriber {
  readonly customerId: string;
  readonly invoice: string;
  readonly dispute: string;
}

export interface MoneyAction {
  readonly name: string;
  readonly needsAMonth?: true;
  readonly prepare: (shop: Shop) => Promise<Customer>;
  readonly afterAMonth?: (shop: Shop, customer: Customer) => Promise<void>;
  readonly order: (clerk: Shopper, customer: Customer) => Promise<unknown>;
  /** What the action's job does. */
  readonly job: (shop: Shop, customer: Customer) => Promise<unknown>;
  readonly evidence: (shop: Shop, customer: Customer) => Promise<object>;
  readonly wanted: object;
}

const PRICE_CENTS = 1_500;
const PART_CENTS = 400;
const note = 'They wrote to us.';

export const MONEY_ACTIONS: readonly MoneyAction[] = [
  {
    name: 'retry payment',
    needsAMonth: true,
    async prepare(shop) {
      const customer = await subscriber(shop);
      await stripeDesk(shop).failCharges(customer);
      return customer;
    },
    async afterAMonth(shop, { customerId, stripeId }) {
      const { id } = await shop.stripe.paymentMethods.attach('pm_card_visa', { customer: customerId });
      await shop.stripe.subscriptions.update(stripeId, { default_payment_method: id });
    },
    order: (clerk, { user }) => clerk.call(CONSOLE.retryPayment, { params: { id: user.userId }, body: { note } }),
    job: async () => undefined,
    evidence: async (shop, { customerId }) => ({ charged: await charged(shop, customerId) }),
    wanted: { charged: [PRICE_CENTS, PRICE_CENTS] },
  },
  {
    name: 'refund in part',
    prepare: subscriber,
    order: (clerk, { invoice }) =>
      clerk.call(CONSOLE.refundPayment, {
        params: { id: invoice },
        body: { amountCents: PART_CENTS, refundedBeforeCents: 0, note },
      }),
    job: ({ ctx }, { id }) => finishRefund(ctx, id),
    evidence: refunded,
    wanted: refundedOnce(PART_CENTS, 'refund_payment', 'active'),
  },
  {
    name: 'cancel now with refund',
    prepare: subscriber,
    order: (clerk, { id }) => clerk.call(CONSOLE.cancelNow, { params: { id }, body: { refundCents: null, note } }),
    job: ({ ctx }, { id }) => finishRefund(ctx, id),
    evidence: refunded,
    wanted: refundedOnce(PRICE_CENTS, 'cancel_now', 'canceled'),
  },
  {
    name: 'refund under the guarantee',
    prepare: subscriber,
    order: (clerk, { id }) => clerk.call(CONSOLE.refundSubscription, { params: { id }, body: { note } }),
    job: ({ ctx }, { id }) => finishRefund(ctx, id),
    evidence: refunded,
    wanted: refundedOnce(PRICE_CENTS, 'refund', 'canceled'),
  },
  {
    name: 'free month',
    prepare: subscriber,
    order: (clerk, { id }) => clerk.call(CONSOLE.giveFreeMonth, { params: { id }, body: { note } }),
    job: ({ ctx }, { id }) => finishFreeMonths(ctx, id),
    async evidence(shop, { id, stripeId }) {
      const { discounts } = await shop.stripe.subscriptions.retrieve(stripeId);
      const rows = await shop.ctx.db.$count(freeMonths, eq(freeMonths.subscriptionId, id));
      return { discounts: discounts.length, rows, ...(await logged(shop, id)) };
    },
    wanted: { discounts: 1, rows: 1, changes: [], log: ['give_free_month'] },
  },
  {
    name: 'dispute evidence',
    async prepare(shop) {
      const customer = await subscriber(shop);
      const [charge] = (await shop.stripe.charges.list({ customer: customer.customerId })).data;
      await fetch(`${shop.sandbox.url}/_sandbox/charges/${charge?.id ?? ''}/dispute`, { method: 'POST', body: '{}' });
      await shop.sandbox.webhooksDelivered();
      const [dispute] = (await shop.stripe.disputes.list({ limit: 1 })).data;
      return { ...customer, dispute: dispute?.id ?? '' };
    },
    order: (clerk, { dispute: id }) =>
      clerk.call(CONSOLE.submitDisputeEvidence, { params: { id }, body: { explanation: 'All letters were mailed.' } }),
    job: ({ ctx }, { dispute }) => sendEvidence(ctx, dispute),
    async evidence(shop, { id, dispute }) {
      const { status, evidence_details: details } = await shop.stripe.disputes.retrieve(dispute);
      return { status, submissions: details.submission_count, ...(await logged(shop, id)) };
    },
    wanted: { status: 'under_review', submissions: 1, changes: [], log: ['dispute_evidence_submitted'] },
  },
];

async function subscriber(shop: Shop): Promise<Customer> {
  const desk = stripeDesk(shop);
  const one = await desk.subscriber();
  const [invoice] = (await shop.stripe.invoices.list({ subscription: one.stripeId })).data;
  return { ...one, customerId: (await desk.customerOf(one)) ?? '', invoice: invoice?.id ?? '', dispute: '' };
}

async function charged(shop: Shop, customer: string): Promise<number[]> {
  const { data } = await shop.stripe.charges.list({ customer, limit: 100 });
  return data.filter(({ status }) => status === 'succeeded').map(({ amount }) => amount);
}

async function refunded(shop: Shop, { user, id, customerId, stripeId }: Customer) {
  const { data } = await shop.stripe.charges.list({ customer: customerId, limit: 100 });
  const rows = await shop.ctx.db.select().from(refunds).where(eq(refunds.subscriptionId, id));
  const emails = await emailCounts(shop, user);
  return {
    atStripe: data.map(({ amount_refunded: cents }) => cents),
    rows: rows.map(({ amountCents }) => amountCents),
    emails: emails['refunded'],
    status: (await shop.stripe.subscriptions.retrieve(stripeId)).status,
    ...(await logged(shop, id)),
  };
}

function refundedOnce(cents: number, action: string, status: string) {
  return { atStripe: [cents], rows: [cents], emails: 1, status, changes: [], log: [action] };
}

async function logged({ ctx: { db } }: Shop, id: string) {
  const rows = await db.select().from(operatorLog).where(eq(operatorLog.subscriptionId, id));
  const changes = await listChangesOf(db, id);
  return { changes: changes.map(({ kind }) => kind), log: rows.map(({ action }) => action) };
}
