import { expect, test } from 'vitest';
import { giveGift, newYorkToday } from '../../test/builders/gifts.ts';
import type { Shopper } from '../../test/clients/shopper.ts';
import { startShop } from '../../test/server/shop.ts';
import { eq } from 'drizzle-orm';
import { HARBOR_ADDRESS } from '../../test/builders/addresses.ts';
import { rateLimits } from './platform/schema.ts';
import { API } from '../contract/api.ts';

const shop = await startShop({ settings: { AUTH_RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' } });
/** Certificates that fit the budget after creating the giver's Stripe customer. */
const CERTIFICATES = 11;
const REFUSED = { status: 429, code: 'rate_limited' };

test('certificates, forms for another card and the export of one’s data share a budget of a user', async () => {
  const [giver, other] = [await shop.signUp(), await shop.signUp()];
  const { id } = await giveGift(giver, newYorkToday(shop));
  const theirs = await giveGift(other, newYorkToday(shop));
  for (let count = 0; count < CERTIFICATES; count++) await giver.call(API.printGiftCertificate, { params: { id } });
  await expect(giver.call(API.printGiftCertificate, { params: { id } })).rejects.toMatchObject(REFUSED);
  await expect(giver.call(API.startCardUpdate)).rejects.toMatchObject(REFUSED);
  await expect(giver.call(API.getOwnData)).rejects.toMatchObject(REFUSED);
  await expect(other.call(API.printGiftCertificate, { params: { id: theirs.id } })).resolves.toBeDefined();
  shop.clock.advance(601);
  await expect(giver.call(API.printGiftCertificate, { params: { id } })).resolves.toBeDefined();
});

test('users of one network share a budget, and those of another have theirs', async () => {
  const users = await Promise.all(Array.from({ length: 5 }, () => shop.signUp()));
  for (const user of users) user.callFrom('203.0.113.9');
  for (const user of users.slice(0, 4)) {
    for (let count = 0; count < 12; count++) await user.call(API.getOwnData);
  }
  const last = users[4] ?? (await shop.signUp());
  await expect(last.call(API.getOwnData)).rejects.toMatchObject(REFUSED);
  last.callFrom('203.0.113.10');
  await expect(last.call(API.getOwnData)).resolves.toBeDefined();
});

const save = (visitor: Shopper) => visitor.call(API.saveBillingAddress, { body: HARBOR_ADDRESS });

test('accounts that have bought nothing make sixty customers at Stripe in ten minutes from one network', async () => {
  const [user, other] = [await shop.signUp(), await shop.signUp()];
  for (const visitor of [user, other]) visitor.callFrom('203.0.113.30');
  await save(user);
  const [spent] = await shop.ctx.db
    .select()
    .from(rateLimits)
    .where(eq(rateLimits.key, `dear:user:${user.userId}`));
  expect(spent?.points).toBe(4);
  await save(user);
  const network = shop.ctx.keys.pseudonym('203.0.113.30');
  const points = shop.ctx.db.update(rateLimits).set({ points: 240 });
  await points.where(eq(rateLimits.key, `dear:network:${network}`));
  await expect(save(user)).resolves.toBeDefined();
  await expect(save(other)).rejects.toMatchObject(REFUSED);
});

const guess = (user: Shopper, promoCode: string) => user.call(API.validatePromoCode, { body: { promoCode } });

test('codes are guessed ninety times in ten minutes from one network, with however many accounts', async () => {
  const users = await Promise.all(Array.from({ length: 4 }, () => shop.signUp()));
  for (const user of users) user.callFrom('203.0.113.20');
  for (const user of users.slice(0, 3)) {
    await Promise.all(Array.from({ length: 30 }, (_, number) => guess(user, `GUESS${number}`)));
  }
  const last = users[3] ?? (await shop.signUp());
  await expect(guess(last, 'ONE-MORE')).rejects.toMatchObject(REFUSED);
});
