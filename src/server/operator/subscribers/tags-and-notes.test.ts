import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { hireOperator } from '../../../../test/builders/operators.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { terminalOf } from '../../../../test/clients/terminal.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { API } from '../../../contract/api.ts';
import { OPERATOR_API as CONSOLE } from '../../../contract/operator/api.ts';
import { customerNotes, customerTags } from '../../customers/schema.ts';
import { operatorLog } from '../../platform/schema.ts';

const shop = await startShop();
let clerk: Shopper;

beforeAll(async () => {
  clerk = await hireOperator(shop);
});

async function logged(user: Shopper, action: string) {
  const isIt = and(eq(operatorLog.subject, `user:${user.userId}`), eq(operatorLog.action, action));
  return await shop.ctx.db.$count(operatorLog, isIt);
}

test('two operators who add the same tag at once add it once, and one of them is told', async () => {
  const user = await shop.signUp();
  const params = { id: user.userId };
  const add = () => clerk.call(CONSOLE.addTag, { params, body: { tag: ' VIP ' } });
  const results = await Promise.allSettled([add(), add()]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const { tags } = await clerk.call(CONSOLE.getSubscriberTags, { params });
  expect(tags).toMatchObject([{ tag: 'vip', operator: clerk.email }]);
  expect(await logged(user, 'tag_added')).toBe(1);
  await clerk.call(CONSOLE.removeTag, { params, body: { tag: 'vip' } });
  await expect(clerk.call(CONSOLE.removeTag, { params, body: { tag: 'vip' } })).rejects.toMatchObject({ status: 409 });
});

test('a note sent twice is kept once, with who wrote it and when', async () => {
  const user = await shop.signUp();
  const params = { id: user.userId };
  const body = { key: randomUUID(), text: 'Moves in May.\nCall first.' };
  const add = () => clerk.call(CONSOLE.addNote, { params, body });
  const [one, other] = await Promise.all([add(), add()]);
  expect(one).toEqual(other);
  const { items } = await clerk.call(CONSOLE.listSubscriberNotes, { params });
  expect(items).toMatchObject([{ text: body.text, operator: clerk.email }]);
  expect(await logged(user, 'note_added')).toBe(1);
  await clerk.call(CONSOLE.deleteNote, { params: { id: one.id } });
  await expect(clerk.call(CONSOLE.deleteNote, { params: { id: one.id } })).rejects.toMatchObject({ status: 404 });
});

test('tags and notes are in the customer’s export without their writer, and erased with the account', async () => {
  const user = await shop.signUp();
  const params = { id: user.userId };
  await terminalOf(shop)('add-tag', '--id', user.userId, '--tag', 'press');
  await clerk.call(CONSOLE.addNote, { params, body: { key: randomUUID(), text: 'Writes for the Harbor Times.' } });
  const data = await user.call(API.getOwnData);
  expect(data.tagsAboutYou).toMatchObject([{ tag: 'press' }]);
  expect(data.notesAboutYou).toMatchObject([{ text: 'Writes for the Harbor Times.' }]);
  expect(JSON.stringify(data)).not.toContain(clerk.email);
  await user.call(API.deleteAccount, { body: { password: 'the-tide-knows-1957' } });
  for (const table of [customerTags, customerNotes]) {
    expect(await shop.ctx.db.$count(table, eq(table.userId, user.userId))).toBe(0);
  }
});

test('bad tags name the field, and nobody but an operator tags', async () => {
  const user = await shop.signUp();
  const params = { id: user.userId };
  await expect(clerk.call(CONSOLE.addTag, { params, body: { tag: '<b>' } })).rejects.toMatchObject({ status: 400 });
  await expect(user.call(CONSOLE.addTag, { params, body: { tag: 'vip' } })).rejects.toMatchObject({ status: 404 });
  const id = randomUUID();
  await expect(clerk.call(CONSOLE.addTag, { params: { id }, body: { tag: 'vip' } })).rejects.toMatchObject({
    status: 404,
  });
});
