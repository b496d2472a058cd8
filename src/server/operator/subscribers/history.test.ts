import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { hireOperator } from '../../../../test/builders/operators.ts';
import { rowOf } from '../../../../test/builders/months.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { API } from '../../../contract/api.ts';
import type { TimelineEntry } from '../../../contract/operator/customer-history.ts';
import { OPERATOR_API as CONSOLE } from '../../../contract/operator/api.ts';
import { PAGE_SIZE } from '../../../contract/operator/paging.ts';
import { disputes, paymentWarnings, refundRequests, refunds } from '../../commerce/billing-schema.ts';
import { finishRefundRequests } from '../../commerce/refunds/refund-requests.ts';
import { stripeChanges } from '../../commerce/stripe-changes-schema.ts';
import { mailingEvents, mailingPieces } from '../../fulfilment/schema.ts';
import { writeOperatorLog } from '../../platform/operator-log.ts';
import { emailOutbox, emailSuppressions } from '../../platform/schema.ts';
import { HARBOR_ADDRESS } from '../../../../test/builders/addresses.ts';

const shop = await startShop();
const { db } = shop.ctx;
const note = 'They wrote to us.';
let clerk: Shopper;
let user: Shopper;
let id: string;
let invoice: string;

beforeAll(async () => {
  clerk = await hireOperator(shop);
  user = await shop.signUp();
  const { subscriptionId } = await user.buy();
  await shop.sandbox.webhooksDelivered();
  id = (await rowOf(shop, subscriptionId)).id;
  const { items } = await clerk.call(CONSOLE.listSubscriptionInvoices, { params: { id } });
  invoice = items[0]?.id ?? '';
});

const params = () => ({ id: user.userId });

async function timeline(): Promise<TimelineEntry[]> {
  const all: TimelineEntry[] = [];
  for (let after: string | null = ''; after !== null;) {
    const query: { after?: string } = after === '' ? {} : { after };
    const { items, next } = await clerk.call(CONSOLE.listSubscriberTimeline, { params: params(), query });
    expect(items.length).toBeLessThanOrEqual(PAGE_SIZE);
    all.push(...items);
    after = next;
  }
  return all;
}

test('the head of a customer’s page has the state, the letters, and the money in and out', async () => {
  const body = { amountCents: 500, refundedBeforeCents: 0, note };
  await clerk.call(CONSOLE.refundPayment, { params: { id: invoice }, body });
  const found = await clerk.call(CONSOLE.getSubscriber, { params: params() });
  const current = { id, word: 'active', planType: 'monthly', lettersMailed: 0 };
  expect(found).toMatchObject({ paidCents: 1500, refundedCents: 500, isOperator: false, current });
  const nobody = await shop.signUp();
  expect(await clerk.call(CONSOLE.getSubscriber, { params: { id: nobody.userId } })).toMatchObject({
    paidCents: 0,
    refundedCents: 0,
    current: null,
  });
});

test('the timeline says what happened, who did it and why, newest first', async () => {
  const times = { createdAt: shop.clock.now(), updatedAt: shop.clock.now() };
  const piece = { id: randomUUID(), subscriptionId: id, letter: 1, attempt: 1, address: HARBOR_ADDRESS, ...times };
  const mailed = { handedOverOn: '2026-11-27', arrivesFrom: '2026-11-30', arrivesBy: '2026-12-04' } as const;
  await db.insert(mailingPieces).values({ ...piece, ...mailed, state: 'handed_over', nominalOn: '2026-11-27' });
  const at = shop.clock.now();
  await db
    .insert(mailingEvents)
    .values({ at, event: 'reship_asked', actor: user.userId, subscriptionId: id, letter: 1, detail: {} });
  await db
    .insert(stripeChanges)
    .values({ id: randomUUID(), subscriptionId: id, kind: 'discount_added', state: 'di_1', foundAt: at });
  const warning = { id: 'prv_1', kind: 'review', subscriptionId: id, amountCents: 1500, reason: 'rule' } as const;
  await db.insert(paymentWarnings).values({ ...warning, status: 'open', createdAt: at, readAt: at });
  await clerk.call(CONSOLE.cancelForCustomer, { params: { id }, body: { note } });
  const all = await timeline();
  const said = all.map(({ words, by }) => `${words} | ${by}`);
  expect(said).toEqual(
    expect.arrayContaining([
      'Signed up | customer',
      expect.stringMatching(/^Subscribed to Season 1, monthly \| customer$/),
      expect.stringMatching(/^Paid \$15\.00, invoice \S+ \| Stripe$/),
      expect.stringMatching(new RegExp(`^Refunded \\$5\\.00, invoice \\S+ \\| ${clerk.email}$`)),
      'Mailed letter 1 | the shop',
      `Letter 1: reship asked | ${user.email}`,
      'Discount added in Stripe | Stripe',
      'Stripe warned about $15.00, rule (open) | Stripe',
      `Canceled the subscription at the end of its period | ${clerk.email}`,
      expect.stringMatching(/^Email “Subscription started” /),
    ]),
  );
  expect(all.find(({ words }) => words.startsWith('Canceled'))).toMatchObject({ note, subscriptionId: id });
  expect(all.find(({ kind }) => kind === 'paid')?.stripeId).toBe(invoice);
  const times2 = all.map((entry) => entry.at);
  expect(times2).toEqual(times2.toSorted().toReversed());
});

