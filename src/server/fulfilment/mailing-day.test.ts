import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openFulfilment } from '../../../test/server/fulfilment.ts';
import { addSubscriber, payInvoice, type Subscriber } from '../../../test/builders/subscribers.ts';
import { mailingBatches, mailingEvents, mailingFiles, mailingPieces } from './schema.ts';
import { subscriptions } from '../commerce/schema.ts';
import { fingerprint, streamFile, recordFileHashes } from './print/files.ts';
import { CURRENT_DESIGNS } from './print/designs/designs.ts';
import { handOver } from './hand-over/hand-over.ts';
import { listBatches, listFiles, printRun, type PrintFile, undoPrint } from './print/print.ts';
import { measureLetters } from './runs/figures.ts';
import { findRun, type Run } from './runs/runs.ts';

// Friday, November 27, 2026: the day after Thanksgiving, an ordinary business day. Frozen on the 25th.
const fulfilment = await openFulfilment('2026-11-24T15:00:00Z');
const { db, ctx } = fulfilment;
afterAll(() => fulfilment.close());

const MAILED = ['2026-10-05', '2026-10-23', '2026-11-13'] as const;
const READY = { serviceStart: '2026-10-01', paid: 2, mailedOn: MAILED } as const;

let run: Run;
const subscribers: Record<string, Subscriber> = {};

beforeAll(async () => {
  subscribers['polish'] = await addSubscriber(db, {
    ...READY,
    address: { fullName: 'Łukasz Żółć', addressLine1: 'Ośmiornic 7', city: 'Gdańsk' },
  });
  subscribers['chinese'] = await addSubscriber(db, {
    ...READY,
    address: { fullName: '王小明', country: 'SG', postalCode: '018956', city: 'Singapore' },
  });
  subscribers['formula'] = await addSubscriber(db, {
    ...READY,
    mailedOn: MAILED.slice(0, 2),
    address: { fullName: '=HYPERLINK("x")' },
  });
  subscribers['elsewhere'] = await addSubscriber(db, {
    ...READY,
    address: { country: 'OTHER', countryName: 'Iceland' },
  });
  subscribers['late'] = await addSubscriber(db, {
    ...READY,
    paid: 1,
    mailedOn: MAILED.slice(0, 2),
    address: { addressLine1: 'PSC 3 Box 1120', city: 'APO', stateProvince: 'AE', postalCode: '09021' },
  });
  subscribers['unpaid'] = await addSubscriber(db, { ...READY, paid: 1, mailedOn: MAILED.slice(0, 2) });
  subscribers['regretful'] = await addSubscriber(db, READY);
  fulfilment.now = new Date('2026-11-25T05:00:30Z');
  run = await fulfilment.freeze((await fulfilment.friday('2026-11-27')).id);
});

