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
import { findHanded, forgetCardTrials } from './card-limits.ts';

const shop = await startShop();
const DAY_SECONDS = 86_400;

async function aDayPasses(...people: Shopper[]): Promise<void> {
  await shop.letPass(DAY_SECONDS + 60);
  await shop.sandbox.webhooksDelivered();
  await forgetCardTrials(shop.ctx);
  await Promise.all(people.map((person) => person.signInAgain()));
}

async function subscriber(): Promise<Shopper> {
  const person = await shop.signUp();
  await person.buy();
  return person;
}

test('a card update that was left open is closed before it is forgotten', async () => {
  const person = await subscriber();
  const { clientSecret } = await person.call(API.startCardUpdate);
  await aDayPasses(person);
  expect((await shop.provider.setupIntents.retrieve(intentOf(clientSecret))).status).toBe('canceled');
  const { error } = await person.payer.confirmSetup(clientSecret, await person.payer.newCard(DECLINED_CARD));
  expect(error).not.toBe('card_declined');
  expect(await findHanded(shop.ctx.db, intentOf(clientSecret))).not.toBeNull();
  await aDayPasses();
  expect(await findHanded(shop.ctx.db, intentOf(clientSecret))).toBeNull();
});

test('a card update that the provider cannot close today still counts, and is closed tomorrow', async () => {
  const person = await subscriber();
  const { clientSecret } = await person.call(API.startCardUpdate);
  const fault = { match: 'POST /v1/setup_intents', status: 500, times: 3 };
  await fetch(`${shop.sandbox.url}/_sandbox/fail`, { method: 'POST', body: JSON.stringify(fault) });
  await aDayPasses(person);
  expect(await findHanded(shop.ctx.db, intentOf(clientSecret))).toMatchObject({ closedAt: null });
  await aDayPasses(person);
  expect((await shop.provider.setupIntents.retrieve(intentOf(clientSecret))).status).toBe('canceled');
});

test('an overdue renewal is remembered as long as a card can be tried on it', async () => {
  const person = await subscriber();
  const { clientSecret: update } = await person.call(API.startCardUpdate);
  await person.payer.confirmSetup(update, await person.payer.newCard(THREE_D_SECURE_CARD));
  await person.payer.authenticate(update, 'complete');
  await person.call(API.finishCardUpdate, { body: { setupIntentId: intentOf(update) } });
  await letAMonthPass(shop, person);
  const { clientSecret } = await person.call(API.payOutstanding);
  const renewal = clientSecret ?? '';
  await aDayPasses();
  await aDayPasses(person);
  let refused = 0;
  for (; refused < 5; refused++) {
    const { error } = await person.payer.confirm(renewal, await person.payer.newCard(CARD_DECLINED_AT_CHARGE));
    expect(error).toBe('card_declined');
    await shop.sandbox.webhooksDelivered();
  }
  await expect(person.call(API.startCardUpdate)).rejects.toMatchObject({ code: 'rate_limited' });
  await aDayPasses();
  expect(await findHanded(shop.ctx.db, intentOf(renewal))).not.toBeNull();
  await person.payer.confirm(renewal, await person.payer.newCard(GOOD_CARD));
  await aDayPasses();
  await aDayPasses();
  expect(await findHanded(shop.ctx.db, intentOf(renewal))).toBeNull();
});
