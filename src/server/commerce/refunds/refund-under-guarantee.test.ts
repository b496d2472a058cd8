import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { BRANDING } from '../../../../test/builders/email-samples.ts';
import { emailCounts } from '../../../../test/clients/mailbox.ts';
import { giveGift, inDays } from '../../../../test/builders/gifts.ts';
import { endSubscriptionsAfterEach, letAMonthPass, rowOf } from '../../../../test/builders/months.ts';
import { interleave } from '../../../../test/load/interleave.ts';
import { startShop } from '../../../../test/server/shop.ts';
import type { Shopper, OrderOptions } from '../../../../test/clients/shopper.ts';
import { API } from '../../../contract/api.ts';
import { addDays, newYorkDate } from '../../../domain/calendar-date.ts';
import { operatorLog, emailOutbox } from '../../platform/schema.ts';
import { type RefundedData } from '../../../emails/refunded.ts';
import { renderEmail } from '../../../emails/render-email.ts';
import { subscriptions, webhookEvents } from '../schema.ts';
import { recordHandedOver } from '../../fulfilment/runs/ledger.ts';
import { setRefundRequested } from '../subscriptions/queries.ts';
import { reconcile } from '../reconcile/reconcile-checkouts.ts';
import { recordEvent } from '../payments/applied-events.ts';
import { finishRefund, refundUnderGuarantee } from './refund-under-guarantee.ts';
import { recordRefund } from './record-refund.ts';

const shop = await startShop();
endSubscriptionsAfterEach(shop);
const OPERATOR = { operator: 'wendell', note: 'did not care for the ending' } as const;

async function subscriber(options: OrderOptions = {}): Promise<{ user: Shopper; id: string; stripeId: string }> {
  const user = await shop.signUp();
  const { subscriptionId } = await user.buy(options);
  await shop.sandbox.webhooksDelivered();
  return { user, id: (await rowOf(shop, subscriptionId)).id, stripeId: subscriptionId };
}

/** Hands letter 1 over, so many days ago. */
async function firstLetterHandedOver(subscriptionId: string, daysAgo: number): Promise<void> {
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
  await recordHandedOver(shop.ctx.db, [letter], shop.clock.now());
}

/** Subject and text of each refund email, oldest first. */
async function refundEmails({ email }: Shopper): Promise<string[]> {
  const isTheirs = and(eq(emailOutbox.recipient, email), eq(emailOutbox.kind, 'refunded'));
  const rows = await shop.ctx.db.select().from(emailOutbox).where(isTheirs).orderBy(emailOutbox.createdAt);
  const site = { ...BRANDING, siteUrl: shop.siteUrl };
  return rows.map(({ data }) => {
    const { subject, text } = renderEmail('refunded', data as unknown as RefundedData, site);
    return `${subject}\n${text}`;
  });
}

async function firstPayment(id: string): Promise<{ intent: string; stripeInvoiceId: string }> {
  const { stripeCustomerId } = await rowOfId(id);
  const charge = (await shop.stripe.charges.list({ customer: stripeCustomerId })).data.at(-1);
  const intent = charge?.payment_intent as string;
  const payments = await shop.stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: intent },
  });
  return { intent, stripeInvoiceId: payments.data[0]?.invoice as string };
}

/** @returns its id */
async function sendNewestRefundBack(): Promise<string> {
  const id = (await shop.stripe.refunds.list({ limit: 1 })).data[0]?.id ?? '';
  const body = JSON.stringify({ status: 'failed' });
  await fetch(`${shop.sandbox.url}/_sandbox/refunds/${id}`, { method: 'POST', body });
  await shop.sandbox.webhooksDelivered();
  return id;
}

async function refundedAtStripe(user: Shopper): Promise<number[]> {
  const { invoices } = await user.call(API.listInvoices);
  return invoices.map(({ refundedCents }) => refundedCents);
}

