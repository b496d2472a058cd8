import { createHmac, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startLob } from '../../../../fakes/lob/lob.ts';
import { freePort } from '../../../../launch/ports.ts';
import { HARBOR_ADDRESS } from '../../../../test/builders/addresses.ts';
import { hireOperator } from '../../../../test/builders/operators.ts';
import { addPrintedBatch } from '../../../../test/builders/printer-batch.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { openThePost } from '../../../../test/builders/post-days.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { OPERATOR_API as CONSOLE } from '../../../contract/operator/api.ts';
import { addDays, type CalendarDate, newYorkDate, newYorkMidnight } from '../../../domain/calendar-date.ts';
import { undoPrint } from '../print/print.ts';
import { printerEvents, printerLetters } from '../printer-schema.ts';
import { mailingPieces } from '../schema.ts';
import { compareBatch } from './compare.ts';
import { workAtPrinter } from './work-at-printer.ts';

const SECRET = 'a-secret-of-webhooks';
const port = await freePort();
const lob = await startLob({ port, apiKey: 'test_standin0', now: () => shop.clock.now().getTime() });
afterAll(() => lob.close());
const shop = await startShop({
  settings: {
    LOB_API_KEY: 'test_standin0',
    LOB_API_BASE: lob.url,
    LOB_WEBHOOK_SECRET: SECRET,
    LOB_LETTER_CENTS: '105',
    LOB_SHEET_CENTS: '12',
    RETURN_ADDRESS: '1 Pier Road | Wick Harbor, ME 04614',
  },
});
openThePost(shop.clock);
const { db } = shop.ctx;
let clerk: Shopper;
beforeAll(async () => {
  clerk = await hireOperator(shop);
});

/** Also replaces the operator's ended session. */
async function letPass(seconds: number): Promise<void> {
  shop.clock.advance(seconds);
  clerk = await hireOperator(shop);
}

let day: CalendarDate = '2026-11-02';
async function printed(count: number) {
  day = addDays(day, 1);
  const name = await addPrintedBatch(db, count, day);
  return { name, params: { id: name.runId, batch: String(name.batch) } };
}

async function bothAtOnce(press: () => Promise<unknown>): Promise<string[]> {
  const presses = await Promise.allSettled([press(), press()]);
  return presses.map(({ status }) => status).toSorted();
}

const tomorrow = () => addDays(newYorkDate(shop.clock.now()), 1);

async function sent(count: number) {
  const batch = await printed(count);
  const { quote } = await clerk.call(CONSOLE.getPrinterBatch, { params: batch.params });
  await clerk.call(CONSOLE.sendToPrinter, {
    params: batch.params,
    body: { sendOn: tomorrow(), cents: quote?.cents ?? 0 },
  });
  return batch;
}

async function countsOf(params: { id: string; batch: string }) {
  return (await clerk.call(CONSOLE.getPrinterBatch, { params })).sent?.letters;
}

