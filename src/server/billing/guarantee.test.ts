import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { mailsTo } from '../../../test/mails.ts';
import { letAMonthPass, rowOf } from '../../../test/months.ts';
import { startShop } from '../../../test/shop.ts';
import type { Shopper, Wish } from '../../../test/shopper.ts';
import { API } from '../../contract/api.ts';
import { addDays, newYorkDate } from '../../domain/calendar-date.ts';
import { operatorLog } from '../db/billing-schema.ts';
import { subscriptions } from '../db/schema.ts';
import { recordPosted } from '../mailing/ledger.ts';
import { reconcile } from '../subscriptions/reconcile.ts';
import { refundUnderGuarantee } from './guarantee.ts';

const shop = await startShop();
const OPERATOR = { operator: 'wendell', note: 'did not care for the ending' } as const;

async function subscriber(wish: Wish = {}): Promise<{ person: Shopper; id: string; stripeId: string }> {
  const person = await shop.signUp();
  const { subscriptionId } = await person.buy(wish);
  await shop.sandbox.webhooksDelivered();
  return { person, id: (await rowOf(shop, subscriptionId)).id, stripeId: subscriptionId };
}

/** Letter 1 was handed to the post so many days ago. */
async function firstLetterPosted(subscriptionId: string, daysAgo: number): Promise<void> {
  const day = addDays(newYorkDate(shop.clock.now()), -daysAgo);
  const address = {
    fullName: 'Ada Quill',
    addressLine1: '1 Gannet Row',
    addressLine2: null,
    city: 'Wick Harbor',
    stateProvince: 'ME',
    postalCode: '04614',
    country: 'US',
    countryName: null,
  };
  const letter = { subscriptionId, letter: 1, attempt: 1, nominalOn: day, handedOverOn: day, address };
  await recordPosted(shop.ctx.db, [letter], shop.clock.now());
}

async function refundedAtProvider(person: Shopper): Promise<number[]> {
  const { invoices } = await person.call(API.listInvoices);
  return invoices.map(({ refundedCents }) => refundedCents);
}

describe('the 30-day guarantee', () => {
  test('gives back every paid month, ends charges and mail at once, and says so once', async () => {
    const { person, id, stripeId } = await subscriber();
    await letAMonthPass(shop, person);
    await firstLetterPosted(id, 29);
    expect(await refundUnderGuarantee(shop.ctx, id, OPERATOR)).toBe(3000);
    expect(await refundedAtProvider(person)).toEqual([1500, 1500]);
    expect((await shop.provider.subscriptions.retrieve(stripeId)).status).toBe('canceled');
    expect((await person.call(API.getAccount)).subscriptions).toMatchObject([
      { status: 'cancelled', refunded: true, resumableUntil: null },
    ]);
    await shop.sandbox.webhooksDelivered();
    expect(await mailsTo(shop, person)).toMatchObject({ refunded: 1 });
    expect(await mailsTo(shop, person)).not.toHaveProperty('subscription-cancelled');
  });

  test('asked for twice, or at once, gives back once', async () => {
    const { person, id } = await subscriber({ planType: 'annual' });
    const all = await Promise.all(Array.from({ length: 5 }, () => refundUnderGuarantee(shop.ctx, id, OPERATOR)));
    expect(new Set([...all, await refundUnderGuarantee(shop.ctx, id, OPERATOR)])).toEqual(new Set([15_300]));
    expect(await refundedAtProvider(person)).toEqual([15_300]);
    const entries = await shop.ctx.db.select().from(operatorLog).where(eq(operatorLog.subscriptionId, id));
    expect(entries).toMatchObject([{ operator: 'wendell', action: 'refund', detail: { note: OPERATOR.note } }]);
  });

  test('gives back the rest of what was given back in part', async () => {
    const { person, id } = await subscriber();
    const [charge] = (await shop.provider.charges.list({ customer: (await rowOfId(id)).stripeCustomerId })).data;
    await shop.provider.refunds.create({ charge: charge?.id ?? '', amount: 500 });
    expect(await refundUnderGuarantee(shop.ctx, id, OPERATOR)).toBe(1500);
    expect(await refundedAtProvider(person)).toEqual([1500]);
  });

  test('has nothing to give back of a month that was free, and ends it all the same', async () => {
    const promotionCodeId = await shop.promotion({ percent_off: 100, duration: 'once' });
    const { id, stripeId } = await subscriber({ promotionCodeId });
    expect(await refundUnderGuarantee(shop.ctx, id, OPERATOR)).toBe(0);
    expect((await shop.provider.subscriptions.retrieve(stripeId)).status).toBe('canceled');
  });

  test('covers the thirtieth day after the first mailing and not the thirty-first', async () => {
    const [last, late] = [await subscriber(), await subscriber()];
    await firstLetterPosted(last.id, 30);
    await firstLetterPosted(late.id, 31);
    expect(await refundUnderGuarantee(shop.ctx, last.id, OPERATOR)).toBe(1500);
    await expect(refundUnderGuarantee(shop.ctx, late.id, OPERATOR)).rejects.toThrow(
      /The guarantee ended on .+ 30 days/,
    );
    expect((await late.person.call(API.getAccount)).subscriptions).toMatchObject([{ status: 'active' }]);
  });

  test('interrupted after the decision is finished by whoever comes next', async () => {
    const { person, id, stripeId } = await subscriber();
    const fault = { match: 'POST /v1/refunds', status: 500, times: 3 };
    await fetch(`${shop.sandbox.url}/_sandbox/fail`, { method: 'POST', body: JSON.stringify(fault) });
    await expect(refundUnderGuarantee(shop.ctx, id, OPERATOR)).rejects.toMatchObject({ code: 'payments_unavailable' });
    expect((await shop.provider.subscriptions.retrieve(stripeId)).status).toBe('canceled');
    await reconcile(shop.ctx);
    expect(await refundedAtProvider(person)).toEqual([1500]);
    expect(await mailsTo(shop, person)).toMatchObject({ refunded: 1 });
  });

  test('knows no subscription that does not exist', async () => {
    const nobodys = randomUUID();
    await expect(refundUnderGuarantee(shop.ctx, nobodys, OPERATOR)).rejects.toThrow(
      `There is no subscription ${nobodys}.`,
    );
  });
});

async function rowOfId(id: string): Promise<typeof subscriptions.$inferSelect> {
  const [row] = await shop.ctx.db.select().from(subscriptions).where(eq(subscriptions.id, id));
  if (row === undefined) throw new Error(`No row ${id}.`);
  return row;
}
