import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { gatherEvidence, ONE_MONTHLY_PURCHASE } from '../../../../test/load/evidence.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { WEBHOOK_SECRET } from '../../../../test/server/surroundings.ts';
import { errorBody } from '../../../contract/errors.ts';
import { webhookEvents } from '../schema.ts';

const shop = await startShop();
beforeEach(() => {
  shop.webhooks.lose();
  shop.webhooks.hold();
});

interface Envelope {
  readonly secret?: string;
  /** Seconds since 1970 at which it claims to have been signed. */
  readonly timestamp?: number;
}

function anEvent(type: string, object: object = {}): { id: string; text: string } {
  const id = `evt_${randomUUID().replaceAll('-', '')}`;
  return { id, text: JSON.stringify({ id, object: 'event', type, data: { object } }) };
}

function signature(payload: string, { secret = WEBHOOK_SECRET, timestamp = now() }: Envelope = {}): string {
  return shop.stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
}

function now(): number {
  return Math.floor(Date.now() / 1000);
}

async function post(body: string | Uint8Array<ArrayBuffer>, header?: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(header !== undefined && { 'stripe-signature': header }) };
  return await fetch(`${shop.siteUrl}/webhooks/stripe`, { method: 'POST', headers, body });
}

async function isRemembered(id: string): Promise<boolean> {
  return (await shop.ctx.db.select().from(webhookEvents).where(eq(webhookEvents.id, id))).length === 1;
}

async function stripeFails(match: string, times: number): Promise<void> {
  const fault = { match, status: 500, times };
  await fetch(`${shop.sandbox.url}/_sandbox/fail`, { method: 'POST', body: JSON.stringify(fault) });
}

describe('who is let in', () => {
  const event = anEvent('invoice.paid');
  test.each([
    ['without a signature', () => post(event.text)],
    ['with a signature of nonsense', () => post(event.text, 't=1,v1=00')],
    ['signed with another secret', () => post(event.text, signature(event.text, { secret: 'whsec_of_a_forger' }))],
    ['changed after it was signed', () => post(event.text.replace('paid', 'void'), signature(event.text))],
    ['signed more than five minutes ago', () => post(event.text, signature(event.text, { timestamp: now() - 301 }))],
    ['signed, but not JSON', () => post('{"id":', signature('{"id":'))],
  ])('an event %s is refused with 400, and nothing is remembered', async (_how, send) => {
    const answer = await send();
    expect(answer.status).toBe(400);
    expect(errorBody.parse(await answer.json()).code).toBe('invalid_signature');
    expect(await isRemembered(event.id)).toBe(false);
  });

  test('one signed four minutes ago is let in: posts are slow', async () => {
    const { text } = anEvent('invoice.paid');
    expect((await post(text, signature(text, { timestamp: now() - 240 }))).status).toBe(200);
  });

  test('a body of more than a megabyte is refused unread', async () => {
    const text = 'x'.repeat(1024 * 1024 + 1);
    expect((await post(text, signature(text))).status).toBe(413);
  });
});

describe('what is done with an event', () => {
  test('a type unknown to us is taken and put aside', async () => {
    const { id, text } = anEvent('customer.subscription.pondered', { id: 'sub_unknown' });
    expect((await post(text, signature(text))).status).toBe(200);
    expect(await isRemembered(id)).toBe(true);
  });

  test('one about a subscription that is not ours changes nothing', async () => {
    const { id, text } = anEvent('customer.subscription.updated', { id: 'sub_of_somebody_else' });
    expect((await post(text, signature(text))).status).toBe(200);
    expect(await isRemembered(id)).toBe(true);
  });

  test('a repeated one is known without asking Stripe again', async () => {
    const user = await shop.signUp();
    const reply = await user.submit();
    await user.confirm(reply);
    const { text } = anEvent('customer.subscription.updated', { id: reply.subscriptionId });
    expect((await post(text, signature(text))).status).toBe(200);
    await stripeFails(`/v1/subscriptions/${reply.subscriptionId}`, 3);
    expect((await post(text, signature(text))).status).toBe(200);
    await fetch(`${shop.sandbox.url}/_sandbox/fail`, { method: 'DELETE' });
    expect(await gatherEvidence(shop, user)).toEqual(ONE_MONTHLY_PURCHASE);
  });

  test('the same one twenty times at once is applied once', async () => {
    const user = await shop.signUp();
    const reply = await user.submit();
    await user.confirm(reply);
    const { id, text } = anEvent('customer.subscription.updated', { id: reply.subscriptionId });
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(text, signature(text))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await isRemembered(id)).toBe(true);
    expect(await gatherEvidence(shop, user)).toEqual(ONE_MONTHLY_PURCHASE);
  });

  test('one that cannot be applied now is answered as a failure and not remembered, so that it comes again', async () => {
    const user = await shop.signUp();
    const reply = await user.submit();
    await user.confirm(reply);
    const { id, text } = anEvent('customer.subscription.updated', { id: reply.subscriptionId });
    await stripeFails(`/v1/subscriptions/${reply.subscriptionId}`, 3);
    expect((await post(text, signature(text))).status).toBe(503);
    expect(await isRemembered(id)).toBe(false);
    expect((await post(text, signature(text))).status).toBe(200);
    expect(await gatherEvidence(shop, user)).toEqual(ONE_MONTHLY_PURCHASE);
  });

  test('the payload is believed for nothing but the id: a paid status that Stripe denies is none', async () => {
    const user = await shop.signUp();
    const { subscriptionId } = await user.submit();
    const lie = { id: subscriptionId, object: 'subscription', status: 'active' };
    const { text } = anEvent('customer.subscription.updated', lie);
    expect((await post(text, signature(text))).status).toBe(200);
    expect((await gatherEvidence(shop, user)).subscriptions).toEqual([]);
  });
});