const refunded = async () =>
  (await timeline()).flatMap(({ words, by, note, stripeId }) =>
    /refund/i.test(words) ? [{ words, by, note, stripeId }] : [],
  );

test('one refund is one line, by the operator who made it, or by Stripe', async () => {
  const line = {
    words: expect.stringMatching(/^Refunded \$5\.00, invoice \S+$/) as string,
    stripeId: expect.any(String) as string,
  };
  expect((await refunded()).filter(({ words }) => !words.startsWith('Email'))).toEqual([
    { ...line, by: clerk.email, note },
  ]);
  const [charge] = (await shop.stripe.charges.list({ limit: 1 })).data;
  await shop.stripe.refunds.create({ charge: charge?.id ?? '', amount: 100 });
  await shop.sandbox.webhooksDelivered();
  expect((await refunded()).filter(({ by }) => by === 'Stripe')).toMatchObject([
    { words: expect.stringMatching(/^Refunded \$1\.00, invoice/) as string, note: null },
  ]);
});

test.each([
  ['now, in full', 'Ended the subscription now; refunded $15.00', { refundCents: null }],
  ['now, in part', 'Ended the subscription now; refunded $4.00', { refundCents: 400 }],
  ['under the guarantee', 'Refunded the subscription under the guarantee: $15.00', null],
])('the end of a subscription %s is one line with what was refunded, by the operator', async (_how, words, now) => {
  const one = await shop.signUp();
  const { subscriptionId } = await one.buy();
  await shop.sandbox.webhooksDelivered();
  const ended = { id: (await rowOf(shop, subscriptionId)).id };
  await (now === null
    ? clerk.call(CONSOLE.refundSubscription, { params: ended, body: { note } })
    : clerk.call(CONSOLE.cancelNow, { params: ended, body: { ...now, note } }));
  await shop.sandbox.webhooksDelivered();
  const lines = async () => {
    const { items } = await clerk.call(CONSOLE.listSubscriberTimeline, { params: { id: one.userId } });
    return items.filter((line) => /refund/i.test(line.words) && line.kind !== 'emailed');
  };
  const line = { words, by: clerk.email, note, stripeId: expect.stringMatching(/^re_/) as string };
  expect(await lines()).toMatchObject([line]);
});

test('an ordered refund is one line, which says that it was asked for, and whether Stripe refused it', async () => {
  const one = await shop.signUp();
  const { subscriptionId } = await one.buy();
  await shop.sandbox.webhooksDelivered();
  const row = await rowOf(shop, subscriptionId);
  const { items } = await clerk.call(CONSOLE.listSubscriptionInvoices, { params: { id: row.id } });
  const payment = { id: items[0]?.id ?? '' };
  const order = () =>
    clerk.call(CONSOLE.refundPayment, { params: payment, body: { amountCents: 500, refundedBeforeCents: 0, note } });
  const lines = async () => {
    const page = await clerk.call(CONSOLE.listSubscriberTimeline, { params: { id: one.userId } });
    return page.items.filter((line) => /refund/i.test(line.words) && line.kind !== 'emailed');
  };
  const [charge] = (await shop.stripe.charges.list({ customer: row.stripeCustomerId })).data;
  const dispute = `${shop.sandbox.url}/_sandbox/charges/${charge?.id}/dispute`;

  const fault = { match: 'POST /v1/refunds', status: 500, times: 9 };
  const fail = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(fault) };
  await fetch(`${shop.sandbox.url}/_sandbox/fail`, fail);
  await expect(order()).rejects.toMatchObject({ code: 'payments_unavailable' });
  const asked = { words: expect.stringMatching(/^Asked for a refund of \$5\.00 of payment \S+$/) as string, note };
  expect(await lines()).toMatchObject([{ ...asked, by: clerk.email }]);

  await fetch(`${shop.sandbox.url}/_sandbox/fail`, { method: 'DELETE' });
  await fetch(dispute, { method: 'POST' });
  await expect(finishRefundRequests(shop.ctx, row.id)).rejects.toThrow(/^Stripe refuses the refund/);
  const words = /^Asked for a refund of \$5\.00 of payment \S+, which Stripe refused: \S+/;
  expect(await lines()).toMatchObject([{ words: expect.stringMatching(words) as string, note, by: clerk.email }]);
});

