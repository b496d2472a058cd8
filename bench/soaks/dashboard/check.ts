import { strict as assert } from 'node:assert';
import type { Stripe } from 'stripe';
import { eq } from 'drizzle-orm';
import { MONTHS_PER_SEASON } from '../../../src/domain/season.ts';
import { NEEDS_ATTENTION, type StripeChangeKind, type StripeSeen } from '../../../src/domain/stripe-change.ts';
import { presentAccount } from '../../../src/server/account/overview/overview.ts';
import { disputes, paymentWarnings } from '../../../src/server/commerce/billing-schema.ts';
import { subscriptions } from '../../../src/server/commerce/schema.ts';
import { findSeen, listChangesOf } from '../../../src/server/commerce/stripe-changes/queries.ts';
import { seenOf } from '../../../src/server/commerce/stripe-changes/seen.ts';
import { monthsBilled } from '../../../src/server/commerce/subscriptions/months-paid.ts';
import { queuedEmails } from '../../../test/clients/mailbox.ts';
import { idOf } from '../ledgers.ts';
import { type Life, readStripe } from './life.ts';

const MONTH_SECONDS = 30 * 86_400;
/** The paid months can contain up to two mailing days more than two a month. */
const LETTERS_BEYOND = 2;

/** Stripe's state after an edit, before the shop reacts. */
export type Before = Stripe.Subscription;

/** @throws AssertionError when our state, API answers or emails do not agree with Stripe */
export async function checkAgreement(life: Life): Promise<void> {
  const { ctx, id, userId, shop, stripeId } = life;
  const atStripe = await readStripe(life);
  const drawn = await shop.stripe.invoices
    .list({ subscription: stripeId, limit: 100 })
    .autoPagingToArray({ limit: 500 });
  const invoices = drawn.toReversed();
  const [row] = await ctx.db.select().from(subscriptions).where(eq(subscriptions.id, id));
  const reply = (await presentAccount(ctx, { userId })).subscriptions.find((each) => each.id === id);
  assert(row !== undefined && reply !== undefined);
  const paid = invoices.filter(({ status }) => status === 'paid');
  const months = paid.reduce((sum, invoice) => sum + monthsBilled(invoice), 0);
  assert.equal(reply.monthsPaid, Math.min(MONTHS_PER_SEASON, months), 'months paid');
  checkStatus(atStripe, reply, months, invoices.at(-1));
  const endsEarly = ((await findSeen(ctx.db, id))?.endsEarlyAt ?? null) !== null;
  if (row.planType === 'monthly') checkCharges(atStripe, invoices, { lastCharge: row.cancelAt, endsEarly });
  assert.equal(reply.collectionPaused, atStripe.pause_collection !== null, 'paused');
  const { toCome } = reply;
  if (toCome !== null) assert(toCome.last <= 2 * reply.monthsPaid + LETTERS_BEYOND, 'letters beyond the paid months');
  await checkRefunds(life, invoices);
  await checkEmails(life);
}

function checkStatus(
  { status, cancel_at_period_end: withPeriod, cancel_at: cancelAt, ended_at: endedAt, items }: Stripe.Subscription,
  reply: { status: string; pastDue: boolean; planType: string },
  months: number,
  latest: Stripe.Invoice | undefined,
): void {
  if (endedAt !== null) {
    if (months < MONTHS_PER_SEASON) assert.equal(reply.status, 'cancelled', 'ended early');
    return;
  }
  if (reply.planType === 'monthly') {
    const endsNow = withPeriod || (cancelAt !== null && cancelAt <= (items.data[0]?.current_period_end ?? 0));
    if (withPeriod) assert.equal(reply.status, 'cancelled', 'cancelled at Stripe');
    if (reply.status === 'cancelled') assert(endsNow, 'cancelled here, and not at Stripe');
  }
  // Stripe keeps `past_due` when the overdue invoice was voided; nothing is owed then, so customers are not asked for it.
  const isDropped = latest?.status === 'void' || latest?.status === 'uncollectible';
  if (reply.status === 'active') assert.equal(reply.pastDue, status === 'past_due' && !isDropped, 'past due');
}

