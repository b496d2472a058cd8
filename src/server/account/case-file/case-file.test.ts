import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { SEASON, disputePayment, holdLetters, refundAll } from '../../../../test/builders/case-files.ts';
import { handOverLetters, payInvoice } from '../../../../test/builders/subscribers.ts';
import { newYorkToday } from '../../../../test/builders/gifts.ts';
import { hireOperator } from '../../../../test/builders/operators.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { API } from '../../../contract/api.ts';
import { OPERATOR_API } from '../../../contract/operator/api.ts';
import { addDays } from '../../../domain/calendar-date.ts';
import { refunds } from '../../commerce/billing-schema.ts';
import { invoices } from '../../commerce/schema.ts';
import { mailingEvents } from '../../fulfilment/schema.ts';
import { openedLetters } from './schema.ts';

const shop = await startShop();
const season = SEASON;

const file = (user: Shopper) => user.call(API.getCaseFile, { params: { season } });
const open = (user: Shopper, letter: number) =>
  user.call(API.getCaseLetter, { params: { season, letter: String(letter) } });

/** As if the user had opened those letters, without typesetting their pages. */
async function recordOpened({ userId }: Shopper, letters: readonly number[]): Promise<void> {
  const rows = letters.map((letter) => ({ userId, seasonId: SEASON, letter, openedAt: new Date() }));
  await shop.ctx.db.insert(openedLetters).values(rows).onConflictDoNothing();
}

async function picture(user: Shopper, letter: number, page: number, headers: Record<string, string> = {}) {
  return await fetch(`${shop.siteUrl}/api/case-files/${season}/letters/${letter}/pages/${page}`, {
    headers: { authorization: `Bearer ${user.accessToken}`, ...headers },
  });
}

const reportFault = (user: Shopper, letter: number) =>
  user.call(API.reportLetterFault, {
    params: { season, letter: String(letter) },
    body: { says: 'Page 2 is blank.' },
  });

const NOT_FOUND = { status: 404, code: 'not_found' };

describe('letters that have come', () => {
  let user: Shopper;
  beforeAll(async () => {
    user = await shop.signUp();
    await holdLetters(shop, user, { come: 3 });
  });

  test('can be opened, and the others show their number and their dates alone', async () => {
    const { letters } = await file(user);
    expect(letters).toHaveLength(24);
    expect(letters.filter(({ readable }) => readable).map(({ letter }) => letter)).toEqual([1, 2, 3]);
    expect(letters[1]).toMatchObject({ title: 'The Apprentice’s Inventory', writer: 'Wendell Pike', state: 'come' });
    expect(letters[3]).toMatchObject({ title: null, writer: null, state: 'to_come', openedAt: null });
    expect((await user.call(API.listCaseFiles)).files).toMatchObject([{ seasonId: season, come: 3, total: 24 }]);
  });

  test('are real text with what is enclosed described, and the first has the name it was addressed to', async () => {
    const { name } = { name: (await user.homeAddress()).fullName };
    const first = await open(user, 1);
    const words = first.passages.map(({ runs }) => runs.map(({ text }) => text).join('')).join('\n');
    expect(words).toContain('If you are reading this, I have been found');
    expect(words).toContain(`For ${name}, and nobody else`);
    expect(words).toContain('A typewritten envelope from O. Farrow');
    expect(first.passages.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['dateline', 'greeting', 'paragraph', 'signature', 'enclosure-title', 'enclosure']),
    );
    expect(first).toMatchObject({ name, pages: 4, title: 'If You Are Reading This' });
    expect((await file(user)).letters[0]?.openedAt).not.toBeNull();
  });

  test('have pictures of their pages without a name, which no cache stores', async () => {
    await open(user, 2);
    const answer = await picture(user, 2, 1);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'private, no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'") as string,
    });
    expect((await answer.text()).slice(0, 200)).toMatch(/^<svg viewBox="0 0 612 792"/);
    const plain = await picture(user, 2, 1, { 'accept-encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.text()).toContain('</svg>');
    expect((await picture(user, 2, 9)).status).toBe(404);
  });

  test('that have not come are answered like letters that do not exist', async () => {
    const message = 'This letter hasn’t arrived yet. You can read it here once it has.';
    for (const letter of [4, 24]) await expect(open(user, letter)).rejects.toMatchObject({ ...NOT_FOUND, message });
    expect((await picture(user, 4, 1)).status).toBe(404);
    const stranger = await shop.signUp();
    await expect(file(stranger)).rejects.toMatchObject(NOT_FOUND);
    await expect(open(stranger, 1)).rejects.toMatchObject(NOT_FOUND);
    expect((await picture(stranger, 2, 1)).status).toBe(404);
    expect((await fetch(`${shop.siteUrl}/api/case-files/${season}/letters/2/pages/1`)).status).toBe(401);
    expect((await stranger.call(API.listCaseFiles)).files).toEqual([]);
  });

  test('say who there is, where and when once they are opened, each line with its letter, and nothing of the others', async () => {
    const before = await file(user);
    expect(before.timeline.filter(({ letter }) => letter === 3)).toEqual([]);
    await recordOpened(user, [1, 2, 3]);
    const { characters, places, timeline } = await file(user);
    const lines = [...characters, ...places].flatMap((subject) => subject.lines).concat(timeline);
    expect(Math.max(...lines.map(({ letter }) => letter))).toBe(3);
    expect(characters.map(({ name }) => name)).toContain('Dr. Augustus Thorne');
    expect(characters.map(({ name }) => name)).not.toContain('Mrs. Leonora Vane');
    expect(timeline.map(({ at }) => at)).toEqual(timeline.map(({ at }) => at).toSorted());
  });

  test('of a subscription that was refunded tell nothing either, until they are opened', async () => {
    const reader = await shop.signUp();
    await holdLetters(shop, reader, { come: 2, refunded: true });
    await holdLetters(shop, reader, { come: 2 });
    expect((await file(reader)).timeline).toEqual([]);
  });

  test('can be reported as faulty by those who hold them, for operators alone', async () => {
    expect(await reportFault(user, 2)).toEqual({ reported: true });
    await expect(reportFault(user, 5)).rejects.toMatchObject(NOT_FOUND);
  });
});

