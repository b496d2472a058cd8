import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { ask, openShop, orderOf, sdk, startSandbox, subscribe } from './testing.ts';

describe('the sandbox refuses', () => {
  it('a parameter it does not know, naming it', async () => {
    const { stripe } = await startSandbox();
    const { customer, monthly } = await openShop(stripe);
    await expect(stripe.customers.create({ email: 'a@example.com', tax_exempt: 'none' })).rejects.toMatchObject({
      statusCode: 400,
      type: 'StripeInvalidRequestError',
      code: 'parameter_unknown',
      param: 'tax_exempt',
    });
    await expect(
      stripe.subscriptions.create({
        ...orderOf(customer, monthly),
        items: [{ price: monthly.id, tax_rates: ['txr_1'] }],
      }),
    ).rejects.toMatchObject({ code: 'parameter_unknown', param: 'items[0][tax_rates]' });
  });

  it('a missing, an empty and a malformed parameter, naming it', async () => {
    const { stripe } = await startSandbox();
    const price = { currency: 'usd', unit_amount: 1500 };
    await expect(stripe.prices.create(price)).rejects.toMatchObject({ code: 'parameter_missing', param: 'product' });
    await expect(stripe.prices.create({ ...price, product: '' })).rejects.toMatchObject({
      code: 'parameter_invalid_empty',
      param: 'product',
    });
    await expect(stripe.prices.create({ ...price, product: 'p', unit_amount: 1.5 })).rejects.toMatchObject({
      code: 'parameter_invalid_integer',
      param: 'unit_amount',
    });
  });

  it('`payment_method_types` on intents, which endive took away', async () => {
    const { stripe } = await startSandbox();
    const params = { payment_method_types: ['card'] } as Stripe.SetupIntentCreateParams;
    await expect(stripe.setupIntents.create(params)).rejects.toMatchObject({
      code: 'payment_method_types_no_longer_supported',
    });
  });

  it('a route that Stripe has and it has not', async () => {
    const { stripe } = await startSandbox();
    await expect(stripe.quotes.list()).rejects.toMatchObject({
      statusCode: 404,
      message: expect.stringContaining('Unrecognized request URL (GET: /v1/quotes)') as string,
    });
  });

  it('parameters in the wrong place: a POST’s in the query string, others in a body', async () => {
    const { sandbox, stripe } = await startSandbox();
    const headers = { authorization: 'Bearer sk_test_sandbox' };
    const handedOver = await fetch(`${sandbox.url}/v1/customers?email=a@example.com`, { method: 'POST', headers });
    expect(await handedOver.json()).toMatchObject({
      error: { type: 'invalid_request_error', code: 'parameter_unknown' },
    });
    const { id } = await stripe.customers.create({});
    const body = 'prorate=true';
    const deleted = await fetch(`${sandbox.url}/v1/customers/${id}`, { method: 'DELETE', headers, body });
    expect([handedOver.status, deleted.status]).toEqual([400, 400]);
    expect((await stripe.customers.list()).data).toHaveLength(1);
  });

  it('what cannot be read, as the caller’s fault', async () => {
    const { sandbox } = await startSandbox();
    const headers = { authorization: 'Bearer sk_test_sandbox' };
    const post = (path: string, body: string) => fetch(sandbox.url + path, { method: 'POST', headers, body });
    const refused = [
      await fetch(`${sandbox.url}/v1/customers/%E0%A4%A`, { headers }),
      await post('/v1/customers', `metadata${'[a]'.repeat(100_000)}=1`),
      await post('/v1/customers', `name=${'a'.repeat(3_000_000)}`),
      await post('/_sandbox/clock', '{"advance": 60'),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 413, 400]);
    for (const answer of refused) expect(await answer.json()).toHaveProperty('error.message');
  });

  it('a wrong key, and an object that is not there', async () => {
    const { sandbox, stripe } = await startSandbox();
    await expect(sdk(sandbox, 'sk_test_other').customers.list()).rejects.toMatchObject({ statusCode: 401 });
    await expect(stripe.customers.retrieve('cus_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    });
  });

  it('to do anything with a deleted customer, but still knows that there was one', async () => {
    const { stripe } = await startSandbox();
    const { customer, monthly } = await openShop(stripe);
    const { id } = await subscribe(stripe, customer, monthly);
    const gone = { id: customer.id, object: 'customer', deleted: true };
    expect(await stripe.customers.del(customer.id)).toMatchObject(gone);
    const expanded = { expand: ['invoice_settings.default_payment_method'] };
    expect(await stripe.customers.retrieve(customer.id, expanded)).toMatchObject(gone);
    expect(await stripe.subscriptions.retrieve(id, { expand: ['customer'] })).toMatchObject({ customer: gone });
    expect((await stripe.customers.list()).data).toEqual([]);
    for (const refused of [stripe.customers.update(customer.id, { name: 'Ada' }), stripe.customers.del(customer.id)]) {
      await expect(refused).rejects.toMatchObject({ statusCode: 404, code: 'resource_missing' });
    }
  });

  it('to expand what cannot be expanded', async () => {
    const { stripe } = await startSandbox();
    await expect(stripe.customers.create({ email: 'a@example.com', expand: ['email'] })).rejects.toMatchObject({
      statusCode: 400,
      param: 'expand',
    });
    expect((await stripe.customers.list()).data).toEqual([]);
  });
});

describe('idempotency keys at the sandbox', () => {
  it('answer a repeated request as the first time', async () => {
    const { stripe } = await startSandbox();
    const create = () => stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'cus:1' });
    const first = await create();
    const again = await create();
    expect(again.id).toBe(first.id);
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect((await stripe.customers.list()).data).toHaveLength(1);
  });

  it('answer a declined card as declined again, without a second charge', async () => {
    const { stripe } = await startSandbox();
    const intent = await stripe.paymentIntents.create({ amount: 1500, currency: 'usd' });
    const confirm = () =>
      stripe.paymentIntents.confirm(
        intent.id,
        { payment_method: 'pm_card_visa_chargeDeclined' },
        { idempotencyKey: 'pay:1' },
      );
    await expect(confirm()).rejects.toMatchObject({ statusCode: 402 });
    await expect(confirm()).rejects.toMatchObject({ statusCode: 402 });
    expect((await stripe.charges.list()).data).toHaveLength(1);
  });

  it('belong to one request: another with the same key is refused', async () => {
    const { stripe } = await startSandbox();
    await stripe.customers.create({ email: 'a@example.com' }, { idempotencyKey: 'cus:1' });
    await expect(
      stripe.customers.create({ email: 'b@example.com' }, { idempotencyKey: 'cus:1' }),
    ).rejects.toMatchObject({ statusCode: 400, rawType: 'idempotency_error' });
  });

  it('do not remember a request that was malformed', async () => {
    const { stripe } = await startSandbox();
    const key = { idempotencyKey: 'cus:1' };
    await expect(stripe.customers.create({ test_clock: 'clock_none' }, key)).rejects.toMatchObject({ statusCode: 404 });
    await expect(stripe.customers.create({ email: 'a@example.com' }, key)).resolves.toMatchObject({
      object: 'customer',
    });
  });

  it('are in use while the first request is under way, and the SDK’s retry then gets its answer', async () => {
    const { sandbox, stripe } = await startSandbox();
    const key = { idempotencyKey: 'cus:1' };
    const concurrently = (client: Stripe) =>
      Promise.allSettled(Array.from({ length: 20 }, () => client.customers.create({ email: 'a@example.com' }, key)));
    const outcomes = await concurrently(stripe);
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as Error] : []));
    expect(refused.every((error) => 'statusCode' in error && error.statusCode === 409)).toBe(true);
    expect((await concurrently(sdk(sandbox, 'sk_test_sandbox', 5))).every(({ status }) => status === 'fulfilled')).toBe(
      true,
    );
    expect((await stripe.customers.list()).data).toHaveLength(1);
  });
});

