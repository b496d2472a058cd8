import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { giveGift, inDays } from '../../../../test/builders/gifts.ts';
import { rowOf } from '../../../../test/builders/months.ts';
import { hireOperator } from '../../../../test/builders/operators.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { API } from '../../../contract/api.ts';
import { OPERATOR_API as CONSOLE } from '../../../contract/operator/api.ts';
import { PAGE_SIZE } from '../../../contract/operator/paging.ts';
import { invoices, subscriptions } from '../../commerce/schema.ts';
import { userProfiles } from '../../customers/schema.ts';
import { emailOutbox } from '../../platform/schema.ts';

const shop = await startShop();
const { db } = shop.ctx;
const note = 'They wrote to us.';
let clerk: Shopper;
let buyer: Shopper;
let id: string;

beforeAll(async () => {
  clerk = await hireOperator(shop);
  buyer = await shop.signUp();
  const bought = await buyer.buy();
  await shop.sandbox.webhooksDelivered();
  ({ id } = await rowOf(shop, bought.subscriptionId));
});

type Query = Readonly<Record<string, string>>;

const giftsWhere = async (query: Query) => (await clerk.call(CONSOLE.listGifts, { query })).items.map((hit) => hit.id);
const count = async (query: Query) => await clerk.call(CONSOLE.countCancellations, { query });
const cancellations = async (query: Query) => (await clerk.call(CONSOLE.listCancellations, { query })).items;

test('payments and refunds are listed newest first, and filtered', async () => {
  const { items: all } = await clerk.call(CONSOLE.listPayments);
  expect(all).toMatchObject([{ subscriptionId: id, email: buyer.email, status: 'paid', refundedCents: 0 }]);
  const invoice = all[0]?.id ?? '';
  const body = { amountCents: 500, refundedBeforeCents: 0, note };
  await clerk.call(CONSOLE.refundPayment, { params: { id: invoice }, body });
  const refunded = await clerk.call(CONSOLE.listPayments, { query: { refunded: 'yes', status: 'paid' } });
  expect(refunded.items).toMatchObject([{ id: invoice, amountPaidCents: 1500, refundedCents: 500 }]);
  expect((await clerk.call(CONSOLE.listPayments, { query: { failed: 'yes' } })).items).toEqual([]);
  expect((await clerk.call(CONSOLE.listPayments, { query: { from: inDays(shop, 1) } })).items).toEqual([]);
  expect((await clerk.call(CONSOLE.listPayments, { query: { to: inDays(shop, 0) } })).items).toHaveLength(1);
  expect((await clerk.call(CONSOLE.listRefunds, { query: { status: 'succeeded' } })).items).toMatchObject([
    { invoiceId: invoice, subscriptionId: id, amountCents: 500 },
  ]);
  await expect(clerk.call(CONSOLE.listPayments, { query: { from: '2026-02-30' } })).rejects.toMatchObject({
    status: 400,
  });
});

test('payments, refunds and gifts are found by words of name or email, counted, and summed', async () => {
  await db.update(userProfiles).set({ fullName: 'Leonora Vane' }).where(eq(userProfiles.id, buyer.userId));
  const [paid] = (await clerk.call(CONSOLE.listPayments, { query: { q: 'leonora va' } })).items;
  expect(paid).toMatchObject({ subscriptionId: id, name: 'Leonora Vane' });
  const byNumber = { query: { q: paid?.number?.toLowerCase() ?? '' } };
  expect((await clerk.call(CONSOLE.listPayments, byNumber)).items.map((item) => item.id)).toEqual([paid?.id]);
  expect(await clerk.call(CONSOLE.countPayments, byNumber)).toEqual({ count: 1, paidCents: 1500 });
  expect(await clerk.call(CONSOLE.countPayments, { query: { q: 'ambrose' } })).toEqual({ count: 0, paidCents: 0 });
  expect((await clerk.call(CONSOLE.listPayments, { query: { q: 'ambrose' } })).items).toEqual([]);
  expect((await clerk.call(CONSOLE.listRefunds, { query: { q: buyer.email } })).items).toHaveLength(1);
  expect(await clerk.call(CONSOLE.countRefunds, { query: { q: 'vane' } })).toEqual({ count: 1, amountCents: 500 });
  expect((await clerk.call(CONSOLE.listRefunds, { query: { q: 'ambrose' } })).items).toEqual([]);
});

test('pages of payments have every payment once', async () => {
  const [row] = await db.select().from(invoices).where(eq(invoices.subscriptionId, id));
  if (row === undefined) throw new Error('No invoice.');
  const rows = Array.from({ length: PAGE_SIZE }, () => ({
    ...row,
    stripeInvoiceId: `in_${randomUUID()}`,
    number: null,
  }));
  await db.insert(invoices).values(rows);
  const first = await clerk.call(CONSOLE.listPayments);
  const second = await clerk.call(CONSOLE.listPayments, { query: { after: first.next ?? '' } });
  const seen = [...first.items, ...second.items].map((payment) => payment.id);
  expect([new Set(seen).size, second.next]).toEqual([PAGE_SIZE + 1, null]);
});

