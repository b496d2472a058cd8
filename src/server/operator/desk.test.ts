import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { giveGift, newYorkToday } from '../../../test/builders/gifts.ts';
import { rowOf } from '../../../test/builders/months.ts';
import { hireOperator } from '../../../test/builders/operators.ts';
import { HARBOR_ADDRESS } from '../../../test/builders/addresses.ts';
import { startShop } from '../../../test/server/shop.ts';
import type { Shopper } from '../../../test/clients/shopper.ts';
import { terminalOf } from '../../../test/clients/terminal.ts';
import { API } from '../../contract/api.ts';
import { OPERATOR_API as CONSOLE } from '../../contract/operator/api.ts';
import { PAGE_SIZE } from '../../contract/operator/paging.ts';
import { operatorLog, emailOutbox } from '../platform/schema.ts';

const shop = await startShop();
const { db } = shop.ctx;
const operator = terminalOf(shop);
let clerk: Shopper;
let subscriber: Shopper;
let subscriptionId: string;

beforeAll(async () => {
  clerk = await hireOperator(shop);
  subscriber = await shop.signUp();
  const bought = await subscriber.buy();
  subscriptionId = (await rowOf(shop, bought.subscriptionId)).id;
  await giveGift(subscriber, newYorkToday(shop), { recipientName: 'Wendell Marsh' });
});

async function logOf(action: string) {
  return await db.select().from(operatorLog).where(eq(operatorLog.action, action));
}

describe('a list', () => {
  test('goes on where a page ended', async () => {
    const now = new Date();
    const emails = Array.from({ length: PAGE_SIZE + 3 }, (_, index) => ({
      id: randomUUID(),
      dedupeKey: `page:${index}`,
      kind: 'welcome',
      recipient: 'paged@example.com',
      data: {},
      status: 'queued' as const,
      createdAt: now,
    }));
    await db.insert(emailOutbox).values(emails);
    const first = await clerk.call(CONSOLE.listEmails, { query: { status: 'queued' } });
    const second = await clerk.call(CONSOLE.listEmails, { query: { status: 'queued', after: first.next ?? '' } });
    const seen = [...first.items, ...second.items].filter(({ recipient }) => recipient === 'paged@example.com');
    expect(first.items).toHaveLength(PAGE_SIZE);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(PAGE_SIZE + 3);
    await expect(clerk.call(CONSOLE.listEmails, { query: { after: 'nowhere' } })).rejects.toMatchObject({
      status: 400,
    });
  });
});

describe('a refund under the guarantee', () => {
  test('gives everything back, and stands in the log with who and why', async () => {
    const params = { id: subscriptionId };
    await expect(clerk.call(CONSOLE.refundSubscription, { params, body: { note: '' } })).rejects.toMatchObject({
      status: 400,
    });
    const elsewhere = { fromLetter: 2, toLetter: 3, address: { ...HARBOR_ADDRESS, addressLine1: '2 Lighthouse Lane' } };
    await subscriber.call(API.sendElsewhere, { params, body: elsewhere });
    const before = await clerk.call(CONSOLE.getSubscription, { params });
    expect(before).toMatchObject({
      guarantee: { open: true },
      refundRequestedAt: null,
      elsewhere: [{ fromLetter: 2, toLetter: 3, address: expect.arrayContaining(['2 Lighthouse Lane']) }],
    });
    const body = { note: 'It frightened the dog.' };
    expect(await clerk.call(CONSOLE.refundSubscription, { params, body })).toEqual({
      refundedCents: 1500,
    });
    const after = await clerk.call(CONSOLE.getSubscription, { params });
    expect(after).toMatchObject({
      summary: { status: 'cancelled', refunded: true },
      paidCents: 1500,
    });
    const invoices = await clerk.call(CONSOLE.listSubscriptionInvoices, { params });
    expect(invoices.items).toMatchObject([{ totalCents: 1500, refundedCents: 1500 }]);
    const log = await clerk.call(CONSOLE.listLog, { query: { subscription: subscriptionId } });
    expect(log.items).toMatchObject([
      { action: 'refund', operator: clerk.email, detail: { note: 'It frightened the dog.' } },
    ]);
    expect(await operator('list-subscription-invoices', '--id', subscriptionId)).toMatch(
      /refunded.*\n.* \$15\.00 +\$15\.00/,
    );
  });

  test('of nothing is refused', async () => {
    const params = { id: randomUUID() };
    await expect(clerk.call(CONSOLE.refundSubscription, { params, body: { note: 'Why not' } })).rejects.toMatchObject({
      status: 404,
    });
  });
});

async function failed(kind: string, ageHours = 0): Promise<string> {
  const id = randomUUID();
  const createdAt = new Date(shop.clock.now().getTime() - ageHours * 3_600_000);
  const email = { id, dedupeKey: id, kind, recipient: subscriber.email, data: {}, createdAt };
  await db.insert(emailOutbox).values({ ...email, status: 'failed' });
  return id;
}

describe('a failed email', () => {
  test('is tried again, once however many ask for it', async () => {
    const id = await failed('welcome');
    expect(await operator('list-emails')).toContain(id);
    const tries = await Promise.allSettled([1, 2, 3].map(() => clerk.call(CONSOLE.retryEmail, { params: { id } })));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await logOf('mail_retried')).toMatchObject([{ subject: `mail:${id}`, operatorId: clerk.userId }]);
  });

  test.each([
    ['carried a secret', 'recovery', 0],
    ['is past its use', 'welcome', 24 * 365],
  ])('that %s is not', async (_why, kind, age) => {
    const id = await failed(kind, age);
    await expect(clerk.call(CONSOLE.retryEmail, { params: { id } })).rejects.toMatchObject({ code: 'wrong_state' });
  });
});

