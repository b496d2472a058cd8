import { expect, test } from 'vitest';
import { startShop } from '../../../../test/server/shop.ts';
import { setUpWebhook, WEBHOOK_EVENTS } from './webhook-endpoint.ts';

const shop = await startShop();
const URL_OF_SHOP = 'https://shop.example/webhooks/stripe';

async function endpoints() {
  const { data } = await shop.stripe.webhookEndpoints.list({ limit: 100 });
  return data.filter(({ url }) => url === URL_OF_SHOP).map(({ enabled_events: events }) => events);
}

test('Stripe is told once where to send our events, and gives the secret once', async () => {
  const first = await setUpWebhook(shop.stripe, URL_OF_SHOP);
  expect(first.secret).toMatch(/^whsec_/);
  expect(await setUpWebhook(shop.stripe, URL_OF_SHOP)).toEqual({ url: URL_OF_SHOP, secret: null });
  expect(await endpoints()).toEqual([[...WEBHOOK_EVENTS]]);
});

test('an endpoint that listens for less is replaced', async () => {
  for (const { id } of (await shop.stripe.webhookEndpoints.list()).data) await shop.stripe.webhookEndpoints.del(id);
  await shop.stripe.webhookEndpoints.create({ url: URL_OF_SHOP, enabled_events: ['invoice.paid'] });
  expect((await setUpWebhook(shop.stripe, URL_OF_SHOP)).secret).toMatch(/^whsec_/);
  expect(await endpoints()).toEqual([[...WEBHOOK_EVENTS]]);
});
