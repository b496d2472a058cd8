import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { addSubscriberWithLetters } from '../../../../test/builders/letters-come.ts';
import { PASSWORD, Refusal, type Shopper } from '../../../../test/clients/shopper.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { MOST_NOTES, type NoteChangeBody, syncNotes } from '../../../contract/notes.ts';
import { deleteAccount, getOwnData } from '../../../contract/own-data.ts';
import { subscriptions } from '../../commerce/schema.ts';
import { notes } from './schema.ts';

const shop = await startShop();
const { db } = shop.ctx;
const SEASON = 'season-1';

let owner: Shopper;
let other: Shopper;
beforeAll(async () => {
  [owner, other] = [await addSubscriberWithLetters(shop, 3), await addSubscriberWithLetters(shop, 1)];
});

/** A change by a device of its own, unless it names one. */
function changeOf(change: Partial<NoteChangeBody> = {}): NoteChangeBody {
  const pin = { letter: 1, kind: 'letter', pinnedTo: '' } as const;
  return {
    id: randomUUID(),
    copyId: randomUUID(),
    seq: 1,
    base: 0,
    ...pin,
    text: 'two lists',
    deleted: false,
    ...change,
  };
}

async function sync(user: Shopper, changes: NoteChangeBody[] = [], device = randomUUID(), since = 0) {
  return await user.call(syncNotes, { body: { seasonId: SEASON, device, since, changes } });
}

async function refusal(call: Promise<unknown>): Promise<string> {
  return await call.then(
    () => 'taken',
    (error: unknown) => (error instanceof Refusal ? error.code : 'another error'),
  );
}

test('a note is stored with its pin, and told to the user’s other devices from where they left off', async () => {
  const change = changeOf({ letter: 3, kind: 'passage', pinnedTo: 'He does not explain the stamp.', text: 'Why? ' });
  const { cursor, taken } = await sync(owner, [change]);
  expect(taken).toEqual([{ id: change.id, seq: 1 }]);
  const { seq: _seq, base: _base, copyId: _copyId, ...note } = change;
  expect((await sync(owner)).notes).toContainEqual({ ...note, version: 1, changedAt: expect.any(String) as string });
  expect((await sync(owner, [], randomUUID(), cursor)).notes).toEqual([]);
});

test('a change that is sent again, because its answer was lost, is taken once', async () => {
  const [device, change] = [randomUUID(), changeOf({ text: 'once' })];
  for (let times = 0; times < 3; times += 1) await sync(owner, [change], device);
  const of = async () => (await sync(owner)).notes.filter(({ text }) => text.startsWith('once'));
  expect(await of()).toHaveLength(1);
  await sync(owner, [{ ...change, seq: 2, text: 'once, and then more' }], device);
  expect(await of()).toMatchObject([{ id: change.id, version: 2, text: 'once, and then more' }]);
});

test('what two devices have written of one note at once is kept side by side, in whichever order it comes', async () => {
  const [phone, tablet, change] = [randomUUID(), randomUUID(), changeOf({ text: 'one' })];
  await sync(owner, [change], phone);
  const later = { ...change, base: 1, copyId: randomUUID() };
  await sync(owner, [{ ...later, seq: 1, text: 'one, two' }], tablet);
  const late = { ...later, seq: 2, text: 'one, three', copyId: randomUUID() };
  const answers = [await sync(owner, [late], phone), await sync(owner, [late], phone)];
  for (const { notes: answer } of answers) {
    expect(answer).toContainEqual(expect.objectContaining({ id: change.id, text: 'one, two' }));
    expect(answer).toContainEqual(expect.objectContaining({ id: late.copyId, text: 'one, three', version: 1 }));
  }
});

test('nobody sees, changes or learns of another user’s notes, though the id be the same', async () => {
  const change = changeOf({ text: 'mine' });
  await sync(owner, [change]);
  expect((await sync(other)).notes).toEqual([]);
  await sync(other, [{ ...change, text: 'theirs' }]);
  const rows = await db.select().from(notes).where(eq(notes.id, change.id));
  expect(new Map(rows.map(({ userId, text }) => [userId, text]))).toEqual(
    new Map([
      [owner.userId, 'mine'],
      [other.userId, 'theirs'],
    ]),
  );
});

test('no note is pinned to a letter that has not come, or in a season that does not come to the user', async () => {
  expect(await refusal(sync(other, [changeOf({ letter: 2 })]))).toBe('not_found');
  expect(await refusal(sync(await shop.signUp(), [changeOf()]))).toBe('not_found');
  const body = { seasonId: 'season-2', device: randomUUID(), since: 0, changes: [changeOf()] };
  expect(await refusal(owner.call(syncNotes, { body }))).toBe('not_found');
});

test('a refunded season closes its notes, and a cancelled one does not', async () => {
  const user = await addSubscriberWithLetters(shop, 1);
  const set = async (values: Partial<typeof subscriptions.$inferInsert>) =>
    await db.update(subscriptions).set(values).where(eq(subscriptions.userId, user.userId));
  await set({ status: 'cancelled' });
  expect(await refusal(sync(user, [changeOf()]))).toBe('taken');
  await set({ refundRequestedAt: shop.clock.now() });
  expect(await refusal(sync(user))).toBe('not_found');
});

test('a book that is full takes changes of its notes, and no new one', async () => {
  const user = await addSubscriberWithLetters(shop, 1);
  const row = { userId: user.userId, seasonId: SEASON, letter: 1, kind: 'letter', pinnedTo: '' } as const;
  const state = { text: '', deleted: false, version: 1, applied: {}, changedAt: shop.clock.now() };
  const rows = Array.from({ length: MOST_NOTES }, (_, index) => ({
    ...row,
    ...state,
    id: randomUUID(),
    changeNumber: index + 1,
  }));
  for (let from = 0; from < MOST_NOTES; from += 4_000) await db.insert(notes).values(rows.slice(from, from + 4_000));
  expect(await refusal(sync(user, [changeOf()]))).toBe('wrong_state');
  expect(await refusal(sync(user, [changeOf({ id: rows[0]?.id ?? '', base: 1 })]))).toBe('taken');
  const first = await sync(user);
  expect([first.notes.length, first.more]).toEqual([500, true]);
});

test('the copy of one’s data has the notes that stand, and erasure deletes them all', async () => {
  const user = await addSubscriberWithLetters(shop, 1);
  const [device, gone] = [randomUUID(), changeOf({ text: 'a thought better of' })];
  await sync(user, [gone, changeOf({ text: 'kept', seq: 2 })], device);
  await sync(user, [{ ...gone, seq: 3, base: 1, deleted: true }], device);
  await user.signInAgain();
  const own = (await user.call(getOwnData)).notes;
  expect(own).toMatchObject([{ seasonId: SEASON, letter: 1, text: 'kept' }]);
  expect(await db.$count(notes, eq(notes.text, 'a thought better of'))).toBe(0);
  await db.update(subscriptions).set({ status: 'cancelled' }).where(eq(subscriptions.userId, user.userId));
  await user.call(deleteAccount, { body: { password: PASSWORD } });
  expect(await db.$count(notes, eq(notes.userId, user.userId))).toBe(0);
});
