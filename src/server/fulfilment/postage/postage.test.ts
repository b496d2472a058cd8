import { eq, sql } from 'drizzle-orm';
import { buffer } from 'node:stream/consumers';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSubscriber } from '../../../../test/builders/subscribers.ts';
import { openFulfilment } from '../../../../test/server/fulfilment.ts';
import { ouncesOf, pieceGrams } from '../../../../seasons/weight.ts';
import { readFigures } from '../../operator/figures/figures.ts';
import { handOver } from '../hand-over/hand-over.ts';
import { findFile, recordFileHashes, streamFile } from '../print/files.ts';
import { printRun, undoPrint } from '../print/print.ts';
import type { Run } from '../runs/runs.ts';
import { mailingBatches, mailingPieces } from '../schema.ts';
import { saveRate, takeRateBack } from './rates.ts';
import { readRunPostage, recordHandOverPostage } from './run-postage.ts';

const fulfilment = await openFulfilment('2026-11-23T04:30:00Z');
const { db, ctx } = fulfilment;
afterAll(() => fulfilment.close());

const CLERK = { operator: 'clerk', operatorId: null, note: null };
const HOME = {
  zone: 'United States',
  countries: ['US'],
  validFrom: '2026-07-12',
  oneOunceCents: 82,
  twoOuncesCents: 111,
  threeOuncesCents: 140,
  nonmachinableCents: 49,
  giftsNonmachinable: true,
} as const;
const ABROAD = { ...HOME, zone: 'Everywhere else', countries: [], oneOunceCents: 190, giftsNonmachinable: false };
const CANADA = { ...ABROAD, zone: 'Canada', countries: ['CA'], oneOunceCents: 175 };

const ABROAD_ADDRESSES = [
  { country: 'CA', postalCode: 'K1A 0B1', city: 'Ottawa', stateProvince: 'ON' },
  { country: 'CA', postalCode: 'K1A 0B1', city: 'Ottawa', stateProvince: 'ON' },
  { country: 'SG', postalCode: '018956', city: 'Singapore', stateProvince: '' },
];
/** More than the two cards of thirteen lines that a message gets. */
const LINES = 40;

let run: Run;

beforeAll(async () => {
  const facts = { serviceStart: '2026-11-21' } as const;
  for (let index = 0; index < 3; index++) await addSubscriber(db, facts);
  for (const address of ABROAD_ADDRESSES) await addSubscriber(db, { ...facts, address });
  const short = await addSubscriber(db, facts);
  const long = await addSubscriber(db, facts);
  fulfilment.now = new Date('2026-11-23T05:00:30Z');
  run = await fulfilment.freeze((await fulfilment.firstLetters('2026-11-23')).id);
  const card = { to: 'Ada', from: 'Grace' };
  await setCard(short.subscriptionId, { ...card, message: 'Mind the step.' });
  await setCard(long.subscriptionId, { ...card, message: 'Mind the step.\n'.repeat(LINES).trim() });
});

async function setCard(subscriptionId: string, card: typeof mailingPieces.$inferInsert.card): Promise<void> {
  await db.update(mailingPieces).set({ card }).where(eq(mailingPieces.subscriptionId, subscriptionId));
}

async function packingSheet(): Promise<string> {
  const file = await findFile(db, run.id, 1, 'packing-sheet.pdf');
  const pdf = await getDocumentProxy(new Uint8Array(await buffer(streamFile(db, run, file))));
  return (await extractText(pdf, { mergePages: true })).text;
}

test('a letter weighs its sheets, cards and envelope, and four cards make it two ounces', () => {
  expect(pieceGrams({ sheets: 2, cards: 0 })).toBeCloseTo(2 * 5.443 + 6.9, 1);
  expect([0, 1, 3, 4, 12].map((cards) => ouncesOf({ sheets: 2, cards }))).toEqual([1, 1, 1, 2, 2]);
  expect(ouncesOf({ sheets: 2, cards: 13 })).toBe(3);
});

test('without rates a run asks for no stamps, and its packing sheet is as it always was', async () => {
  await printRun(ctx, run.id, 'clerk');
  expect(await readRunPostage(db, run.id, '2026-11-23')).toEqual({ toBuy: null, onSheetsCents: null, used: null });
  expect(await packingSheet()).not.toContain('Postage');
  await undoPrint(ctx, run.id, 'clerk');
});

test('a zone cannot take a country that another has, and the rest of the world is one zone', async () => {
  for (const rate of [HOME, CANADA, ABROAD]) await saveRate(ctx, rate, CLERK);
  const twice = { ...CANADA, zone: 'North', countries: ['CA', 'MX'] };
  await expect(saveRate(ctx, twice, CLERK)).rejects.toMatchObject({
    fields: { countries: '“Canada” has CA already.' },
  });
  await expect(saveRate(ctx, { ...ABROAD, zone: 'The rest' }, CLERK)).rejects.toMatchObject({
    code: 'validation_failed',
  });
});

test('a mixed run needs these stamps, to the cent', async () => {
  await printRun(ctx, run.id, 'clerk');
  const { toBuy, onSheetsCents, used } = await readRunPostage(db, run.id, '2026-11-23');
  expect(toBuy?.lines).toEqual([
    { zone: 'United States', ounces: 1, isNonmachinable: false, cents: 82, pieces: 3 },
    { zone: 'United States', ounces: 1, isNonmachinable: true, cents: 82 + 49, pieces: 2 },
    { zone: 'Canada', ounces: 1, isNonmachinable: false, cents: 175, pieces: 2 },
    { zone: 'Everywhere else', ounces: 1, isNonmachinable: false, cents: 190, pieces: 1 },
  ]);
  // 3 x 0.82 + 2 x 1.31 + 2 x 1.75 + 1.90
  expect([toBuy?.totalCents, onSheetsCents, used]).toEqual([1048, 1048, null]);
});