describe('letters on their way', () => {
  test('can be opened once their subscriber says they came', async () => {
    const user = await shop.signUp();
    const id = await holdLetters(shop, user, { come: 1 });
    await handOverLetters(shop.ctx.db, id, [newYorkToday(shop)], { from: 2, takesDays: [2, 5] });
    expect((await file(user)).letters[1]).toMatchObject({ readable: false, state: 'in_the_post', canConfirm: true });
    const after = await user.call(API.confirmCaseLetter, { params: { season, letter: '2' } });
    expect(after.letters[1]).toMatchObject({ readable: true, state: 'come', canConfirm: false });
    expect(new Set(after.timeline.map(({ letter }) => letter))).toEqual(new Set([2]));
  });

  test('can be opened at once when they are reported missing', async () => {
    const user = await shop.signUp();
    const id = await holdLetters(shop, user, { come: 1 });
    await handOverLetters(shop.ctx.db, id, [addDays(newYorkToday(shop), -10)], { from: 2, takesDays: [2, 5] });
    const params = { season, letter: '2' };
    const after = await user.call(API.reportCaseLetterMissing, { params, body: { sendAgain: 'now' } });
    expect(after.letters[1]).toMatchObject({ readable: true, state: 'sending_again' });
    const again = user.call(API.reportCaseLetterMissing, { params, body: { sendAgain: 'now' } });
    await expect(again).rejects.toMatchObject({ code: 'wrong_state' });
  });

  test('of a gift come to the recipient who has claimed it, who says so, and not to the giver', async () => {
    const [giver, recipient] = [await shop.signUp(), await shop.signUp()];
    const id = await holdLetters(shop, giver, { come: 1, claimedBy: recipient });
    await handOverLetters(shop.ctx.db, id, [newYorkToday(shop)], { from: 2, takesDays: [2, 5] });
    await expect(file(giver)).rejects.toMatchObject(NOT_FOUND);
    expect((await file(recipient)).letters.filter(({ readable }) => readable)).toHaveLength(1);
    const after = await recipient.call(API.confirmCaseLetter, { params: { season, letter: '2' } });
    expect(after.letters.filter(({ readable }) => readable)).toHaveLength(2);
    const events = await shop.ctx.db.select().from(mailingEvents).where(eq(mailingEvents.subscriptionId, id));
    expect(events).toMatchObject([{ event: 'arrived', actor: recipient.userId, letter: 2 }]);
  });
});

test('who cancels keeps what has come, and a refund of everything closes the file', async () => {
  const user = await shop.signUp();
  const id = await holdLetters(shop, user, { come: 2, status: 'cancelled' });
  expect((await file(user)).letters.filter(({ readable }) => readable)).toHaveLength(2);
  await refundAll(shop, id);
  await expect(file(user)).rejects.toMatchObject(NOT_FOUND);
  await expect(open(user, 1)).rejects.toMatchObject(NOT_FOUND);
});

