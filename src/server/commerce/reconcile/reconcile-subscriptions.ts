import type { Stripe } from 'stripe';
import { refreshCardsOnFile } from '../cards/card-on-file.ts';
import { reconcileDisputes, reconcileRefunds } from './reconcile-refunds-and-disputes.ts';
import type { CommerceContext } from '../context.ts';
import { publish } from '../../platform/metrics/occurrences.ts';
import { customerChanges } from '../payments/customers.ts';
import { askStripe, idOf, listPages } from '../payments/stripe-client.ts';
import { type Comparable, listComparables, listStoredStatuses } from './queries.ts';
import { cardDiffers, hasDrifted, latestInvoiceOf } from './drift.ts';
import { logErrors } from './log-errors.ts';
import { listEndedOwing, listLiveSubscriptions } from '../subscriptions/queries.ts';
import { isEmailTheirs } from '../stripe-changes/queries.ts';
import { recordSubscription } from '../purchases/record-subscription.ts';

const PAGE = 100;

export async function reconcileSubscriptions(ctx: CommerceContext): Promise<void> {
  const running = new Set<string>();
  const expand = [
    'data.latest_invoice',
    'data.default_payment_method',
    'data.customer',
    'data.discounts.source.coupon',
  ];
  // A subscription made in the meantime comes before the first page; the next run compares it.
  for await (const page of listPages((params) => ctx.stripe.subscriptions.list({ ...params, expand }))) {
    for (const { id } of page) running.add(id);
    await logErrors(ctx, `a page of ${page.length} subscriptions`, () => comparePage(ctx, page));
  }
  for await (const id of ourLive(ctx)) {
    if (!running.has(id)) await logErrors(ctx, id, () => recordSubscription(ctx, id));
  }
  for (const id of await listEndedOwing(ctx.db)) await logErrors(ctx, id, () => recordSubscription(ctx, id));
  await reconcileRefunds(ctx);
  await reconcileDisputes(ctx);
}

async function comparePage(ctx: CommerceContext, page: readonly Stripe.Subscription[]): Promise<void> {
  const ours = await listComparables(
    ctx.db,
    page.map(({ id }) => id),
  );
  const byStripeId = new Map(ours.map((comparable) => [comparable.row.stripeSubscriptionId, comparable]));
  const latest = page.flatMap(latestInvoiceOf).flatMap(({ id }) => id ?? []);
  const statuses = await listStoredStatuses(ctx.db, 'invoices', latest);
  for (const listed of page) {
    const known = byStripeId.get(listed.id);
    if (hasDrifted(listed, known, statuses)) {
      publish('drift', { what: 'subscription' });
      await logErrors(ctx, listed.id, () => recordListed(ctx, listed));
    }
    if (known !== undefined) await logErrors(ctx, listed.id, () => compareCustomer(ctx, listed, known));
  }
}

async function recordListed(ctx: CommerceContext, { id, customer }: Stripe.Subscription): Promise<void> {
  if ((await recordSubscription(ctx, id)) !== 'unknown') return;
  ctx.log.error({ stripeSubscriptionId: id, customerId: idOf(customer) }, 'paid for, but no checkout of ours');
}

async function compareCustomer(ctx: CommerceContext, listed: Stripe.Subscription, known: Comparable): Promise<void> {
  const { stripeCustomerId } = known.row;
  if (cardDiffers(listed, known)) {
    publish('drift', { what: 'card' });
    await refreshCardsOnFile(ctx, stripeCustomerId);
  }
  const { customer } = listed;
  if (typeof customer === 'string' || customer.deleted) return;
  const changes = customerChanges(customer, known.owner);
  if (changes === null || (await isTheirEmail(ctx, customer, known))) return;
  publish('drift', { what: 'customer' });
  await askStripe(ctx.stripe.customers.update(stripeCustomerId, changes));
}
async function isTheirEmail({ db }: CommerceContext, { email }: Stripe.Customer, { row, owner }: Comparable) {
  return email !== null && email !== owner.email && (await isEmailTheirs(db, row.userId, email));
}

async function* ourLive(ctx: CommerceContext): AsyncGenerator<string> {
  for (let after = ''; ;) {
    const page = await listLiveSubscriptions(ctx.db, after, PAGE);
    yield* page;
    if (page.length < PAGE) return;
    after = page.at(-1) ?? '';
  }
}