describe('failures made to order', () => {
  it('answer with a status, or cut the connection, as often as was asked', async () => {
    const { sandbox, stripe } = await startSandbox();
    await ask(sandbox, 'fail', { match: 'POST /v1/customers', status: 503, times: 1 });
    await ask(sandbox, 'fail', { match: '/v1/customers', status: 'drop', times: 2 });
    // (Twice: the SDK suspects a stale connection the first time.)
    await expect(stripe.customers.create({})).rejects.toMatchObject({ type: 'StripeAPIError', statusCode: 503 });
    await expect(stripe.customers.list()).rejects.toMatchObject({ type: 'StripeConnectionError' });
    await expect(stripe.customers.create({})).resolves.toMatchObject({ object: 'customer' });
  });

  it('can lose the answer after the work was done: the SDK’s retry finds it', async () => {
    const { sandbox, stripe } = await startSandbox();
    await ask(sandbox, 'fail', { match: 'POST /v1/customers', status: 'drop', times: 1, when: 'after' });
    await sdk(sandbox, 'sk_test_sandbox', 2).customers.create({ email: 'a@example.com' });
    expect((await stripe.customers.list()).data).toHaveLength(1);
  });
});

describe('lists at the sandbox', () => {
  it('come newest first, in pages', async () => {
    const { stripe } = await startSandbox();
    for (const name of ['one', 'two', 'three']) await stripe.customers.create({ name });
    const first = await stripe.customers.list({ limit: 2 });
    expect(first.data.map(({ name }) => name)).toEqual(['three', 'two']);
    expect(first.has_more).toBe(true);
    const names: unknown[] = [];
    for await (const { name } of stripe.customers.list({ limit: 1 })) names.push(name);
    expect(names).toEqual(['three', 'two', 'one']);
  });

  it('go on after one that has left the list meanwhile, and before it', async () => {
    const { stripe } = await startSandbox();
    const { customer, monthly } = await openShop(stripe);
    const { id: oldest } = await subscribe(stripe, customer, monthly);
    const { id: middle } = await subscribe(stripe, customer, monthly);
    const { id: newest } = await subscribe(stripe, customer, monthly);
    await stripe.subscriptions.cancel(middle);
    const ids = async (cursor: Stripe.SubscriptionListParams) =>
      (await stripe.subscriptions.list(cursor)).data.map(({ id }) => id);
    expect(await ids({ starting_after: middle })).toEqual([oldest]);
    expect(await ids({ ending_before: middle })).toEqual([newest]);
    await expect(ids({ starting_after: 'sub_none' })).rejects.toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      param: 'starting_after',
    });
  });
});