describe('a dispute at the bank', () => {
  test('leaves the file as it is while it lasts, and the file says that letters wait', async () => {
    const user = await shop.signUp();
    const id = await holdLetters(shop, user, { come: 2 });
    expect((await file(user)).paused).toBe(false);
    await disputePayment(shop, id, { status: 'under_review' });
    expect(await file(user)).toMatchObject({ paused: true });
    expect((await open(user, 2)).title).toBe('The Apprentice’s Inventory');
  });

  test('that is lost about all that was paid closes the file like a refund', async () => {
    const user = await shop.signUp();
    await disputePayment(shop, await holdLetters(shop, user, { come: 2 }), { status: 'lost' });
    await expect(file(user)).rejects.toMatchObject(NOT_FOUND);
    await expect(open(user, 1)).rejects.toMatchObject(NOT_FOUND);
    expect((await user.call(API.listCaseFiles)).files).toEqual([]);
  });

  test('that is lost about one payment of two leaves what has come, and promises no letter, until the other one is refunded', async () => {
    const user = await shop.signUp();
    const id = await holdLetters(shop, user, { come: 2 });
    await payInvoice(shop.ctx.db, id, shop.clock.now());
    await disputePayment(shop, id, { status: 'lost' });
    expect(await file(user)).toMatchObject({ paused: false });
    expect((await file(user)).letters.filter(({ state }) => state === 'to_come')).toEqual([]);
    const [{ stripeInvoiceId } = { stripeInvoiceId: '' }] = await shop.ctx.db
      .select()
      .from(invoices)
      .where(eq(invoices.subscriptionId, id));
    const at = { createdAt: shop.clock.now(), readAt: shop.clock.now() };
    const refund = { stripeRefundId: `re_${randomUUID()}`, subscriptionId: id, stripeInvoiceId, amountCents: 1500 };
    await shop.ctx.db.insert(refunds).values({ ...refund, ...at, status: 'succeeded' });
    await expect(file(user)).rejects.toMatchObject(NOT_FOUND);
  });

  test('that is won closes nothing', async () => {
    const user = await shop.signUp();
    const id = await holdLetters(shop, user, { come: 1 });
    await disputePayment(shop, id, { status: 'won' });
    expect((await file(user)).paused).toBe(false);
  });
});

test('hints open one rung at a time, for puzzles of letters that have come', async () => {
  const user = await shop.signUp();
  await holdLetters(shop, user, { come: 2 });
  const ask = (puzzle: string, rung: number) => user.call(API.openHint, { params: { season }, body: { puzzle, rung } });
  const before = await user.call(API.listCasePuzzles, { params: { season } });
  expect(before.puzzles).toMatchObject([{ id: 'inventory', letter: 2, hints: [], rungs: 3 }]);
  await expect(ask('inventory', 2)).rejects.toMatchObject({ code: 'wrong_state' });
  await Promise.all([ask('inventory', 1), ask('inventory', 1)]);
  expect((await ask('inventory', 2)).puzzles[0]).toMatchObject({ hints: { length: 2 }, answer: null });
  expect((await ask('inventory', 3)).puzzles[0]?.answer).toBe('41 and 40: a small key');
  await expect(ask('map', 1)).rejects.toMatchObject(NOT_FOUND);
  await expect(ask('nothing', 1)).rejects.toMatchObject(NOT_FOUND);
});

test('a typed answer is checked for puzzles of letters that have come, and the solution comes with a right one', async () => {
  const user = await shop.signUp();
  await holdLetters(shop, user, { come: 2 });
  const check = (puzzle: string, answer: string) =>
    user.call(API.checkAnswer, { params: { season }, body: { puzzle, answer } });
  const { puzzles } = await user.call(API.listCasePuzzles, { params: { season } });
  expect(puzzles).toMatchObject([{ answerLabel: 'Both numbers, then the article', answer: null }]);
  expect(await check('inventory', '41 and 41, a key')).toEqual({ right: false, solution: null });
  const right = { right: true, solution: '41 and 40: a small key' };
  expect(await check('inventory', 'Forty-one, forty; a KEY!')).toEqual(right);
  await expect(check('inventory', ' ')).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(check('map', '6, 7, 9, 15, not at all')).rejects.toMatchObject(NOT_FOUND);
  await holdLetters(shop, user, { come: 23 });
  await expect(check('verdict', 'Mrs. Leonora Vane')).rejects.toMatchObject({ code: 'wrong_state' });
});