describe('the 30-day guarantee', () => {
  test('gives back every paid month, ends charges and letters at once, and says so once', async () => {
    const { user, id, stripeId } = await subscriber();
    await letAMonthPass(shop, user);
    await firstLetterHandedOver(id, 29);
    expect(await refundUnderGuarantee(shop.ctx, id, OPERATOR)).toBe(3000);
    expect(await refundedAtStripe(user)).toEqual([1500, 1500]);
    expect((await shop.stripe.subscriptions.retrieve(stripeId)).status).toBe('canceled');
    expect((await user.call(API.getAccount)).subscriptions).toMatchObject([
      { status: 'cancelled', refunded: true, resumableUntil: null },
    ]);
    await shop.sandbox.webhooksDelivered();
    expect(await emailCounts(shop, user)).toMatchObject({ refunded: 1 });
    expect(await emailCounts(shop, user)).not.toHaveProperty('subscription-cancelled');
  });

  test('asked for twice, or at once, gives back once', async () => {
    const { user, id } = await subscriber({ planType: 'annual' });
    const all = await Promise.all(Array.from({ length: 5 }, () => refundUnderGuarantee(shop.ctx, id, OPERATOR)));
    expect(new Set([...all, await refundUnderGuarantee(shop.ctx, id, OPERATOR)])).toEqual(new Set([15_300]));
    expect(await refundedAtStripe(user)).toEqual([15_300]);
    const entries = await shop.ctx.db.select().from(operatorLog).where(eq(operatorLog.subscriptionId, id));
    expect(entries).toMatchObject([{ operator: 'wendell', action: 'refund', detail: { note: OPERATOR.note } }]);
  });

  test('gives back the rest of what was given back in part', async () => {
    const { user, id } = await subscriber();
    const [charge] = (await shop.stripe.charges.list({ customer: (await rowOfId(id)).stripeCustomerId })).data;
    await shop.stripe.refunds.create({ charge: charge?.id ?? '', amount: 500 });
    expect(await refundUnderGuarantee(shop.ctx, id, OPERATOR)).toBe(1500);
    expect(await refundedAtStripe(user)).toEqual([1500]);
  });

  test('has nothing to give back of a month that was free, and ends it all the same', async () => {
    const promotionCodeId = await shop.promotion({ percent_off: 100, duration: 'once' });
    const { id, stripeId } = await subscriber({ promotionCodeId });
    expect(await refundUnderGuarantee(shop.ctx, id, OPERATOR)).toBe(0);
    expect((await shop.stripe.subscriptions.retrieve(stripeId)).status).toBe('canceled');
  });

  test('tells a giver of the gift, and not of a season of their own', async () => {
    const giver = await shop.signUp();
    const { subscriptionId } = await giveGift(giver, inDays(shop, 3));
    await refundUnderGuarantee(shop.ctx, subscriptionId, OPERATOR);
    const [email] = await refundEmails(giver);
    expect(email).toContain('your gift to Wendell Pike has ended');
    expect(email).not.toMatch(/your subscription/i);
  });

  test('says so without money when nothing was paid, and once', async () => {
    const promotionCodeId = await shop.promotion({ percent_off: 100, duration: 'once' });
    const { user, id } = await subscriber({ promotionCodeId });
    await refundUnderGuarantee(shop.ctx, id, OPERATOR);
    await refundUnderGuarantee(shop.ctx, id, OPERATOR);
    const [email, ...more] = await refundEmails(user);
    expect(more).toEqual([]);
    expect(email).toMatch(/^Your subscription to Season One has ended/);
    expect(email).not.toMatch(/\$|refunded|on its way/i);
  });

  test('gives back what it can when Stripe refuses one month, tells of that, and names the rest to the operator', async () => {
    const { user, id } = await subscriber();
    await letAMonthPass(shop, user);
    const { intent, stripeInvoiceId } = await firstPayment(id);
    const [charge] = (await shop.stripe.charges.list({ payment_intent: intent })).data;
    await fetch(`${shop.sandbox.url}/_sandbox/charges/${charge?.id}/dispute`, { method: 'POST' });
    await expect(refundUnderGuarantee(shop.ctx, id, OPERATOR)).rejects.toThrow(
      new RegExp(`\\$15\\.00 is given back so far, but not everything.*refuses to refund ${stripeInvoiceId}`),
    );
    expect(await refundedAtStripe(user)).toEqual([1500, 0]);
    expect(await refundEmails(user)).toEqual([expect.stringMatching(/^\$15\.00 is on its way back/)]);
    await reconcile(shop.ctx);
    expect(await refundEmails(user)).toHaveLength(1);
  });

  test('tells of the rest alone when that is given back later', async () => {
    const { user, id } = await subscriber();
    const [charge] = (await shop.stripe.charges.list({ customer: (await rowOfId(id)).stripeCustomerId })).data;
    await shop.stripe.refunds.create({ charge: charge?.id ?? '', amount: 500 });
    await shop.sandbox.webhooksDelivered();
    expect(await refundUnderGuarantee(shop.ctx, id, OPERATOR)).toBe(1500);
    await shop.sandbox.webhooksDelivered();
    await reconcile(shop.ctx);
    const subjects = (await refundEmails(user)).map((text) => text.split('\n')[0]);
    expect(subjects).toEqual(['$5.00 is on its way back to you', '$10.00 is on its way back to you']);
  });

  test('tells of the end, once, when all the money had been given back before by hand', async () => {
    const { user, id } = await subscriber();
    const { intent } = await firstPayment(id);
    await shop.stripe.refunds.create({ payment_intent: intent });
    await shop.sandbox.webhooksDelivered();
    expect(await refundUnderGuarantee(shop.ctx, id, OPERATOR)).toBe(1500);
    await refundUnderGuarantee(shop.ctx, id, OPERATOR);
    const [refund, end, ...more] = await refundEmails(user);
    expect(refund).toMatch(/^\$15\.00 is on its way back to you[^]+nothing changes for your subscription/);
    expect(end).toMatch(/^Your subscription to Season One has ended/);
    expect(more).toEqual([]);
  });

  test('tells of the end also when a refund by hand is being heard of at that moment', async () => {
    const { user, id } = await subscriber();
    const { intent } = await firstPayment(id);
    shop.webhooks.hold();
    const refund = await shop.stripe.refunds.create({ payment_intent: intent });
    await shop.sandbox.webhooksDelivered();
    shop.webhooks.lose();
    shop.webhooks.pass();
    const event = { id: `evt_${id}`, type: 'refund.created' };
    await interleave(shop.ctx.db, {
      hold: (tx) => recordEvent(tx, event, shop.clock.now()),
      call: () => recordRefund(shop.ctx, refund.id, event),
      meanwhile: async (tx) => {
        await setRefundRequested(tx, id, shop.clock.now());
        await tx.delete(webhookEvents).where(eq(webhookEvents.id, event.id));
      },
    });
    await finishRefund(shop.ctx, id);
    expect(await refundEmails(user)).toEqual([expect.stringMatching(/With this refund, your subscription has ended/)]);
  });

  test('names what the bank has sent back, and asks for it no more: not by itself, nor when it is run again', async () => {
    const { user, id } = await subscriber();
    await refundUnderGuarantee(shop.ctx, id, OPERATOR);
    const refund = await sendNewestRefundBack();
    // The provider has forgotten our key by then, and would make another refund.
    await shop.letPass(2 * 86_400);
    await reconcile(shop.ctx);
    await expect(refundUnderGuarantee(shop.ctx, id, OPERATOR)).rejects.toThrow(
      new RegExp(`Nothing is given back so far, but not everything.*The bank sent ${refund} for in_\\w+ back`),
    );
    const { intent } = await firstPayment(id);
    expect((await shop.stripe.refunds.list({ payment_intent: intent })).data).toHaveLength(1);
    expect(await refundEmails(user)).toHaveLength(1);
    await shop.stripe.refunds.create({ payment_intent: intent });
    await shop.sandbox.webhooksDelivered();
    await reconcile(shop.ctx);
    expect(await refundUnderGuarantee(shop.ctx, id, OPERATOR)).toBe(1500);
    expect(await refundEmails(user)).toHaveLength(2);
  });

  test('gives back in full and once what was asked for under the same key with another body', async () => {
    for (const amount of [1500, 100]) {
      const { user, id } = await subscriber();
      const { intent, stripeInvoiceId } = await firstPayment(id);
      await shop.stripe.refunds.create(
        { payment_intent: intent, amount, metadata: { reason: 'another' } },
        { idempotencyKey: `refund:${stripeInvoiceId}:${intent}` },
      );
      expect(await refundUnderGuarantee(shop.ctx, id, OPERATOR)).toBe(1500);
      expect(await refundedAtStripe(user)).toEqual([1500]);
    }
  });

  test('covers the thirtieth day after the first mailing and not the thirty-first', async () => {
    const [last, late] = [await subscriber(), await subscriber()];
    await firstLetterHandedOver(last.id, 30);
    await firstLetterHandedOver(late.id, 31);
    expect(await refundUnderGuarantee(shop.ctx, last.id, OPERATOR)).toBe(1500);
    await expect(refundUnderGuarantee(shop.ctx, late.id, OPERATOR)).rejects.toThrow(
      /The guarantee ended on .+ 30 days/,
    );
    expect((await late.user.call(API.getAccount)).subscriptions).toMatchObject([{ status: 'active' }]);
  });

  test('interrupted after the decision is finished by the one who comes next', async () => {
    const { user, id, stripeId } = await subscriber();
    const fault = { match: 'POST /v1/refunds', status: 500, times: 3 };
    await fetch(`${shop.sandbox.url}/_sandbox/fail`, { method: 'POST', body: JSON.stringify(fault) });
    await expect(refundUnderGuarantee(shop.ctx, id, OPERATOR)).rejects.toMatchObject({ code: 'payments_unavailable' });
    expect((await shop.stripe.subscriptions.retrieve(stripeId)).status).toBe('canceled');
    await reconcile(shop.ctx);
    expect(await refundedAtStripe(user)).toEqual([1500]);
    expect(await emailCounts(shop, user)).toMatchObject({ refunded: 1 });
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