/** At most twelve months can be charged before Stripe's end date. */
function checkCharges(
  atStripe: Stripe.Subscription,
  invoices: Stripe.Invoice[],
  { lastCharge, endsEarly }: { readonly lastCharge: Date | null; readonly endsEarly: boolean },
): void {
  let months = 0;
  for (const invoice of invoices.filter(({ status }) => status === 'paid')) {
    const isByItself = invoice.billing_reason === 'subscription_cycle' && monthsBilled(invoice) > 0;
    assert(!isByItself || months < MONTHS_PER_SEASON, `a thirteenth charge by itself: ${invoice.id}`);
    months += monthsBilled(invoice);
  }
  const [item] = atStripe.items.data;
  if (atStripe.ended_at !== null || item === undefined) return;
  assert(atStripe.cancel_at !== null, 'Stripe has no end');
  const due = invoices
    .filter(({ status, auto_advance: advances }) => status === 'open' || (status === 'draft' && advances === true))
    .reduce((sum, invoice) => sum + monthsBilled(invoice), 0);
  const after = atStripe.cancel_at - item.current_period_end;
  const toCome = Math.max(0, Math.round(after / MONTH_SECONDS));
  const most = Math.max(0, MONTHS_PER_SEASON - months - due);
  assert(toCome <= most, `${toCome} charges to come, ${most} left`);
  const isCancelled = atStripe.cancel_at_period_end || endsEarly || atStripe.cancel_at <= item.current_period_end;
  if (!isCancelled) assert.equal(toCome, most, 'fewer charges to come than are left');
  if (!isCancelled)
    assert(lastCharge !== null && lastCharge.getTime() / 1000 < atStripe.cancel_at, 'the last charge shown');
}

async function checkRefunds({ shop, ctx, id }: Life, invoices: Stripe.Invoice[]): Promise<void> {
  const beyond = (await listChangesOf(ctx.db, id)).filter(({ kind }) => kind === 'charged_beyond_term');
  for (const { state } of beyond) {
    const invoice = invoices.find((each) => each.id === state);
    const payments = await shop.stripe.invoicePayments.list({ invoice: state, status: 'paid' });
    for (const { payment } of payments.data) {
      const { data } = await shop.stripe.refunds.list({ payment_intent: idOf(payment.payment_intent) });
      const back = data.reduce((sum, { amount }) => sum + amount, 0);
      assert.equal(back, invoice?.amount_paid, `the thirteenth charge ${state} is not given back`);
    }
  }
}

async function checkEmails({ ctx, userId }: Life): Promise<void> {
  const { email } = (await presentAccount(ctx, { userId })).profile;
  const emails = await queuedEmails(ctx, { recipient: email });
  const charges = emails.flatMap(({ kind, data }) => (kind === 'renewal-receipt' ? [Number(data['charge'])] : []));
  assert(
    charges.every((charge) => charge >= 2 && charge <= MONTHS_PER_SEASON),
    `receipts of charges ${charges.join()}`,
  );
  const started = emails.filter(({ kind }) => kind === 'subscription-started');
  assert.equal(started.length, 1, 'the email of the start');
}

/** Every operator's setting in Stripe stays, or operators are told that it changed. */
export async function checkNothingUndone(life: Life, before: Before): Promise<void> {
  const [then, now] = [seenOf(before), seenOf(await readStripe(life))];
  const kept = [
    'pause',
    'prices',
    'quantity',
    'discounts',
    'card',
    'customerCard',
    'email',
    'anchor',
    'trialEnd',
  ] as const;
  if (now.hasEnded) {
    assert(then.hasEnded || (await mayEnd(life)), 'ended, though an operator only edited it');
    return;
  }
  const isOurPause = [now.pause, then.pause].some((pause) => pause?.endsWith(':dispute'));
  for (const field of kept)
    if (!(field === 'pause' && isOurPause)) assert.deepEqual(now[field], then[field], `${field} was undone`);
  assert(!then.withPeriod || now.withPeriod, 'a cancellation was undone');
}

/** A cancellation voids unpaid renewals and ends at once (rules/subscriptions 10); so does a lost dispute. */
async function mayEnd({ ctx, id }: Life): Promise<boolean> {
  const [row] = await ctx.db.select().from(subscriptions).where(eq(subscriptions.id, id));
  return row !== undefined && (row.cancelRequestedAt !== null || row.disputeLostAt !== null);
}

/** @returns the kind of change that the timeline must show for an edit, or null if the edit changed nothing */
type Expected = (
  before: StripeSeen,
  now: StripeSeen,
  facts: { readonly isCancelled: boolean },
) => StripeChangeKind | null;