test('the table of the night grows with the letters, and the verdict is answered by the last one alone', async () => {
  const user = await shop.signUp();
  await holdLetters(shop, user, { come: 23 });
  const verdict = async () => {
    const { puzzles } = await user.call(API.listCasePuzzles, { params: { season } });
    return puzzles.find(({ id }) => id === 'verdict')?.answer;
  };
  for (const rung of [1, 2, 3])
    await user.call(API.openHint, { params: { season }, body: { puzzle: 'verdict', rung } });
  await recordOpened(user, [6, 23]);
  const before = await file(user);
  expect(await verdict()).toBeNull();
  expect(before.night?.moments.map(({ letter }) => letter)).not.toContain(24);
  const reader = await shop.signUp();
  await holdLetters(shop, reader, { come: 24 });
  await recordOpened(reader, [6, 23, 24]);
  const { night } = await file(reader);
  expect(night?.moments.length).toBeGreaterThan(before.night?.moments.length ?? 0);
  expect(night?.moments.every(({ at }) => '1957-09-23T18:00' <= at && at <= '1957-09-24T03:00')).toBe(true);
  for (const rung of [1, 2, 3])
    await reader.call(API.openHint, { params: { season }, body: { puzzle: 'verdict', rung } });
  const { puzzles } = await reader.call(API.listCasePuzzles, { params: { season } });
  expect(puzzles.find(({ id }) => id === 'verdict')?.answer).toContain('Leonora Vane');
});

test('operators see how far letters are opened, which hints are asked for and what is faulty, and nobody’s theory', async () => {
  const [user, clerk] = [await shop.signUp(), await hireOperator(shop)];
  await holdLetters(shop, user, { come: 2 });
  const before = (await clerk.call(OPERATOR_API.getCaseFigures)).seasons[0];
  await open(user, 1);
  await open(user, 2);
  await user.call(API.openHint, { params: { season }, body: { puzzle: 'inventory', rung: 1 } });
  await reportFault(user, 2);
  const theory = { who: 'pike', how: 'tea', why: 'own-letter', words: 'The boy counts too well.' };
  await user.call(API.sealTheory, { params: { season }, body: theory });
  const reply = await clerk.call(OPERATOR_API.getCaseFigures);
  const after = reply.seasons[0];
  const change = (of: (figures: typeof after) => number | undefined) => (of(after) ?? 0) - (of(before) ?? 0);
  expect(change((figures) => figures?.letters[0]?.opened)).toBe(1);
  expect(change((figures) => figures?.letters[0]?.last)).toBe(0);
  expect(change((figures) => figures?.letters[1]?.last)).toBe(1);
  expect(change((figures) => figures?.puzzles.find(({ puzzle }) => puzzle === 'inventory')?.hints[0])).toBe(1);
  expect(change((figures) => figures?.theoriesSealed)).toBe(1);
  const faults = await clerk.call(OPERATOR_API.listLetterFaults);
  expect(faults.items[0]).toMatchObject({ userId: user.userId, letter: 2, says: 'Page 2 is blank.' });
  expect(JSON.stringify([reply, faults])).not.toContain(theory.words);
  await expect(user.call(OPERATOR_API.getCaseFigures)).rejects.toMatchObject({ status: 404 });
});

test('a report of a fault leaves the operators’ list once one of them has settled it, with a note in the log', async () => {
  const [user, clerk] = [await shop.signUp(), await hireOperator(shop)];
  await holdLetters(shop, user, { come: 2 });
  await reportFault(user, 1);
  await reportFault(user, 2);
  const ofUser = async () => {
    const { items } = await clerk.call(OPERATOR_API.listLetterFaults);
    return items.filter(({ userId }) => userId === user.userId);
  };
  const [newest] = await ofUser();
  const settle = (note: string) =>
    clerk.call(OPERATOR_API.settleLetterFault, { params: { id: newest?.id ?? '' }, body: { note } });
  await expect(settle('')).rejects.toMatchObject({ code: 'validation_failed' });
  const pressed = await Promise.allSettled([settle('Printed again.'), settle('Printed again.')]);
  expect(pressed.flatMap((press) => (press.status === 'fulfilled' ? [press.value] : []))).toEqual([newest]);
  await expect(settle('Twice.')).rejects.toMatchObject(NOT_FOUND);
  expect((await ofUser()).map(({ letter }) => letter)).toEqual([1]);
  const { items } = await clerk.call(OPERATOR_API.listLog);
  expect(items[0]).toMatchObject({ action: 'letter_fault_settled', detail: { letter: 2, note: 'Printed again.' } });
  const { faultsReported } = await user.call(API.getOwnData);
  expect(faultsReported.map(({ settledAt }) => settledAt === null)).toEqual([true, false]);
});