async function countCoupons(): Promise<number> {
  return (await shop.ctx.stripe.coupons.list({ limit: 100 })).data.length;
}

describe('a promotion code', () => {
  const promotion = { code: 'harbor20', percentOff: 20, duration: 'once', key: randomUUID() } as const;

  test('is made once, however often its button is pressed, and can be used', async () => {
    const made = await clerk.call(CONSOLE.createPromotion, { body: promotion });
    expect(await clerk.call(CONSOLE.createPromotion, { body: promotion })).toEqual(made);
    expect(made).toMatchObject({ code: 'HARBOR20', percentOff: 20, active: true, redeemed: 0 });
    const { items } = await clerk.call(CONSOLE.listPromotions);
    expect(items.filter(({ code }) => code === 'HARBOR20')).toHaveLength(1);
    const tried = await subscriber.call(API.validatePromoCode, { body: { promoCode: 'harbor20' } });
    expect(tried).toMatchObject({ valid: true, discountPercent: 20 });
  });

  test('that is in use is refused, and corrected in the same form it is made', async () => {
    const before = await countCoupons();
    const form = { ...promotion, key: randomUUID() };
    const refusal = clerk.call(CONSOLE.createPromotion, { body: form });
    await expect(refusal).rejects.toMatchObject({ status: 409, code: 'wrong_state' });
    const corrected = { ...form, code: 'harbor21' };
    expect(await clerk.call(CONSOLE.createPromotion, { body: corrected })).toMatchObject({ code: 'HARBOR21' });
    const cheaper = { ...corrected, percentOff: 30 };
    await expect(clerk.call(CONSOLE.createPromotion, { body: cheaper })).rejects.toMatchObject({ code: 'wrong_state' });
    expect(await countCoupons()).toBe(before + 1);
  });

  test('is no longer good once it is ended', async () => {
    const { items } = await clerk.call(CONSOLE.listPromotions);
    const id = items.find(({ code }) => code === 'HARBOR20')?.id ?? '';
    expect(await clerk.call(CONSOLE.deactivatePromotion, { params: { id } })).toMatchObject({ active: false });
    const tried = await subscriber.call(API.validatePromoCode, { body: { promoCode: 'harbor20' } });
    expect(tried).toMatchObject({ valid: false });
    expect(await operator('list-promotions')).toContain('code: HARBOR20\nactive: no');
  });

  test.each([
    [{ percentOff: 0 }, 'percentOff'],
    [{ percentOff: 33.333 }, 'percentOff'],
    [{ code: 'A B' }, 'code'],
    [{ duration: 'repeating' }, 'months'],
    [{ months: 3 }, 'months'],
    [{ lastDay: '2020-01-01' }, 'lastDay'],
    [{ lastDay: '2026-02-31' }, 'lastDay'],
  ])('%j is refused, by field', async (change, field) => {
    const body = { ...promotion, key: randomUUID(), code: 'ANOTHER', ...change };
    const refusal = clerk.call(CONSOLE.createPromotion, { body });
    await expect(refusal).rejects.toMatchObject({ status: 400, fields: { [field]: expect.any(String) as string } });
  });

  test('can be made at a terminal', async () => {
    const tide = ['create-promotion', '--code', 'TIDE', '--duration', 'repeating', '--months', '3'];
    expect(await operator(...tide, '--percent-off', '12.5')).toMatch(/code: TIDE\nactive: yes\npercentOff: 12\.5/);
    await expect(operator(...tide, '--percent-off', 'lots')).rejects.toMatchObject({
      fields: { 'body.percentOff': expect.any(String) as string },
    });
    expect(await logOf('promotion_created')).toContainEqual(
      expect.objectContaining({ operator: 'Odile, at a terminal', subject: 'promotion:TIDE' }),
    );
  });

  test('made in Stripe’s dashboard is listed with its restrictions in plain words', async () => {
    const customer = (await shop.stripe.customers.create({ email: 'pike@example.com' })).id;
    const product = (await shop.stripe.products.create({ name: 'A magnifying glass' })).id;
    const { id: coupon } = await shop.stripe.coupons.create({
      percent_off: 20,
      duration: 'once',
      applies_to: { products: [product] },
    });
    await shop.stripe.promotionCodes.create({
      promotion: { type: 'coupon', coupon },
      code: 'BYHAND',
      customer,
      restrictions: { first_time_transaction: true, minimum_amount: 2000, minimum_amount_currency: 'usd' },
    });
    const restrictions = [
      'For first-time customers only.',
      'For orders of $20.00 or more.',
      `For these products only: ${product}.`,
      `For the customer ${customer} only.`,
    ];
    const made = (await clerk.call(CONSOLE.listPromotions)).items.find(({ code }) => code === 'BYHAND');
    expect(made).toMatchObject({ restrictions });
    const ended = await clerk.call(CONSOLE.deactivatePromotion, { params: { id: made?.id ?? '' } });
    expect(ended).toMatchObject({ active: false, restrictions });
  });
});

test('the figures are those of the books', async () => {
  const figures = await clerk.call(CONSOLE.getFigures, { query: { days: '7' } });
  expect(figures).toMatchObject({ active: 1, cancelled: 1, gifts: 1, funnel: { days: 7 } });
  expect(figures.months).toHaveLength(12);
  expect(figures.months.at(-1)).toMatchObject({ started: 2, gifts: 1, cancelled: 1, refundedCents: 1500 });
  expect(figures.funnel.steps.at(-1)).toEqual({ name: 'Paid', visits: 2 });
  expect(await operator('get-figures', '--days', '7')).toContain('active: 1');
  expect(await operator('get-today')).toContain('waiting:');
  expect(await operator('list-log')).toContain('It frightened the dog.');
});
