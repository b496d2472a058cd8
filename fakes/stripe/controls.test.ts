import { describe, expect, it } from 'vitest';
import { send } from '../../test/load/fuzz/raw-request.ts';
import { ask, openShop, startSandbox, subscribe } from './testing.ts';

describe('the controls of the sandbox', () => {
  it('show subscriptions, invoices, payments and events to a user', async () => {
    const { sandbox, stripe } = await startSandbox();
    const { customer, monthly } = await openShop(stripe, { email: '<b>ada</b>@example.com' });
    await subscribe(stripe, customer, monthly);
    const page = await (await fetch(`${sandbox.url}/_sandbox/`)).text();
    expect(page).toContain('Subscriptions (1)');
    expect(page).toContain('$15.00 a month');
    expect(page).toContain('&lt;b&gt;ada&lt;/b&gt;@example.com');
    expect(page).toContain('customer.subscription.updated');
  });

  it('move the clock from a form of the page, and return to it', async () => {
    const { sandbox } = await startSandbox();
    const moved = await fetch(`${sandbox.url}/_sandbox/clock`, {
      method: 'POST',
      headers: { accept: 'text/html', origin: sandbox.url },
      body: new URLSearchParams({ advance: '86400' }),
    });
    expect(moved.url).toBe(`${sandbox.url}/_sandbox/`);
  });

  it('are closed to other sites', async () => {
    const { sandbox } = await startSandbox();
    const post = (path: string) =>
      fetch(`${sandbox.url}/_sandbox/${path}`, { method: 'POST', headers: { origin: 'https://evil.example' } });
    expect((await post('reset')).status).toBe(403);
    expect((await post('3ds/pi_none')).status).toBe(403);
  });

  it('are open at names of this machine alone, and Stripe.js to the shop’s pages', async () => {
    const { sandbox } = await startSandbox({ siteUrl: 'https://shop.example' });
    const statusFor = async (headers: Record<string, string>, target = '/_sandbox/stripe.js') =>
      (await send(sandbox.url, { method: 'GET', target, headers, body: null })).status;
    const asRebound = { host: `evil.example:${sandbox.port}` };
    expect(await statusFor(asRebound, '/v1/customers')).toBe(421);
    expect(await statusFor(asRebound, '/_sandbox/events')).toBe(421);
    expect(await statusFor({ host: 'localhost.evil.example' })).toBe(421);
    expect(await statusFor({ host: `localhost:${sandbox.port}`, origin: 'http://localhost:3000' })).toBe(200);
    expect(await statusFor({ origin: 'https://shop.example' })).toBe(200);
    expect(await statusFor({ origin: 'https://evil.example' })).toBe(403);
    expect(await statusFor({ origin: 'null' }, '/v1/customers')).toBe(403);
  });

  it('refuse what they do not know', async () => {
    const { sandbox } = await startSandbox();
    expect((await ask(sandbox, 'clock', { advance: 60, backwards: true })).status).toBe(400);
    expect((await ask(sandbox, 'explode', {})).status).toBe(404);
  });

  it('open a dispute, and empty everything', async () => {
    const { sandbox, stripe } = await startSandbox();
    const { customer, monthly } = await openShop(stripe);
    await subscribe(stripe, customer, monthly);
    const [charge] = (await stripe.charges.list()).data;
    await ask(sandbox, `charges/${charge?.id}/dispute`, {});
    expect((await stripe.charges.retrieve(charge?.id ?? '')).disputed).toBe(true);
    await ask(sandbox, 'reset', {});
    expect((await stripe.customers.list()).data).toEqual([]);
    expect((await stripe.events.list()).data).toEqual([]);
  });

  it('serve Stripe.js as one classic script', async () => {
    const { sandbox } = await startSandbox();
    const answer = await fetch(`${sandbox.url}/_sandbox/stripe.js`);
    expect(answer.headers.get('content-type')).toContain('text/javascript');
    const script = await answer.text();
    expect(script).toContain('endive');
    expect(script).not.toMatch(/^(import|export) /m);
  });
});