const EXPECTED: Readonly<Record<string, Expected>> = {
  cancel_at_period_end: (before, now, { isCancelled }) =>
    isCancelled || before.withPeriod || !now.withPeriod ? null : 'cancelled_at_period_end',
  cancel_now: (_before, _now, { isCancelled }) => (isCancelled ? null : 'cancelled_now'),
  pause: paused,
  resume: paused,
  quantity: (before, now) => (before.quantity === now.quantity ? null : 'quantity_changed'),
  price: (before, now) => (before.prices === now.prices ? null : 'price_changed'),
  trial: movedCycle,
  reset_cycle: movedCycle,
  add_discount: () => 'discount_added',
  add_item_discount: () => 'discount_added',
  remove_discount: (before) => (before.discounts.length === 0 ? null : 'discount_removed'),
  card: () => 'card_changed',
  refund: () => 'refunded',
  paid_out_of_band: () => 'invoice_paid_out_of_band',
  delete: () => 'customer_deleted',
};

/** A trial that ends no later than the one before is a reset. */
function movedCycle(before: StripeSeen, now: StripeSeen): StripeChangeKind | null {
  if (before.anchor === now.anchor) return null;
  return now.trialEnd === now.anchor && (before.trialEnd ?? 0) < now.anchor ? 'trial_given' : 'cycle_reset';
}

function paused(before: StripeSeen, now: StripeSeen): StripeChangeKind | null {
  if (before.pause === now.pause) return null;
  return now.pause === null ? 'collection_resumed' : 'collection_paused';
}

export interface Look {
  readonly seen: StripeSeen;
  readonly isCancelled: boolean;
  readonly kinds: readonly StripeChangeKind[];
}

export async function look(life: Life): Promise<Look> {
  const { ctx, id } = life;
  const [row] = await ctx.db.select().from(subscriptions).where(eq(subscriptions.id, id));
  const kinds = (await listChangesOf(ctx.db, id)).map(({ kind }) => kind);
  return { seen: seenOf(await readStripe(life)), isCancelled: row?.status === 'cancelled', kinds };
}

/** Every edit with an effect adds one entry to the timeline. */
export async function checkRecorded(life: Life, edit: string, before: Look, edited: Before): Promise<void> {
  const { ctx, id } = life;
  const found = await listChangesOf(ctx.db, id);
  const kind = before.seen.hasEnded && !OF_PAYMENTS.has(edit) ? null : expectedKind(edit, before, edited);
  if (kind !== null) {
    const counted = (kinds: readonly string[]) => kinds.filter((each) => each === kind).length;
    const after = counted(found.map((change) => change.kind));
    assert(after > counted(before.kinds), `${edit} is not in the timeline as ${kind}`);
  }
  for (const change of found) {
    if (NEEDS_ATTENTION[change.kind] !== undefined)
      assert.equal(change.settledAt, null, `${change.kind} needs attention`);
  }
  await checkWarned(life, edit);
}

const OF_PAYMENTS: ReadonlySet<string> = new Set(['refund', 'paid_out_of_band', 'delete']);

function expectedKind(edit: string, { seen, isCancelled }: Look, edited: Before): StripeChangeKind | null {
  return EXPECTED[edit]?.(seen, seenOf(edited), { isCancelled }) ?? null;
}

/** Disputes and warnings have tables of their own, from which an operator's list is made. */
async function checkWarned({ ctx, id, shop, customerId }: Life, edit: string): Promise<void> {
  if (edit.startsWith('dispute')) {
    const { data } = await shop.stripe.charges.list({ customer: customerId, limit: 100 });
    const rows = await ctx.db.select().from(disputes).where(eq(disputes.subscriptionId, id));
    const charges = new Set(data.map((charge) => charge.id));
    const atStripe = await shop.stripe.disputes.list({ limit: 100 });
    const states = atStripe.data
      .filter(({ charge }) => charges.has(idOf(charge)))
      .map((dispute) => `${dispute.id} ${dispute.status}`);
    assert.deepEqual(
      rows.map((row) => `${row.stripeDisputeId} ${row.status}`).toSorted(),
      states.toSorted(),
      'disputes',
    );
  }
  if (edit !== 'early_fraud_warning' && edit !== 'open_review') return;
  const rows = await ctx.db.select().from(paymentWarnings).where(eq(paymentWarnings.subscriptionId, id));
  assert(rows.length > 0, `${edit} warns no operator`);
}
