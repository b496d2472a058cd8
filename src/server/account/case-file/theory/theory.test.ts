import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { extractText } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { holdLetters, SEASON } from '../../../../../test/builders/case-files.ts';
import { handOverLetters } from '../../../../../test/builders/subscribers.ts';
import { newYorkToday } from '../../../../../test/builders/gifts.ts';
import { PASSWORD, type Shopper } from '../../../../../test/clients/shopper.ts';
import { startShop } from '../../../../../test/server/shop.ts';
import { API } from '../../../../contract/api.ts';
import type { Theory } from '../../../../contract/case-theory.ts';
import { addDays } from '../../../../domain/calendar-date.ts';
import { users } from '../../../identity/schema.ts';
import { theories, theorySteps } from '../schema.ts';

const shop = await startShop();
const season = SEASON;
const params = { season };

const read = (user: Shopper) => user.call(API.getTheory, { params });
const save = (user: Shopper, theory: Partial<Theory>) =>
  user.call(API.saveTheory, { params, body: { who: null, how: null, why: null, words: '', ...theory } });
const seal = (user: Shopper, theory: Partial<Theory> = {}) =>
  user.call(API.sealTheory, { params, body: { ...WRONG, ...theory } });

const WRONG = { who: 'pike', how: 'tea', why: 'office', words: 'It is always the apprentice.' } as const;
const RIGHT = { who: 'vane', how: 'root-on-gum', why: 'number-one', words: 'She lay it on the sill.' } as const;
/** PostgreSQL's code for what a trigger refuses. */
const RAISED = 'P0001';
const SEALED = { status: 409, code: 'wrong_state' };

async function withLetters(come: number): Promise<{ user: Shopper; subscriptionId: string }> {
  const user = await shop.signUp();
  return { user, subscriptionId: await holdLetters(shop, user, { come }) };
}

test('a theory chooses from what one has met so far, and nothing else', async () => {
  const { user } = await withLetters(3);
  const { who, how, why } = await read(user);
  expect(who.map(({ id }) => id)).toEqual(['pike', 'thorne', 'no-one', 'herself']);
  expect(Math.max(...[...who, ...how, ...why].map(({ letter }) => letter))).toBe(3);
  await expect(save(user, { who: 'vane' })).rejects.toMatchObject({ status: 404, code: 'not_found' });
  await expect(save(user, { how: 'no-such-thing' })).rejects.toMatchObject({ status: 404, code: 'not_found' });
  expect(await save(user, { who: 'thorne', words: 'He drew it.' })).toMatchObject({
    theory: { who: 'thorne', how: null, why: null, words: 'He drew it.' },
    sealedAt: null,
    opened: null,
  });
});

