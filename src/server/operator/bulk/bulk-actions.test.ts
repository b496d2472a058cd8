import { randomUUID } from 'node:crypto';
import { eq, like } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { inDays } from '../../../../test/builders/gifts.ts';
import { rowOf } from '../../../../test/builders/months.ts';
import { hireOperator } from '../../../../test/builders/operators.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { startShop } from '../../../../test/server/shop.ts';
import type { BodyInputOf } from '../../../contract/endpoint.ts';
import { API } from '../../../contract/api.ts';
import { OPERATOR_API as CONSOLE } from '../../../contract/operator/api.ts';
import { customerTags } from '../../customers/schema.ts';
import { emailOutbox, emailSuppressions, operatorLog } from '../../platform/schema.ts';
import { deliveryHolds } from '../../fulfilment/schema.ts';
import { bulkActionRows } from './bulk-schema.ts';
import { workBulkAction } from './work-bulk-action.ts';

const shop = await startShop();
const { db } = shop.ctx;
const note = 'The paper came late.';
const users: Shopper[] = [];
const ids: string[] = [];
let clerk: Shopper;

beforeAll(async () => {
  clerk = await hireOperator(shop);
  for (let n = 0; n < 3; n++) {
    const user = await shop.signUp();
    const { subscriptionId } = await user.buy();
    await shop.sandbox.webhooksDelivered();
    users.push(user);
    ids.push((await rowOf(shop, subscriptionId)).id);
  }
});

const selected = () => ({ filter: { ids: ids.join(',') }, count: 3, note });

type Body = BodyInputOf<typeof CONSOLE.startBulkAction>;

async function start(body: Partial<Body> & Pick<Body, 'action'>) {
  return await clerk.call(CONSOLE.startBulkAction, { body: { key: randomUUID(), ...selected(), ...body } });
}

/** Runs two workers at once, then one more. */
async function work(id: string) {
  await Promise.all([workBulkAction(shop.ctx, id), workBulkAction(shop.ctx, id)]);
  await workBulkAction(shop.ctx, id);
  const { items } = await clerk.call(CONSOLE.listBulkActions);
  return items.find((item) => item.id === id);
}

test('an order sent twice is one action, which tags each subscriber once and is in the log once', async () => {
  const key = randomUUID();
  const [first, second] = await Promise.all([
    start({ key, action: 'tag', tag: 'late' }),
    start({ key, action: 'tag', tag: 'late' }),
  ]);
  expect(first?.id).toBe(second?.id);
  expect(await work(key)).toMatchObject({
    subscriptions: 3,
    done: 3,
    skipped: 0,
    finishedAt: expect.any(String) as string,
  });
  expect(await db.$count(customerTags, eq(customerTags.tag, 'late'))).toBe(3);
  expect(await db.$count(operatorLog, eq(operatorLog.subject, `bulk:${key}`))).toBe(1);
});

test('an email goes to each subscriber once, also when a worker died, and never to a suppressed address', async () => {
  const address = users[0]?.email ?? '';
  await db.insert(emailSuppressions).values({ address, reason: 'bounce', reportedBy: 'ses', since: shop.clock.now() });
  await users[1]?.call(API.saveProfile, { body: { preferences: { emailNotifications: false } } });
  const { id } = await start({ action: 'email', subject: 'Letter 5 is late', text: 'One.\n\nTwo.' });
  expect(await work(id)).toMatchObject({ done: 1, skipped: 2 });
  await db.update(bulkActionRows).set({ outcome: null }).where(eq(bulkActionRows.bulkActionId, id));
  expect(await work(id)).toMatchObject({ done: 0, skipped: 3 });
  const sent = await db
    .select()
    .from(emailOutbox)
    .where(like(emailOutbox.dedupeKey, `bulk:${id}:%`));
  expect(sent).toMatchObject([{ recipient: users[2]?.email, data: { subject: 'Letter 5 is late' } }]);
  const { items } = await clerk.call(CONSOLE.listSkipped, { params: { id } });
  expect(items.find(({ email }) => email === address)?.reason).toBe('Email to that address is suppressed.');
});

test('the fields of an email are filled in for each customer, and an unknown field is refused', async () => {
  const text = 'Dear {name}, your {plan} letters go to {address}. See {account}.';
  const { id } = await start({ action: 'email', subject: 'To {name}', text });
  await work(id);
  const dedupeKey = `bulk:${id}:${users[2]?.userId ?? ''}`;
  const [sent] = await db.select().from(emailOutbox).where(eq(emailOutbox.dedupeKey, dedupeKey));
  expect(sent?.data).toMatchObject({
    subject: expect.stringMatching(/^To [^{}]+$/) as string,
    text: expect.stringMatching(
      /^Dear [^{}]+, your monthly letters go to [^{}]+, [^{}]+\. See http\S+\/account\.$/,
    ) as string,
  });
  await expect(start({ action: 'email', subject: 'Hello', text: 'Dear {nmae}' })).rejects.toMatchObject({
    status: 400,
    fields: { text: '{nmae} isn’t one of the fields that are filled in.' },
  });
});

test('letters are held once until a day, by the rules of the customer’s own screen', async () => {
  const { id } = await start({ action: 'hold', resumeOn: inDays(shop, 90) });
  expect(await work(id)).toMatchObject({ done: 3 });
  const again = await start({ action: 'hold', resumeOn: inDays(shop, 90) });
  expect(await work(again.id)).toMatchObject({ done: 0, skipped: 3 });
  expect(await db.$count(deliveryHolds)).toBe(3);
});

test('an action on another number than was seen, or without what it needs, is refused and does nothing', async () => {
  await expect(start({ action: 'tag', tag: 'x', count: 2 })).rejects.toMatchObject({ status: 409 });
  await expect(start({ action: 'tag' })).rejects.toMatchObject({ status: 400, fields: { tag: 'Enter a tag.' } });
  await expect(start({ action: 'hold' })).rejects.toMatchObject({ status: 400 });
  await expect(start({ action: 'email', subject: 'Hello' })).rejects.toMatchObject({ status: 400 });
  expect(await db.$count(customerTags, eq(customerTags.tag, 'x'))).toBe(0);
});
