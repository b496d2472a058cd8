import { Readable } from 'node:stream';
import { and, eq, inArray } from 'drizzle-orm';
import type { Stripe } from 'stripe';
import { PLANS } from '../../src/domain/plans.ts';
import { nextStatus } from '../../src/domain/subscription-status.ts';
import { refunds } from '../../src/server/commerce/billing-schema.ts';
import { invoices, subscriptions } from '../../src/server/commerce/schema.ts';
import { monthsBilled, monthsPaidBy } from '../../src/server/commerce/subscriptions/months-paid.ts';
import { eventOf } from '../../src/server/commerce/subscriptions/stripe-event.ts';
import type { Database } from '../../src/server/platform/db/database.ts';

/**
 * Compares our books with Stripe's, subscription by subscription and to the cent.
 * @param customer only this one; all unless given
 * @returns the totals of both
 * @throws Error naming everything in which they differ, and every invoice that should not be
 */
export async function compareLedgers(shop: Books, customer?: string) {
  const theirs = await readStripeLedger(shop.stripe, customer);
  const ours = await readOurLedger(shop.ctx, customer);
  const wrong = [
    ...theirs.subscriptions.flatMap((subscription) => faultsOf(subscription, theirs, ours)),
    ...totalFaults(theirs, ours),
  ];
  if (wrong.length > 0) throw new Error(`${wrong.length} differences:\n${wrong.slice(0, 20).join('\n')}`);
  return {
    subscriptions: ours.rows.size,
    paidInvoices: [...ours.invoices.values()].filter(({ status }) => status === 'paid').length,
    chargedCents: sum(theirs.charges.map(({ amount_captured: cents }) => cents)),
    refundedCents: sum(theirs.refunds.map(({ amount }) => amount)),
  };
}

interface Books {
  readonly stripe: Stripe;
  readonly ctx: { readonly db: Database };
}

type StripeLedger = Awaited<ReturnType<typeof readStripeLedger>>;
type OurLedger = Awaited<ReturnType<typeof readOurLedger>>;

async function readStripeLedger(stripe: Stripe, customer?: string) {
  const page = { limit: 100, ...(customer !== undefined && { customer }) };
  const made = await all(stripe.subscriptions.list({ status: 'all', ...page }));
  const drawn = await all(stripe.invoices.list(page));
  const charges = (await all(stripe.charges.list(page))).filter(({ paid }) => paid);
  const given = await all(stripe.refunds.list({ limit: 100 }));
  const ids = new Set(charges.map(({ id }) => id));
  return {
    subscriptions: made,
    invoices: groupBy(drawn, ({ parent }) => idOf(parent?.subscription_details?.subscription)),
    /** Those that went through. */
    charges,
    refunds: given.filter(({ charge }) => ids.has(idOf(charge))),
  };
}

/** Page by page: the client's own helper stops at 10,000. */
function all<T>(pages: AsyncIterable<T>): Promise<T[]> {
  return Readable.from(pages).toArray() as Promise<T[]>;
}

async function readOurLedger({ db }: Books['ctx'], customer?: string) {
  const isAsked = customer === undefined ? undefined : eq(subscriptions.stripeCustomerId, customer);
  const ofThem = inArray(
    invoices.subscriptionId,
    db.select({ id: subscriptions.id }).from(subscriptions).where(isAsked),
  );
  const drawn = await db.select().from(invoices).where(ofThem);
  const given = await db
    .select({ amountCents: refunds.amountCents })
    .from(refunds)
    .innerJoin(invoices, eq(invoices.stripeInvoiceId, refunds.stripeInvoiceId))
    .where(and(eq(refunds.status, 'succeeded'), ofThem));
  const rows = await db.select().from(subscriptions).where(isAsked);
  return {
    rows: new Map(rows.map((row) => [row.stripeSubscriptionId, row])),
    invoices: new Map(drawn.map((row) => [row.stripeInvoiceId, row])),
    refunds: given,
  };
}

function faultsOf(subscription: Stripe.Subscription, theirs: StripeLedger, ours: OurLedger): string[] {
  const { id, status, ended_at: endedAt } = subscription;
  const drawn = theirs.invoices.get(id) ?? [];
  const paid = drawn.filter((invoice) => invoice.status === 'paid');
  const row = ours.rows.get(id);
  if (row === undefined) return paid.length > 0 ? [`${id}: paid for and not recorded`] : [];
  const latest = drawn.toSorted((one, other) => one.created - other.created).at(-1);
  const event = eventOf(row, { subscription, monthsPaid: monthsPaidBy(paid), latest });
  const charges = paid.filter((invoice) => monthsBilled(invoice) > 0).length;
  const late = drawn.filter(
    ({ created, billing_reason: reason }) => endedAt !== null && created >= endedAt && reason === 'subscription_cycle',
  );
  return [
    ...drawn.flatMap((invoice) => invoiceFaults(invoice, ours)),
    ...(charges > PLANS[row.planType].charges ? [`${id}: charged ${charges} times`] : []),
    ...late.map((invoice) => `${id}: ${invoice.id} was made after its end`),
    ...(nextStatus(row.status, event) === row.status
      ? []
      : [`${id}: ours is ${row.status}, theirs ${status} (${event})`]),
  ];
}

function invoiceFaults({ id, status, amount_paid: paid, total }: Stripe.Invoice, ours: OurLedger): string[] {
  const row = ours.invoices.get(id);
  if (row === undefined) return status === 'draft' ? [] : [`${id}: not in our books, theirs ${status}`];
  const same = row.status === status && row.amountPaidCents === paid && row.totalCents === total;
  return same ? [] : [`${id}: ours ${row.status} ${row.amountPaidCents}, theirs ${status} ${paid}`];
}

function totalFaults(theirs: StripeLedger, ours: OurLedger): string[] {
  const charged = sum(theirs.charges.map(({ amount_captured: cents }) => cents));
  const paid = sum([...ours.invoices.values()].map(({ amountPaidCents }) => amountPaidCents));
  const returned = sum(theirs.refunds.map(({ amount }) => amount));
  const refunded = sum(ours.refunds.map(({ amountCents }) => amountCents));
  return [
    ...(charged === paid ? [] : [`theirs took ${charged} cents, ours say ${paid}`]),
    ...(returned === refunded ? [] : [`theirs gave back ${returned} cents, ours say ${refunded}`]),
  ];
}

function sum(cents: readonly number[]): number {
  return cents.reduce((total, one) => total + one, 0);
}

/** The items by their key, each group in the order of the items. */
function groupBy<K, T>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

/** The id of an object that Stripe sends as an id or whole; empty if there is none. */
export function idOf(field: string | { id: string } | null | undefined): string {
  return (typeof field === 'string' ? field : field?.id) ?? '';
}