async function control(path: string, body: object): Promise<void> {
  await fetch(`${lob.url.replace('/v1', '')}/_sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) });
}

async function deliver(event: object, { secret = SECRET, at = Date.now() } = {}): Promise<number> {
  const body = JSON.stringify(event);
  const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  const headers = { 'lob-signature': signature, 'lob-signature-timestamp': String(at) };
  return (await fetch(`${shop.siteUrl}/webhooks/lob`, { method: 'POST', headers, body })).status;
}

function eventOf(printerId: string, type: string, date: string, id = randomUUID() as string) {
  return { id, event_type: { id: `letter.${type}` }, date_created: date, body: { id: printerId } };
}

describe('a printed batch', () => {
  test('has its price shown before it is sent, and is sent for that price alone', async () => {
    const { params } = await printed(3);
    expect(await clerk.call(CONSOLE.getPrinterBatch, { params })).toEqual({
      quote: { letters: 3, cents: 3 * (105 + 12), cards: 0 },
      sent: null,
    });
    const send = (cents: number, sendOn = tomorrow()) =>
      clerk.call(CONSOLE.sendToPrinter, { params, body: { sendOn, cents } });
    await expect(send(350)).rejects.toMatchObject({ code: 'wrong_state' });
    await expect(send(351, newYorkDate(shop.clock.now()))).rejects.toMatchObject({ code: 'validation_failed' });
    expect(await send(351)).toMatchObject({
      quote: null,
      sent: { sendOn: tomorrow(), cents: 351, canCallBack: true, letters: { to_send: 3 } },
    });
    await expect(send(351)).rejects.toMatchObject({ code: 'wrong_state' });
  });

  test('is sent and called back once when a button is pressed twice at once', async () => {
    const { name, params } = await printed(2);
    const body = { sendOn: tomorrow(), cents: 234 };
    const sends = await bothAtOnce(() => clerk.call(CONSOLE.sendToPrinter, { params, body }));
    await workAtPrinter(shop.ctx, name);
    expect([sends, await countsOf(params)]).toEqual([['fulfilled', 'rejected'], { accepted: 2 }]);
    const before = lob.letters.all.size;
    await bothAtOnce(() => clerk.call(CONSOLE.callBackFromPrinter, { params }));
    await workAtPrinter(shop.ctx, name);
    expect([await countsOf(params), lob.letters.all.size]).toEqual([{ called_back: 2 }, before - 2]);
  });

  test('with a gift’s card stays with us', async () => {
    const { name, params } = await printed(1);
    await db
      .update(mailingPieces)
      .set({ card: { to: 'Ada', from: null, message: null } })
      .where(eq(mailingPieces.runId, name.runId));
    await expect(
      clerk.call(CONSOLE.sendToPrinter, { params, body: { sendOn: tomorrow(), cents: 117 } }),
    ).rejects.toMatchObject({ code: 'wrong_state' });
  });

  test('is handed over once the printer has each letter, and not printed again while it has one', async () => {
    const { name, params } = await sent(3);
    const handOver = () => clerk.call(CONSOLE.handOverRun, { params: { id: name.runId }, body: {} });
    await expect(handOver()).rejects.toMatchObject({ code: 'wrong_state' });
    await expect(undoPrint(shop.ctx, name.runId, 'clerk')).rejects.toMatchObject({ code: 'wrong_state' });
    await workAtPrinter(shop.ctx, name);
    expect(await countsOf(params)).toEqual({ accepted: 3 });
    const [letter] = lob.letters.everAccepted.slice(-1);
    expect(letter).toMatchObject({
      to: {
        name: 'Ada Quill',
        address_line1: '1 Gannet Row',
        address_city: 'Wick Harbor',
        address_state: 'ME',
        address_zip: '04614',
        address_country: 'US',
      },
      from: { name: 'The Dead Letter Club', address_line1: '1 Pier Road', address_zip: '04614' },
      send_date: newYorkMidnight(tomorrow()).toISOString(),
      double_sided: true,
    });
    expect((await handOver()).pieces).toBe(3);
  });

  test('has a name that is longer than the printer’s line on two of them', async () => {
    const { name } = await sent(1);
    const fullName = 'Wilhelmina Charlotte Featherstonehaugh-Cholmondeley Younger';
    await db
      .update(mailingPieces)
      .set({ address: { ...HARBOR_ADDRESS, fullName } })
      .where(eq(mailingPieces.runId, name.runId));
    await workAtPrinter(shop.ctx, name);
    const to = lob.letters.everAccepted.at(-1)?.to as { name: string; company: string };
    expect([to.name, to.company]).toEqual(['Wilhelmina Charlotte', 'Featherstonehaugh-Cholmondeley Younger']);
  });

  test('can be called back until its day, and then be printed here', async () => {
    const { name, params } = await sent(2);
    await workAtPrinter(shop.ctx, name);
    const before = lob.letters.all.size;
    await clerk.call(CONSOLE.callBackFromPrinter, { params });
    await workAtPrinter(shop.ctx, name);
    expect([await countsOf(params), lob.letters.all.size]).toEqual([{ called_back: 2 }, before - 2]);
    await undoPrint(shop.ctx, name.runId, 'clerk');
    const late = await sent(1);
    await workAtPrinter(shop.ctx, late.name);
    await letPass(86_400);
    await expect(clerk.call(CONSOLE.callBackFromPrinter, { params: late.params })).rejects.toMatchObject({
      code: 'wrong_state',
    });
  });

  test('is refused letter by letter, with the printer’s words, and ordered anew', async () => {
    const { name, params } = await printed(2);
    const [piece] = await db.select().from(mailingPieces).where(eq(mailingPieces.runId, name.runId)).limit(1);
    if (piece === undefined) throw new Error('There is no piece.');
    const longLine = { ...piece.address, addressLine1: 'A'.repeat(80) };
    await db.update(mailingPieces).set({ address: longLine }).where(eq(mailingPieces.id, piece.id));
    await clerk.call(CONSOLE.sendToPrinter, { params, body: { sendOn: tomorrow(), cents: 234 } });
    await workAtPrinter(shop.ctx, name);
    expect(await countsOf(params)).toEqual({ accepted: 1, refused: 1 });
    const { items } = await clerk.call(CONSOLE.listPrinterLetters, { params });
    expect(items).toMatchObject([
      { id: piece.id, recipient: 'Ada Quill', failure: expect.stringContaining('address_line1') as string },
    ]);
    await db.update(mailingPieces).set({ address: piece.address }).where(eq(mailingPieces.id, piece.id));
    const before = lob.letters.all.size;
    await bothAtOnce(() => clerk.call(CONSOLE.sendToPrinterAgain, { params }));
    await workAtPrinter(shop.ctx, name);
    expect([await countsOf(params), lob.letters.all.size]).toEqual([{ accepted: 2 }, before + 1]);
  });
});

describe('a letter at the printer', () => {
  test.each([
    ['lost on its way back', { status: 'drop', when: 'after' }, 60],
    [
      'lost on its way back, and asked for after the printer has forgotten the key',
      { status: 'drop', when: 'after' },
      30 * 3_600,
    ],
    ['never given', { status: 503, when: 'before' }, 60],
  ])('is accepted once when the answer was %s', async (_what, fault, seconds) => {
    const { name, params } = await sent(1);
    const before = lob.letters.everAccepted.length;
    await control('fail', { match: 'POST /v1/letters', times: 1, ...fault });
    await expect(workAtPrinter(shop.ctx, name)).rejects.toThrow('not settled');
    await letPass(seconds + 121);
    await workAtPrinter(shop.ctx, name);
    expect(await countsOf(params)).toEqual({ accepted: 1 });
    expect(lob.letters.everAccepted.length).toBe(before + 1);
  });

  test('that was dropped after it was accepted is found at night, kept from the hand-over, and ordered anew', async () => {
    const { name, params } = await sent(3);
    await control('drop', { times: 1 });
    await workAtPrinter(shop.ctx, name);
    expect(await countsOf(params)).toEqual({ accepted: 3 });
    await letPass(3_600);
    expect(await compareBatch(shop.ctx, name)).toEqual({ dropped: 1, strange: 0 });
    expect(await countsOf(params)).toEqual({ accepted: 2, dropped: 1 });
    await expect(clerk.call(CONSOLE.handOverRun, { params: { id: name.runId }, body: {} })).rejects.toMatchObject({
      code: 'wrong_state',
    });
    await clerk.call(CONSOLE.sendToPrinterAgain, { params });
    await workAtPrinter(shop.ctx, name);
    await letPass(3_600);
    expect(await compareBatch(shop.ctx, name)).toEqual({ dropped: 0, strange: 0 });
  });

  test('whose piece was withdrawn is called back', async () => {
    const { name, params } = await sent(2);
    await workAtPrinter(shop.ctx, name);
    const [first] = await db.select().from(mailingPieces).where(eq(mailingPieces.runId, name.runId)).limit(1);
    await db.delete(mailingPieces).where(eq(mailingPieces.id, first?.id ?? ''));
    await compareBatch(shop.ctx, name);
    await workAtPrinter(shop.ctx, name);
    expect(await countsOf(params)).toEqual({ accepted: 1, called_back: 1 });
  });
});

describe('the printer’s events', () => {
  test('are believed with its signature alone, and while they are fresh', async () => {
    const event = eventOf('ltr_none', 'mailed', '2026-11-23T10:00:00Z');
    expect(await deliver(event, { secret: 'another-secret-entirely' })).toBe(400);
    expect(await deliver(event, { at: Date.now() - 301_000 })).toBe(400);
    expect((await fetch(`${shop.siteUrl}/webhooks/lob`, { method: 'POST', body: JSON.stringify(event) })).status).toBe(
      400,
    );
    expect(await deliver(event)).toBe(200);
    expect(await deliver({ ...event, id: '' })).toBe(400);
  });

  test('are recorded once, in whatever order they come, and the newest stays; a letter on its way back is looked for, and stays with the post', async () => {
    const { name, params } = await sent(1);
    await workAtPrinter(shop.ctx, name);
    await clerk.call(CONSOLE.handOverRun, { params: { id: name.runId }, body: {} });
    const [letter] = await db.select().from(printerLetters).where(eq(printerLetters.runId, name.runId));
    const id = letter?.printerId ?? '';
    const later = eventOf(id, 'in_local_area', '2026-11-24T10:00:00.000Z');
    for (const event of [later, eventOf(id, 'in_transit', '2026-11-23T10:00:00Z'), later])
      expect(await deliver(event)).toBe(200);
    expect(await db.$count(printerEvents, eq(printerEvents.printerId, id))).toBe(2);
    const shown = async () =>
      (await clerk.call(CONSOLE.listPrinterLetters, { params, query: { state: 'accepted' } })).items[0]?.progress;
    expect(await shown()).toBe('in_local_area');
    await deliver(eventOf(id, 'returned_to_sender', '2026-11-29T10:00:00Z'));
    expect(await shown()).toBe('returned_to_sender');
    const { items } = await clerk.call(CONSOLE.listTrouble, { query: { state: 'coming_back' } });
    expect(items).toMatchObject([{ id: letter?.pieceId, state: 'handed_over' }]);
  });
});