test('gifts are filtered by state and by their start, found by recipient or giver, and counted', async () => {
  const gift = await giveGift(buyer, inDays(shop, 20));
  expect(await giftsWhere({ state: 'not_announced' })).toEqual([gift.id]);
  expect(await giftsWhere({ state: 'claimed' })).toEqual([]);
  expect(await giftsWhere({ from: inDays(shop, 20), to: inDays(shop, 20) })).toEqual([gift.id]);
  expect(await giftsWhere({ from: inDays(shop, 21) })).toEqual([]);
  for (const q of [gift.recipientEmail, buyer.email]) expect(await giftsWhere({ q })).toEqual([gift.id]);
  expect(await giftsWhere({ q: 'ambrose' })).toEqual([]);
  expect(await clerk.call(CONSOLE.countGifts, { query: { q: buyer.email } })).toEqual({ count: 1 });
});

test('cancellations say how and why, are filtered by that and by plan, and are counted', async () => {
  const params = { id };
  await buyer.call(API.cancelSubscription, { params, body: { reason: 'price', comment: 'Too much.' } });
  const asked = { id, email: buyer.email, kind: 'asked', reason: 'price', comment: 'Too much.', status: 'cancelled' };
  expect(await cancellations({ kind: 'asked', why: 'price' })).toMatchObject([asked]);
  expect(await cancellations({ kind: 'payment_failed' })).toEqual([]);
  expect(await cancellations({ to: inDays(shop, -400) })).toEqual([]);
  expect(await cancellations({ plan: 'monthly' })).toMatchObject([asked]);
  expect(await cancellations({ plan: 'annual' })).toEqual([]);
  expect(await count({ plan: 'monthly', kind: 'asked', why: 'price' })).toEqual({ count: 1 });
  expect(await count({ plan: 'annual' })).toEqual({ count: 0 });
  await db.update(subscriptions).set({ refundRequestedAt: shop.clock.now() }).where(eq(subscriptions.id, id));
  expect(await cancellations({})).toMatchObject([{ kind: 'refunded', status: 'ended' }]);
});

test('a cancellation by an operator names the operator, with the reason as comment', async () => {
  const one = await shop.signUp();
  const { subscriptionId } = await one.buy();
  await shop.sandbox.webhooksDelivered();
  const ended = await rowOf(shop, subscriptionId);
  const listed = async () => (await cancellations({})).filter((line) => line.id === ended.id);
  const params = { id: ended.id };
  await clerk.call(CONSOLE.cancelForCustomer, { params, body: { note: 'Moving abroad.' } });
  expect(await listed()).toMatchObject([{ kind: 'asked', operator: clerk.email, comment: 'Moving abroad.' }]);
  await clerk.call(CONSOLE.resumeForCustomer, { params, body: { note } });
  shop.clock.advance(2);
  await one.call(API.cancelSubscription, { params, body: { reason: 'price', comment: 'Too much.' } });
  expect(await listed()).toMatchObject([{ operator: null, reason: 'price', comment: 'Too much.' }]);
  await clerk.call(CONSOLE.cancelNow, { params, body: { refundCents: 0, note: 'They asked to stop.' } });
  expect(await listed()).toMatchObject([{ kind: 'refunded', operator: clerk.email, comment: 'Too much.' }]);
});

test('emails that were sent are listed by kind and recipient', async () => {
  const query = { status: 'queued', kind: 'subscription-started', recipient: buyer.email } as const;
  expect((await clerk.call(CONSOLE.listEmails, { query })).items).toMatchObject([{ recipient: buyer.email }]);
  expect((await clerk.call(CONSOLE.listEmails, { query: { ...query, status: 'sent' } })).items).toEqual([]);
  const receipts = await clerk.call(CONSOLE.listEmails, { query: { ...query, kind: 'receipt' } });
  expect(receipts.items.map(({ kind }) => kind)).toEqual(['gift-bought', 'subscription-started']);
});

test('an email is read as it was written, without links that act for the customer', async () => {
  const query = { status: 'queued', recipient: buyer.email } as const;
  const { items } = await clerk.call(CONSOLE.listEmails, { query });
  const read = async (kind: string) =>
    await clerk.call(CONSOLE.readEmail, { params: { id: items.find((email) => email.kind === kind)?.id ?? '' } });
  const { subject, text } = await read('subscription-started');
  expect(subject).toMatch(/^Payment received: /);
  expect(text).toContain('Paid: $15.00');
  const welcome = await read('welcome');
  expect(welcome.text).not.toContain('Unsubscribe');
  const id = randomUUID();
  const secret = { kind: 'recovery', recipient: buyer.email, data: {}, status: 'sent', createdAt: shop.clock.now() };
  await db.insert(emailOutbox).values({ ...secret, id, dedupeKey: id, status: 'sent' });
  expect(await clerk.call(CONSOLE.readEmail, { params: { id } })).toEqual({ subject: null, text: null });
});