test('letters at the printer need no stamps of ours, until they are called back', async () => {
  await db.execute(sql`
    insert into printer_batches (run_id, batch, send_on, cents, sent_at) values (${run.id}, 1, '2026-11-25', 900, now())`);
  await db.execute(sql`
    insert into printer_letters (piece_id, run_id, batch, state, key)
    select id, run_id, 1, 'accepted', gen_random_uuid() from mailing_pieces where run_id = ${run.id}`);
  const sent = await readRunPostage(db, run.id, '2026-11-23');
  expect([sent.toBuy?.lines, sent.onSheetsCents]).toEqual([[], null]);
  await db.transaction((tx) => recordHandOverPostage(tx, { runId: run.id, batch: 1, on: '2026-11-24' }));
  const [mailed] = await db.select().from(mailingBatches);
  expect([mailed?.handOverPostage, mailed?.handOverSubscribers]).toEqual([null, null]);

  await db.execute(sql`update printer_letters set state = 'called_back'`);
  await db.execute(sql`update printer_batches set called_back_at = now()`);
  const back = await readRunPostage(db, run.id, '2026-11-23');
  expect([back.toBuy?.totalCents, back.onSheetsCents]).toEqual([1048, 1048]);
  await db.execute(sql`delete from printer_letters`);
  await db.execute(sql`delete from printer_batches`);
});

test('the packing sheet says how many of each stamp, and the same after the rates have changed', async () => {
  const sheet = await packingSheet();
  for (const words of ['3 x', '$0.82', 'United States, 1 oz', '1 oz, nonmachinable', '$2.62', '$3.50', '$10.48']) {
    expect(sheet).toContain(words);
  }
  await saveRate(ctx, { ...HOME, validFrom: '2026-11-24', oneOunceCents: 86 }, CLERK);
  expect(await packingSheet()).toBe(sheet);
});

test('rates that change before the hand-over count on its day, and the sheet’s total shows the difference', async () => {
  const before = await readRunPostage(db, run.id, '2026-11-23');
  const after = await readRunPostage(db, run.id, '2026-11-24');
  // Five envelopes of one ounce need four cents more each.
  expect([before.toBuy?.totalCents, after.toBuy?.totalCents, after.onSheetsCents]).toEqual([1048, 1068, 1048]);
});

test('what has left keeps the rates of its day, and months add up to postage and readers', async () => {
  await recordFileHashes(ctx, { runId: run.id, batch: 1 });
  fulfilment.now = new Date('2026-11-24T15:00:00Z');
  await handOver(ctx, { runId: run.id, batch: null, on: '2026-11-24' }, 'clerk');
  await saveRate(ctx, { ...HOME, validFrom: '2026-11-24', oneOunceCents: 99 }, CLERK);
  const { toBuy, used } = await readRunPostage(db, run.id, '2026-11-24');
  expect([toBuy?.lines, used?.totalCents]).toEqual([[], 1068]);
  expect(used?.lines).toHaveLength(4);
  const [batch] = await db.select().from(mailingBatches);
  expect(batch).toMatchObject({
    handOverCents: 1068,
    handOverSubscribers: 8,
    handOverPostage: { on: '2026-11-24' },
  });
  const { months } = await readFigures(ctx, 30);
  expect(months.at(-1)).toMatchObject({ month: '2026-11-01', postageCents: 1068, postageSubscribers: 8 });
});

test('a reader of two letters in a month is one reader of it', async () => {
  await db.execute(sql`update subscriptions set service_start = '2026-11-02'`);
  await db.execute(sql`update mailing_pieces set nominal_on = '2026-11-03'`);
  const friday = await fulfilment.friday('2026-11-27');
  fulfilment.now = new Date('2026-11-25T05:00:30Z');
  await fulfilment.freeze(friday.id);
  await printRun(ctx, friday.id, 'clerk');
  await recordFileHashes(ctx, { runId: friday.id, batch: 1 });
  fulfilment.now = new Date('2026-11-27T15:00:00Z');
  await handOver(ctx, { runId: friday.id, batch: null, on: '2026-11-27' }, 'clerk');
  const { months } = await readFigures(ctx, 30);
  // 5 at home for 99 cents, 2 to Canada, 1 to Singapore.
  expect(months.at(-1)).toMatchObject({ postageCents: 1068 + 5 * 99 + 2 * 175 + 190, postageSubscribers: 8 });
});

test('rates of a day to come can be taken back, and those that hold cannot', async () => {
  const today = '2026-11-27';
  await saveRate(ctx, { ...HOME, validFrom: '2027-01-18', oneOunceCents: 90 }, CLERK);
  await takeRateBack(ctx, { zone: HOME.zone, validFrom: '2027-01-18', today }, CLERK);
  const again = takeRateBack(ctx, { zone: HOME.zone, validFrom: '2027-01-18', today }, CLERK);
  await expect(again).rejects.toMatchObject({ code: 'not_found' });
  const held = takeRateBack(ctx, { zone: HOME.zone, validFrom: '2026-07-12', today }, CLERK);
  await expect(held).rejects.toMatchObject({ code: 'wrong_state' });
});