async function bytesOf(file: PrintFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of streamFile(db, run, file)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function textOf(name: string): Promise<string> {
  const file = (await listFiles(db, run.id)).find((each) => each.name === name);
  if (file === undefined) throw new Error(`There is no ${name}.`);
  const pdf = await getDocumentProxy(new Uint8Array(await bytesOf(file)));
  return (await extractText(pdf, { mergePages: true })).text;
}

async function pieceOf(name: string) {
  const { subscriptionId } = subscribers[name] ?? { subscriptionId: '' };
  return (await db.select().from(mailingPieces).where(eq(mailingPieces.subscriptionId, subscriptionId))).find(
    ({ runId }) => runId === run.id,
  );
}

async function measure(): Promise<unknown> {
  const samples = await db.transaction((tx) => measureLetters(tx, fulfilment.now));
  return Object.fromEntries(samples.map(({ gauge, labels, value }) => [labels?.['state'] ?? gauge, value]));
}

describe('a mailing day', () => {
  test('its letters are due, then printed, then handed over, and late when the day has passed', async () => {
    // One is set aside; two wait for a payment, and are not due.
    expect(await measure()).toEqual({ due: 5, printed: 0, handed_over: 0, runs_late: 0 });
  });

  test('nothing is handed over before it is printed', async () => {
    await expect(handOver(ctx, { runId: run.id, batch: null, on: null }, 'clerk')).rejects.toMatchObject({
      code: 'wrong_state',
    });
  });

  test('is printed as labels, envelopes, manifest and packing sheet, per letter', async () => {
    run = await printRun(ctx, run.id, 'clerk');
    expect(run.state).toBe('printed');
    expect(await measure()).toMatchObject({ due: 1, printed: 4 });
    expect((await listFiles(db, run.id)).map(({ name, pieces }) => `${name} ${pieces}`)).toEqual([
      'letter-03-envelopes.pdf 1',
      'letter-03-labels.pdf 1',
      'letter-03-master.pdf 1',
      'letter-03-stuffing-sheet.pdf 1',
      'letter-04-envelopes.pdf 3',
      'letter-04-labels.pdf 3',
      'letter-04-master.pdf 3',
      'letter-04-stuffing-sheet.pdf 3',
      'manifest.csv 4',
      'packing-sheet.pdf 4',
    ]);
  });

  test('labels and envelopes carry the frozen address in every script, and the piece’s code', async () => {
    for (const name of ['letter-04-labels.pdf', 'letter-04-envelopes.pdf']) {
      const text = await textOf(name);
      for (const line of [
        'Łukasz Żółć',
        'Ośmiornic 7',
        '王小明',
        'SINGAPORE 018956',
        'SINGAPORE',
        'F20261127-04-000002',
      ]) {
        expect(text).toContain(line);
      }
    }
    expect(await textOf('packing-sheet.pdf')).toContain('F20261127');
  });

  test('the manifest is no place for formulas', async () => {
    const file = (await listFiles(db, run.id)).find(({ name }) => name === 'manifest.csv');
    const csv = file === undefined ? '' : (await bytesOf(file)).toString();
    expect(csv).toContain(`"'=HYPERLINK(""x"")"`);
    expect(csv.split('\r\n')).toHaveLength(6);
  });

  test('printed again it has the same batch, and each file the same bytes', async () => {
    const before = await listFiles(db, run.id);
    const hashes = await Promise.all(
      before.map(async (file) =>
        createHash('sha256')
          .update(await bytesOf(file))
          .digest('hex'),
      ),
    );
    await printRun(ctx, run.id, 'another clerk');
    expect(await listBatches(db, run.id)).toHaveLength(1);
    await recordFileHashes(ctx, { runId: run.id, batch: 1 });
    expect((await listFiles(db, run.id)).map(({ sha256 }) => sha256)).toEqual(hashes);
  });

  test('what is taken back is printed anew with the same files', async () => {
    const before = await db
      .select({ name: mailingFiles.name, sha256: mailingFiles.sha256 })
      .from(mailingFiles)
      .orderBy(mailingFiles.name);
    expect((await undoPrint(ctx, run.id, 'clerk')).state).toBe('frozen');
    await printRun(ctx, run.id, 'clerk');
    const files = await listFiles(db, run.id);
    const after = await Promise.all(
      files.map(async (file) => ({ name: file.name, sha256: (await fingerprint(db, run, file)).sha256 })),
    );
    expect(after).toEqual(before);
  });

  // An unhandled rejection would end the server, and ends the test run.
  test('a download that is broken off while its pieces are fetched ends there', async () => {
    for (const file of await listFiles(db, run.id)) {
      const stream = streamFile(db, run, file);
      stream.destroy();
      await once(stream, 'close');
      expect((await fingerprint(db, run, file)).bytes).toBeGreaterThan(0);
    }
  });

  test('keeps the return address it was printed with', async () => {
    await recordFileHashes(ctx, { runId: run.id, batch: 1 });
    const before = await listFiles(db, run.id);
    const moved = { ...ctx, config: { ...ctx.config, returnAddress: ['PO Box 1957', 'Wick Harbor, ME 04614'] } };
    await printRun(moved, run.id, 'clerk');
    await recordFileHashes(moved, { runId: run.id, batch: 1 });
    expect(await listFiles(db, run.id)).toEqual(before);
    expect(await Promise.all(before.map((file) => fingerprint(db, run, file)))).toEqual(
      before.map(({ sha256, bytes }) => ({ sha256, bytes })),
    );
    await undoPrint(moved, run.id, 'clerk');
    await printRun(moved, run.id, 'clerk');
    const envelopes = await textOf('letter-04-envelopes.pdf');
    expect(envelopes).toMatch(/PO Box 1957\s+Wick Harbor, ME 04614/);
    expect(await textOf('letter-04-labels.pdf')).not.toContain('PO Box');
  });

  test('a batch of before keeps the look that it was printed with; a new one has the house’s', async () => {
    expect(await listBatches(db, run.id)).toMatchObject([{ design: CURRENT_DESIGNS.plain }]);
    const outsides = (await listFiles(db, run.id)).filter(({ kind }) => kind === 'labels' || kind === 'envelopes');
    const print = async () => await Promise.all(outsides.map(async (file) => await bytesOf(file)));
    const current = await print();
    await db.update(mailingBatches).set({ design: 1 }).where(eq(mailingBatches.runId, run.id));
    const before = await print();
    expect(before.every((bytes) => bytes.includes('NotoSans'))).toBe(true);
    expect(current.every((bytes) => bytes.includes('CourierPrime'))).toBe(true);
    expect(before.some((bytes) => bytes.includes('CourierPrime'))).toBe(false);
    await db.update(mailingBatches).set({ design: CURRENT_DESIGNS.plain }).where(eq(mailingBatches.runId, run.id));
    expect(await print()).toEqual(current);
  });

  test('a letter that leaves the country has ours on its return address', async () => {
    const envelopes = await textOf('letter-04-envelopes.pdf');
    expect(envelopes.match(/ME 04614\s+UNITED STATES OF AMERICA/g)).toHaveLength(1);
    expect(envelopes).toMatch(/SINGAPORE 018956\s+SINGAPORE/);
  });

  test('a renewal paid before the hand-over releases its letter into a batch of its own', async () => {
    await payInvoice(db, subscribers['late']?.subscriptionId ?? '', fulfilment.now);
    await printRun(ctx, run.id, 'clerk');
    expect((await listBatches(db, run.id)).map(({ firstNumber, lastNumber }) => [firstNumber, lastNumber])).toEqual([
      [1, 4],
      [5, 5],
    ]);
    expect(await pieceOf('late')).toMatchObject({ state: 'frozen', number: 5 });
  });

  test('is handed over only when it is known what its files said', async () => {
    fulfilment.now = new Date('2026-11-29T18:00:00Z');
    expect(await measure()).toMatchObject({ printed: 5, handed_over: 0, runs_late: 1 });
    fulfilment.now = new Date('2026-11-27T18:00:00Z');
    await expect(handOver(ctx, { runId: run.id, batch: null, on: null }, 'clerk')).rejects.toMatchObject({
      code: 'wrong_state',
    });
    for (const batch of [1, 2]) await recordFileHashes(ctx, { runId: run.id, batch });
  });

  test('is handed over once, however many hand it over at once', async () => {
    await db
      .update(subscriptions)
      .set({ refundRequestedAt: fulfilment.now })
      .where(eq(subscriptions.id, subscribers['regretful']?.subscriptionId ?? ''));
    const attempts = await Promise.allSettled(
      ['one', 'two', 'three'].map((clerk) => handOver(ctx, { runId: run.id, batch: null, on: null }, clerk)),
    );
    const done = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
    expect(done).toHaveLength(1);
    expect(done[0]).toMatchObject({ pieces: 4, run: { state: 'handed_over' } });
    // The refunded one was printed already: its envelope has to be pulled. The others were never ready.
    expect(done[0]?.pull).toEqual([{ letter: 4, number: expect.any(Number) }]);
    expect(await findRun(db, run.id)).toMatchObject({ state: 'handed_over', finalCounts: { handed_over: 4 } });
    expect(await measure()).toEqual({ due: 0, printed: 0, handed_over: 4, runs_late: 0 });
  });

  test('each letter has its arrival window', async () => {
    expect(await pieceOf('polish')).toMatchObject({
      handedOverOn: '2026-11-27',
      arrivesFrom: '2026-11-29',
      arrivesBy: '2026-12-02',
    });
    expect(await pieceOf('chinese')).toMatchObject({ arrivesFrom: '2026-12-11', arrivesBy: '2027-01-08' });
    // To an APO.
    expect(await pieceOf('late')).toMatchObject({ arrivesFrom: '2026-12-11', arrivesBy: '2027-01-08' });
  });

  test('what was not ready is planned again for that subscriber’s next mailing day', async () => {
    expect(await pieceOf('elsewhere')).toBeUndefined();
    await payInvoice(db, subscribers['unpaid']?.subscriptionId ?? '', fulfilment.now);
    fulfilment.now = new Date('2026-12-09T12:00:00Z');
    await fulfilment.freeze((await fulfilment.friday('2026-12-11')).id);
    const pieces = await db
      .select()
      .from(mailingPieces)
      .where(eq(mailingPieces.subscriptionId, subscribers['unpaid']?.subscriptionId ?? ''));
    expect(pieces.map(({ letter, attempt }) => [letter, attempt])).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
    ]);
  });

  test('its history says everything that happened, and can only grow', async () => {
    const events = await db.select().from(mailingEvents).where(eq(mailingEvents.runId, run.id));
    expect(events.map(({ event }) => event)).toEqual([
      'set_aside',
      'frozen',
      'printed',
      'print_undone',
      'printed',
      'print_undone',
      'printed',
      'released',
      'printed',
      'withdrawn',
      'batch_handed_over',
      'batch_handed_over',
      'withdrawn',
      'withdrawn',
      'handed_over',
    ]);
    await expect(db.delete(mailingEvents)).rejects.toThrow('mailing_events');
    await expect(db.update(mailingEvents).set({ event: 'forgotten' })).rejects.toThrow('mailing_events');
  });
});

test('the twenty-fourth letter completes the season', async () => {
  const mailedOn = Array.from(
    { length: 23 },
    (_, index) => (index === 0 ? '2026-10-05' : '2026-10-23') as '2026-10-05',
  );
  const { subscriptionId } = await addSubscriber(db, { serviceStart: '2026-10-01', planType: 'annual', mailedOn });
  fulfilment.now = new Date('2027-01-06T12:00:00Z');
  const last = await fulfilment.freeze((await fulfilment.friday('2027-01-08')).id);
  await printRun(ctx, last.id, 'clerk');
  await recordFileHashes(ctx, { runId: last.id, batch: 1 });
  await handOver(ctx, { runId: last.id, batch: 1, on: null }, 'clerk');
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.id, subscriptionId));
  expect(row).toMatchObject({ status: 'completed', updatedAt: fulfilment.now });
});
