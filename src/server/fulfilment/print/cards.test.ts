import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSubscriber } from '../../../../test/builders/subscribers.ts';
import { openFulfilment } from '../../../../test/server/fulfilment.ts';
import type { Run } from '../runs/runs.ts';
import { mailingPieces } from '../schema.ts';
import { findFile, streamFile } from './files.ts';
import { printRun } from './print.ts';

const fulfilment = await openFulfilment('2026-11-23T04:30:00Z');
const { db, ctx } = fulfilment;
afterAll(() => fulfilment.close());

/** A card has thirteen. */
const LINES = Array.from({ length: 60 }, (_, index) => `Line ${index + 1}.`);

let run: Run;
let isGift: ReturnType<typeof eq>;

beforeAll(async () => {
  const { subscriptionId } = await addSubscriber(db, { serviceStart: '2026-11-21' });
  fulfilment.now = new Date('2026-11-23T05:00:30Z');
  run = await fulfilment.freeze((await fulfilment.firstLetters('2026-11-23')).id);
  isGift = eq(mailingPieces.subscriptionId, subscriptionId);
  const card = { to: 'Ada', from: 'Grace', message: LINES.join('\n') };
  await db.update(mailingPieces).set({ card }).where(isGift);
  await printRun(ctx, run.id, 'clerk');
});

async function cards(): Promise<string[]> {
  const file = await findFile(db, run.id, 1, 'letter-01-cards.pdf');
  const pdf = await getDocumentProxy(new Uint8Array(await buffer(streamFile(db, run, file))));
  return (await extractText(pdf, { mergePages: false })).text;
}

test('a message from before messages were limited gets two cards, and ends in three dots', async () => {
  const [first = '', second = '', ...more] = await cards();
  expect(more).toEqual([]);
  expect(first).toContain('Line 13.');
  expect(second).toMatch(/Line 14\.[^]*Line 25\.\s*…\s*From Grace/);
  const [piece] = await db.select().from(mailingPieces).where(isGift);
  expect(piece?.cards).toBe(2);
});

test.each([5, null])('a batch that was printed with more cards (%s) prints again with all of them', async (counted) => {
  await db.update(mailingPieces).set({ cards: counted }).where(isGift);
  const printed = await cards();
  expect(printed).toHaveLength(5);
  expect(printed.join(' ').match(/Line \d+\./g)).toEqual(LINES);
  expect(printed.join(' ')).not.toContain('…');
});
