import { describe, expect, it } from 'vitest';
import { ask, openInbox, openShop, startSandbox, subscribe, sdk, WEBHOOK_SECRET } from './testing.ts';

const offline = sdk({ port: 1 });

describe('webhooks of the sandbox', () => {
  it('tell the story of a purchase in order, signed as Stripe signs', async () => {
    const inbox = await openInbox(offline);
    const { sandbox, stripe } = await startSandbox({ webhooks: [{ url: inbox.url, secret: WEBHOOK_SECRET }] });
    const { customer, monthly } = await openShop(stripe);
    const active = await subscribe(stripe, customer, monthly);
    await sandbox.webhooksDelivered();
    const types = inbox.events.map(({ type }) => type);
    expect(types.slice(types.indexOf('payment_method.attached'))).toEqual([
      'payment_method.attached',
      'invoice.created',
      'customer.subscription.created',
      'invoice.finalized',
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'invoice.updated',
      'invoice.paid',
      'invoice.payment_succeeded',
      'invoice_payment.paid',
      'customer.subscription.updated',
    ]);
    const updated = inbox.events.findLast(({ type }) => type === 'customer.subscription.updated');
    expect(updated).toMatchObject({
      api_version: '2026-10-28.endive',
      data: { object: { id: active.id, status: 'active' }, previous_attributes: { status: 'incomplete' } },
      request: { id: expect.stringMatching(/^req_/) as string },
    });
    expect((await stripe.events.retrieve(updated?.id ?? '')).pending_webhooks).toBe(0);
  });

  it('are sent again until they are accepted, the next event waiting its turn', async () => {
    const inbox = await openInbox(offline);
    inbox.answers = [500, 404];
    const webhooks = [{ url: inbox.url, secret: WEBHOOK_SECRET }];
    const { sandbox, stripe } = await startSandbox({ webhooks, retryDelaysMs: [10, 20, 30] });
    await stripe.products.create({ name: 'Season 1' });
    await stripe.customers.create({ name: 'Ada' });
    await sandbox.webhooksDelivered();
    expect(inbox.attempts).toBe(4);
    expect(inbox.events.map(({ type }) => type)).toEqual(['product.created', 'customer.created']);
  });

  it('are kept when every attempt fails, and can be sent again', async () => {
    const inbox = await openInbox(offline);
    inbox.answers = [500, 500];
    const webhooks = [{ url: inbox.url, secret: WEBHOOK_SECRET }];
    const { sandbox, stripe } = await startSandbox({ webhooks, retryDelaysMs: [10] });
    await stripe.customers.create({ name: 'Ada' });
    await sandbox.webhooksDelivered();
    expect(inbox.events).toEqual([]);
    const [event] = (await stripe.events.list()).data;
    await ask(sandbox, `events/${event?.id}/resend`, {});
    await sandbox.webhooksDelivered();
    expect(inbox.events.map(({ id }) => id)).toEqual([event?.id]);
  });

  it('go to endpoints made through the API, for the types they asked for', async () => {
    const { sandbox, stripe } = await startSandbox();
    const inbox = await openInbox(offline);
    const created = await stripe.webhookEndpoints.create({ url: inbox.url, enabled_events: ['customer.updated'] });
    inbox.secret = created.secret ?? '';
    expect((await stripe.webhookEndpoints.retrieve(created.id)).secret).toBeUndefined();
    const { id } = await stripe.customers.create({ name: 'Ada' });
    await stripe.customers.update(id, { name: 'Ada Reader' });
    await sandbox.webhooksDelivered();
    expect(inbox.events).toMatchObject([{ type: 'customer.updated', data: { previous_attributes: { name: 'Ada' } } }]);
    await stripe.webhookEndpoints.del(created.id);
    await stripe.customers.update(id, { name: 'Ada' });
    await sandbox.webhooksDelivered();
    expect(inbox.attempts).toBe(1);
  });
});
