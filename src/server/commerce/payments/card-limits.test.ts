import { expect, test } from 'vitest';
import { letAMonthPass } from '../../../../test/builders/months.ts';
import {
  CARD_DECLINED_AT_CHARGE,
  DECLINED_CARD,
  GOOD_CARD,
  intentOf,
  THREE_D_SECURE_CARD,
} from '../../../../test/clients/payer.ts';
import { startShop } from '../../../../test/server/shop.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { API } from '../../../contract/api.ts';
import { findIssuedIntent, deleteOldCardFailures } from './card-limits.ts';

const shop = await startShop();
const DAY_SECONDS = 86_400;

async function aDayPasses(...users: Shopper[]): Promise<void> {
  await shop.letPass(DAY_SECONDS + 60);
  await shop.sandbox.webhooksDelivered();
  await deleteOldCardFailures(shop.ctx);
  await Promise.all(users.map((user) => user.signInAgain()));
}

async function subscriber(): Promise<Shopper> {
  const user = await shop.signUp();
  await user.buy();
  return user;
}

test('a card update that was left open is closed before it is forgotten', async () => {
  const user = await subscriber();
  const { clientSecret } = await user.call(API.startCardUpdate);
  await aDayPasses(user);
  expect((await shop.stripe.setupIntents.retrieve(intentOf(clientSecret))).status).toBe('canceled');
  const { error } = await user.payer.confirmSetup(clientSecret, await user.payer.newCard(DECLINED_CARD));
  expect(error).not.toBe('card_declined');
  expect(await findIssuedIntent(shop.ctx.db, intentOf(clientSecret))).not.toBeNull();
  await aDayPasses();
  expect(await findIssuedIntent(shop.ctx.db, intentOf(clientSecret))).toBeNull();
});

test('a card update that Stripe cannot close today still counts, and is closed tomorrow', async () => {
  const user = await subscriber();
  const { clientSecret } = await user.call(API.startCardUpdate);
  const fault = { match: 'POST /v1/setup_intents', status: 500, times: 3 };
  await fetch(`${shop.sandbox.url}/_sandbox/fail`, { method: 'POST', body: JSON.stringify(fault) });
  await aDayPasses(user);
  expect(await findIssuedIntent(shop.ctx.db, intentOf(clientSecret))).toMatchObject({ closedAt: null });
  await aDayPasses(user);
  expect((await shop.stripe.setupIntents.retrieve(intentOf(clientSecret))).status).toBe('canceled');
});

test('an overdue renewal is remembered as long as a card can be tried on it', async () => {
  const user = await subscriber();
  const { clientSecret: update } = await user.call(API.startCardUpdate);
  await user.payer.confirmSetup(update, await user.payer.newCard(THREE_D_SECURE_CARD));
  await user.payer.authenticate(update, 'complete');
  await user.call(API.finishCardUpdate, { body: { setupIntentId: intentOf(update) } });
  await letAMonthPass(shop, user);
  const { clientSecret } = await user.call(API.payOutstanding);
  const renewal = clientSecret ?? '';
  await aDayPasses();
  await aDayPasses(user);
  let refused = 0;
  for (; refused < 5; refused++) {
    const { error } = await user.payer.confirm(renewal, await user.payer.newCard(CARD_DECLINED_AT_CHARGE));
    expect(error).toBe('card_declined');
    await shop.sandbox.webhooksDelivered();
  }
  await expect(user.call(API.startCardUpdate)).rejects.toMatchObject({ code: 'rate_limited' });
  await aDayPasses();
  expect(await findIssuedIntent(shop.ctx.db, intentOf(renewal))).not.toBeNull();
  await user.payer.confirm(renewal, await user.payer.newCard(GOOD_CARD));
  await aDayPasses();
  await aDayPasses();
  expect(await findIssuedIntent(shop.ctx.db, intentOf(renewal))).toBeNull();
});