test('a refund of before, whose entry in the log has no id of its request, is still one line', async () => {
  const request = { id: randomUUID(), subscriptionId: id, stripeInvoiceId: invoice, amountCents: 77 };
  const at = shop.clock.now();
  await db.insert(refundRequests).values({ ...request, refundedBeforeCents: 999, askedAt: at });
  const { id: requestId, ...made } = request;
  const refund = { ...made, requestId, stripeRefundId: 're_before', status: 'succeeded', createdAt: at, readAt: at };
  await db.insert(refunds).values(refund);
  const detail = { amountCents: 77, invoice };
  const entry = { operator: 'odile', note, action: 'refund_payment', subscriptionId: id, detail } as const;
  await writeOperatorLog(db, entry, at);
  expect((await refunded()).filter(({ words }) => words.includes('$0.77'))).toMatchObject([
    { by: 'odile', note, stripeId: 're_before' },
  ]);
});

test('the timeline says why a payment is disputed, in words', async () => {
  const at = shop.clock.now();
  const dispute = {
    stripeDisputeId: 'dp_words',
    subscriptionId: id,
    amountCents: 1500,
    reason: 'product_not_received',
  };
  await db.insert(disputes).values({ ...dispute, status: 'won', createdAt: at, readAt: at });
  expect((await timeline()).map(({ words }) => words)).toContain(
    'Disputed $15.00 (won). The customer says that letters did not arrive',
  );
});

test('the timeline says what became of each email: queued, sent, failed, held back, and that one bounced', async () => {
  const at = shop.clock.now();
  for (const [kind, status] of [
    ['season-open', 'queued'],
    ['letter-mailed', 'sent'],
    ['theory-reminder', 'failed'],
    ['letter-guide', 'suppressed'],
  ] as const) {
    const sentAt = status === 'sent' ? at : null;
    const email = { kind, status, sentAt, recipient: user.email, data: {}, createdAt: at };
    await db.insert(emailOutbox).values({ ...email, id: randomUUID(), dedupeKey: `timeline:${kind}` });
  }
  const address = user.email.toLowerCase();
  await db.insert(emailSuppressions).values({ address, reason: 'bounce', reportedBy: 'ses', since: at });
  const said = (await timeline()).map(({ words }) => words);
  expect(said).toEqual(
    expect.arrayContaining([
      'Email “Season open” queued',
      'Email “Letter mailed” sent',
      'Email “Theory reminder” failed',
      'Email “Letter guide” not sent, since its address bounced or complained',
      'An email to this customer bounced',
    ]),
  );
});

test('the timeline comes a page at a time, each entry once, also those of one instant', async () => {
  const at = new Date('2026-11-01T12:00:00Z');
  const event = { at, event: 'found', subscriptionId: id, letter: 1, detail: {} };
  await db.insert(mailingEvents).values(Array.from({ length: PAGE_SIZE * 2 }, () => event));
  const seen = (await timeline()).map((entry) => entry.id);
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.length).toBeGreaterThan(PAGE_SIZE * 2);
  const query = { after: 'nowhere' };
  await expect(clerk.call(CONSOLE.listSubscriberTimeline, { params: params(), query })).rejects.toMatchObject({
    status: 400,
  });
});

test('an operator sees the account as its customer does, without payment details, and it is logged', async () => {
  const seen = await clerk.call(CONSOLE.viewAsCustomer, { params: params() });
  const { addresses, caseFiles, ...overview } = seen;
  expect(overview).toEqual(await user.call(API.getOverview));
  expect({ addresses }).toEqual(await user.call(API.listAddresses));
  const [file] = caseFiles;
  expect(file).toEqual(await user.call(API.getCaseFile, { params: { season: file?.seasonId ?? '' } }));
  expect(JSON.stringify(seen)).not.toMatch(/last4|pm_|card/);
  expect((await timeline()).filter(({ words }) => words.startsWith('Viewed'))).toMatchObject([{ by: clerk.email }]);
});

test('support neither views the account of an operator nor corrects its name or email', async () => {
  const support = await hireOperator(shop, 'support');
  const ofClerk = { id: clerk.userId };
  for (const call of [
    () => support.call(CONSOLE.viewAsCustomer, { params: ofClerk }),
    () => support.call(CONSOLE.correctName, { params: ofClerk, body: { fullName: 'A', note } }),
    () => support.call(CONSOLE.correctEmail, { params: ofClerk, body: { email: 'a@example.com', note } }),
  ]) {
    await expect(call()).rejects.toMatchObject({ status: 403, code: 'role_refused' });
  }
  expect(await support.call(CONSOLE.viewAsCustomer, { params: params() })).toMatchObject({
    profile: { id: user.userId },
  });
});
