import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { HARBOR_ADDRESS } from '../../../../test/builders/addresses.ts';
import { giveGift, newYorkToday } from '../../../../test/builders/gifts.ts';
import { hireOperator } from '../../../../test/builders/operators.ts';
import { PASSWORD, type Shopper } from '../../../../test/clients/shopper.ts';
import { interleave } from '../../../../test/load/interleave.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { API } from '../../../contract/api.ts';
import { OPERATOR_API } from '../../../contract/operator/api.ts';
import { cardsOnFile, cardSnapshots } from '../../commerce/billing-schema.ts';
import { claimCards } from '../../commerce/cards/card-on-file.ts';
import { announceGifts } from '../../commerce/gifts/announce-gift.ts';
import { suppress } from '../../platform/suppressions/suppressions.ts';

const shop = await startShop({
  workers: true,
  settings: { AUTH_RATE_LIMIT_FACTOR: '100', AUTH_MAIL_GAP_SECONDS: '0' },
});

const NAME = 'Zenobia Quillfeather';
const STREETS = ['77 Erasure Wharf', '8 Former Row', '9 Interim Lane'] as const;
const RECIPIENT = { recipientName: 'Ottoline Present', recipientEmail: 'ottoline@example.com' } as const;
const WORDS = ['cherished pearls', 'sold the boat', 'rings at noon', 'the ferryman did it'] as const;

/** The tables, each with how many of its rows contain one of the texts. */
async function tablesWith(texts: readonly string[]): Promise<Record<string, number>> {
  const { db } = shop.ctx;
  const { rows } = await db.execute<{ table: string }>(
    sql`select format('%I.%I', schemaname, tablename) as table from pg_tables where schemaname in ('public', 'auth', 'pgboss')`,
  );
  const found: Record<string, number> = {};
  for (const { table } of rows) {
    const counted = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${sql.raw(table)} t where t::text ilike any(${sql.param(texts.map((text) => `%${text}%`))}::text[])`,
    );
    const count = counted.rows[0]?.count ?? 0;
    if (count > 0) found[table] = count;
  }
  return found;
}

async function moveMailbox(user: Shopper, email: string): Promise<void> {
  const headers = { authorization: `Bearer ${user.accessToken}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ email, current_password: PASSWORD });
  const answer = await fetch(`${shop.siteUrl}/auth/v1/user`, { method: 'PUT', headers, body });
  expect(answer.status).toBe(200);
}

test('an erased account leaves its name, addresses, emails and texts in no table', async () => {
  const clerk = await hireOperator(shop);
  const user = await shop.signUp();
  const former = user.email;
  const present = `present-${former}`;
  await user.call(API.saveProfile, { body: { fullName: NAME } });
  const { id: addressId } = await user.homeAddress();
  for (const addressLine1 of [STREETS[1], STREETS[0]]) {
    const address = { ...HARBOR_ADDRESS, fullName: NAME, addressLine1 };
    await user.call(API.moveAddress, { body: { addressId, address, subscriptions: [] } });
  }
  const bought = await user.buy();
  await giveGift(user, newYorkToday(shop), { ...RECIPIENT, giftMessage: WORDS[0] });
  await announceGifts(shop.ctx);
  await shop.sandbox.webhooksDelivered();
  const [own, gift] = (await user.call(API.getAccount)).subscriptions;
  const params = { id: own?.id ?? '' };
  const address = { ...HARBOR_ADDRESS, fullName: NAME, addressLine1: STREETS[2] };
  await user.call(API.sendElsewhere, { params, body: { fromLetter: 2, toLetter: 3, address } });
  const page = { params: { id: user.userId } };
  await clerk.call(OPERATOR_API.getSubscriber, page);
  await clerk.call(OPERATOR_API.addTag, { ...page, body: { tag: 'patient' } });
  await clerk.call(OPERATOR_API.addNote, { ...page, body: { key: crypto.randomUUID(), text: WORDS[2] } });
  const report = { email: former, reason: 'bounce', reportedBy: 'ses', at: shop.clock.now() } as const;
  await suppress(shop.ctx.db, report, shop.clock.now());
  await clerk.call(OPERATOR_API.liftEmailSuppression, { body: { address: former, note: 'The mailbox works.' } });
  const headers = { authorization: `Bearer ${clerk.accessToken}`, accept: 'text/csv' };
  const exported = await fetch(`${shop.siteUrl}/api/operator/search?q=${encodeURIComponent(former)}`, { headers });
  await exported.text();
  await moveMailbox(user, present);
  await shop.stripe.customers.update(bought.customerId, { email: `stripe-${former}` });
  await shop.sandbox.webhooksDelivered();
  await user.call(API.cancelSubscription, { params, body: { reason: 'other', comment: WORDS[1] } });
  await user.call(API.cancelSubscription, { params: { id: gift?.id ?? '' } });
  const texts = [NAME, ...STREETS, former, ...Object.values(RECIPIENT), ...WORDS];
  expect(Object.keys(await tablesWith(texts)).length).toBeGreaterThan(8);
  await user.call(API.deleteAccount, { body: { password: PASSWORD } });
  expect(await tablesWith(texts)).toEqual({});
  await expect.poll(async () => (await shop.stripe.customers.list({ email: present })).data).toEqual([]);
  const isDeleted = async () => (await shop.stripe.customers.retrieve(bought.customerId)).deleted;
  await expect.poll(isDeleted).toBe(true);
  await shop.sandbox.webhooksDelivered();
  const open = await clerk.call(OPERATOR_API.listStripeChanges, { query: {} });
  expect(open.items.map(({ kind }) => kind)).not.toContain('customer_deleted');
  expect(await tablesWith(texts)).toEqual({});
});

test('an account is erased while Stripe’s cards are read again, and the two don’t deadlock', async () => {
  const { db } = shop.ctx;
  const user = await shop.signUp();
  const { customerId } = await user.buy();
  await shop.sandbox.webhooksDelivered();
  const [own] = (await user.call(API.getAccount)).subscriptions;
  await user.call(API.cancelSubscription, { params: { id: own?.id ?? '' } });
  const ofUser = eq(cardsOnFile.userId, user.userId);
  await expect.poll(() => db.$count(cardsOnFile, ofUser)).toBe(1);
  const owner = { userId: user.userId, stripeCustomerId: customerId };
  await interleave(db, {
    hold: (tx) => claimCards(tx, owner, 'readAt', shop.clock.now()),
    call: () => user.call(API.deleteAccount, { body: { password: PASSWORD } }),
    meanwhile: (tx) => tx.delete(cardsOnFile).where(ofUser),
  });
  expect(await db.$count(cardSnapshots, eq(cardSnapshots.userId, user.userId))).toBe(0);
});