describe('a sealed theory', () => {
  test('has the server’s date, and no call, clock or second tab changes it', async () => {
    const { user } = await withLetters(8);
    await save(user, WRONG);
    const sealed = await seal(user);
    expect(sealed).toMatchObject({ theory: WRONG, sealedWith: 8, canSeal: false });
    expect(Math.abs(Date.parse(sealed.sealedAt ?? '') - shop.clock.now().getTime())).toBeLessThan(60_000);
    shop.clock.advance(-3600);
    await expect(save(user, { who: 'thorne' })).rejects.toMatchObject(SEALED);
    await expect(seal(user, { who: 'thorne' })).rejects.toMatchObject(SEALED);
    shop.clock.advance(3600);
    const dated = { params, body: { ...WRONG, who: 'thorne', sealedAt: '2020-01-01T00:00:00Z' } };
    await expect(user.call(API.sealTheory, dated)).rejects.toMatchObject(SEALED);
    expect(await read(user)).toEqual(sealed);
  });

  test('is what one of two tabs has sealed, and the other tab’s change is refused', async () => {
    const { user } = await withLetters(8);
    const tabs = await Promise.allSettled([
      seal(user, { words: 'first' }),
      seal(user, { words: 'second' }),
      save(user, { ...WRONG, who: 'thorne' }),
      save(user, { ...WRONG, who: 'vane' }),
    ]);
    expect(tabs.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    const refusals = tabs.flatMap((tab) => (tab.status === 'rejected' ? [tab.reason as unknown] : []));
    expect(refusals).toEqual(refusals.map(() => expect.objectContaining(SEALED) as unknown));
    const after = await read(user);
    expect(after.sealedAt).not.toBeNull();
    await expect(save(user, { who: 'vane' })).rejects.toMatchObject(SEALED);
    expect(await read(user)).toEqual(after);
  });

  test('is guarded by the database itself', async () => {
    const { user } = await withLetters(2);
    await seal(user, { why: 'own-letter' });
    const { db } = shop.ctx;
    const own = and(eq(theories.userId, user.userId), eq(theories.seasonId, season));
    const step = { userId: user.userId, seasonId: season, letters: 9, who: 'vane', how: 'gum', why: 'number-one' };
    const attempts = [
      db.update(theories).set({ who: 'vane' }).where(own),
      db.update(theories).set({ sealedAt: null }).where(own),
      db.delete(theories).where(own),
      db.insert(theorySteps).values(step),
      db.update(theorySteps).set({ who: 'vane' }).where(eq(theorySteps.userId, user.userId)),
      db.execute(sql`truncate case_theories`),
    ];
    for (const attempt of attempts) await expect(attempt).rejects.toMatchObject({ cause: { code: RAISED } });
    expect((await read(user)).theory.who).toBe('pike');
  });
});

describe('when the last letter has arrived', () => {
  test('a theory is opened, its certificate says since when it was right, and nothing more can be sealed', async () => {
    const { user, subscriptionId } = await withLetters(9);
    await save(user, WRONG);
    await handOverLetters(shop.ctx.db, subscriptionId, upTo(13, -40), { from: 10 });
    await save(user, { ...RIGHT, how: 'gum' });
    await handOverLetters(shop.ctx.db, subscriptionId, upTo(1, -20), { from: 23 });
    expect((await seal(user, RIGHT)).opened).toBeNull();
    await expect(user.call(API.printTheoryCertificate, { params })).rejects.toMatchObject(SEALED);
    await user.call(API.openHint, { params, body: { puzzle: 'row', rung: 1 } });
    await handOverLetters(shop.ctx.db, subscriptionId, upTo(1, -9), { from: 24 });
    const { opened, sealedWith } = await read(user);
    expect(opened).toMatchObject({ who: { right: true }, how: { right: true }, why: { right: true } });
    expect(opened).toMatchObject({ rightFrom: 22, hints: 1, others: null });
    expect(sealedWith).toBe(23);
    const { pdfBase64 } = await user.call(API.printTheoryCertificate, { params });
    const { totalPages, text } = await extractText(new Uint8Array(Buffer.from(pdfBase64, 'base64')), {
      mergePages: true,
    });
    expect(totalPages).toBe(1);
    const words = text.replaceAll(/\s+/g, ' ');
    expect(words).toContain((await user.homeAddress()).fullName);
    for (const said of [
      'Mrs. Vane of Prospect House',
      'when 23 letters had arrived',
      'The theory was right from letter 22 on',
      'One hint',
    ]) {
      expect(words).toContain(said);
    }
  });

  test('who has not sealed by then has what they thought, and cannot seal it', async () => {
    const { user, subscriptionId } = await withLetters(8);
    await save(user, WRONG);
    await handOverLetters(shop.ctx.db, subscriptionId, upTo(16, -20), { from: 9 });
    await expect(seal(user, RIGHT)).rejects.toMatchObject(SEALED);
    await expect(save(user, RIGHT)).rejects.toMatchObject(SEALED);
    expect(await read(user)).toMatchObject({
      sealedAt: null,
      opened: { who: { right: false, was: 'Mrs. Vane of Prospect House' }, rightFrom: null },
    });
  });

  test('how others fared is told of whole twenties alone', async () => {
    const { user } = await withLetters(24);
    const others = async () => (await read(user)).opened?.others ?? null;
    const before = await shop.ctx.db.$count(theories, sql`sealed_at is not null`);
    await sealAlso(19 - before);
    expect(await others()).toBeNull();
    await sealAlso(1);
    const shown = await others();
    expect(shown).toMatchObject({ count: 20 });
    for (const share of [shown?.who, shown?.how, shown?.why, shown?.all]) expect((share ?? 1) % 5).toBe(0);
    await sealAlso(19, RIGHT);
    expect(await others()).toEqual(shown);
    await sealAlso(1, RIGHT);
    expect(await others()).toMatchObject({ count: 40 });
    const unfinished = await withLetters(23);
    expect((await read(unfinished.user)).opened).toBeNull();
  });
});

test('the copy of one’s data has theories, hints and letters opened; erasure takes them all, sealed or not', async () => {
  const { user } = await withLetters(4);
  await user.call(API.openHint, { params, body: { puzzle: 'inventory', rung: 1 } });
  await seal(user, { why: 'own-letter' });
  const data = await user.call(API.getOwnData);
  expect(data).toMatchObject({
    theories: [{ seasonId: season, who: 'pike', words: WRONG.words, sealedAt: expect.any(String) as string }],
    hints: [{ puzzle: 'inventory', rung: 1 }],
    lettersOpened: [],
    faultsReported: [],
  });
  await shop.ctx.db.execute(sql`update subscriptions set status = 'cancelled' where user_id = ${user.userId}`);
  expect(await user.call(API.deleteAccount, { body: { password: PASSWORD } })).toEqual({ deleted: true });
  expect(await shop.ctx.db.$count(theories, eq(theories.userId, user.userId))).toBe(0);
  expect(await shop.ctx.db.$count(theorySteps, eq(theorySteps.userId, user.userId))).toBe(0);
});

function upTo(count: number, last: number) {
  return Array.from({ length: count }, (_, index) => addDays(newYorkToday(shop), last - 14 * (count - 1 - index)));
}

/** More sealed theories, of accounts that have nothing else. */
async function sealAlso(count: number, { who, how, why }: Omit<Theory, 'words'> = WRONG): Promise<void> {
  const now = shop.clock.now();
  const ids = Array.from({ length: count }, () => randomUUID());
  if (ids.length === 0) return;
  const [pattern] = await shop.ctx.db.select().from(users).limit(1);
  if (pattern === undefined) throw new Error('There is no account.');
  await shop.ctx.db.insert(users).values(ids.map((id) => ({ ...pattern, id, email: `${id}@example.com` })));
  await shop.ctx.db.insert(theories).values(
    ids.map((userId) => ({
      userId,
      seasonId: season,
      who,
      how,
      why,
      words: '',
      letters: 20,
      updatedAt: now,
      sealedAt: now,
    })),
  );
}
