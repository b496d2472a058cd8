import { buffer } from 'node:stream/consumers';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSubscriber } from '../../../../test/builders/subscribers.ts';
import { decodePostalBarcode } from '../../../../test/models/postal-barcode-decoder.ts';
import { judgedBars } from '../../../../test/models/postal-barcode-judge.ts';
import { barsOnPages, faultOfBars, lettersOfBars } from '../../../../test/models/printed-bars.ts';
import { openFulfilment } from '../../../../test/server/fulfilment.ts';
import { SeededRandom } from '../../../../test/load/seeded-random.ts';
import { handOver } from '../hand-over/hand-over.ts';
import { readPieces } from '../pieces/pieces.ts';
import { findFile, fingerprint, recordFileHashes, streamFile } from '../print/files.ts';
import { listBatches, listFiles, printRun, undoPrint } from '../print/print.ts';
import type { Run } from '../runs/runs.ts';
import { mailingBatches, mailingPieces } from '../schema.ts';
import { barsOf } from './bars.ts';
import { digitsOf, findPieceOfSerial } from './piece-barcodes.ts';
import { takeSerials } from './serials.ts';

const MAILER = { id: '123456', serviceType: '310' } as const;
const fulfilment = await openFulfilment('2026-11-24T15:00:00Z', { mailer: MAILER });
const { db, ctx } = fulfilment;
afterAll(() => fulfilment.close());

describe('the 65 bars', () => {
  /** The first four are published; the fifth is what etiket and bwip-js agree on. */
  const VECTORS = [
    ['', 'ATTFATTDTTADTAATTDTDTATTDAFDDFADFDFTFFFFFTATFAAAATDFFTDAADFTFDTDT'],
    ['01234', 'DTTAFADDTTFTDTFTFDTDDADADAFADFATDDFTAAAFDTTADFAAATDFDTDFADDDTDFFT'],
    ['012345678', 'ADFTTAFDTTTTFATTADTAAATFTFTATDAAAFDDADATATDTDTTDFDTDATADADTDFFTFA'],
    ['01234567891', 'AADTFFDFTDADTAADAATFDTDDAAADDTDTTDAFADADDDTFFFDDTTTADFAAADFTDAADA'],
  ] as const;
  const TRACKING = '01234567094987654321';

  test.each(VECTORS)('are the published ones with the routing “%s”', (routing, bars) => {
    expect(barsOf(TRACKING + routing).join('')).toBe(bars);
    expect(judgedBars(TRACKING + routing)).toBe(bars);
    expect(decodePostalBarcode(bars)).toBe(TRACKING + routing);
  });

  test('are those on which two libraries agree', () => {
    const digits = '5337977723499454492851135759461';
    const bars = 'DAFDTDAFFDFTDADTDDFTTFDTATATFFFDFTTFFFTFDDTDAAFATDFTFDFDTTTDTTFDA';
    expect([barsOf(digits).join(''), judgedBars(digits), decodePostalBarcode(bars)]).toEqual([bars, bars, digits]);
  });

  test('are refused for a second digit above 4, which both libraries take, and for other lengths', () => {
    for (const digits of ['57379777234994544928', '0123456709498765432', `${TRACKING}0123`, 'AB234567094987654321']) {
      expect(() => barsOf(digits)).toThrow(RangeError);
    }
  });

  test('decode back to their digits, and one wrong bar is noticed', () => {
    const random = new SeededRandom(1957);
    for (let round = 0; round < 500; round++) {
      const below = (limit: number) => Math.floor(random.roll() * limit);
      const digit = () => String(below(10));
      const length = random.pick([0, 5, 9, 11]);
      const digits = [digit(), String(below(5)), ...Array.from({ length: 18 + length }, digit)].join('');
      const bars = barsOf(digits).join('');
      expect(decodePostalBarcode(bars)).toBe(digits);
      const at = below(65);
      const wrong = bars.slice(0, at) + (bars[at] === 'T' ? 'F' : 'T') + bars.slice(at + 1);
      expect(() => decodePostalBarcode(wrong)).toThrow(/check sum|character|odd/);
    }
  });
});

describe('a batch', () => {
  let run: Run;

  beforeAll(async () => {
    const facts = {
      serviceStart: '2026-10-01',
      paid: 2,
      mailedOn: ['2026-10-05', '2026-10-23', '2026-11-13'],
    } as const;
    for (const postalCode of ['04614', '04614-1957', '10001'])
      await addSubscriber(db, { ...facts, address: { postalCode } });
    const abroad = { country: 'SG', postalCode: '018956', city: 'Singapore', stateProvince: '' };
    await addSubscriber(db, { ...facts, address: abroad });
    fulfilment.now = new Date('2026-11-25T05:00:30Z');
    run = await fulfilment.freeze((await fulfilment.friday('2026-11-27')).id);
    run = await printRun(ctx, run.id, 'clerk');
    await recordFileHashes(ctx, { runId: run.id, batch: 1 });
  }, 60_000);

  async function envelopes(): Promise<string> {
    const file = await findFile(db, run.id, 1, 'letter-04-envelopes.pdf');
    return (await buffer(streamFile(db, run, file))).toString('latin1');
  }

  async function digitsOfRun(): Promise<(string | null)[]> {
    const [batch] = await listBatches(db, run.id);
    const digits: (string | null)[] = [];
    const range = { runId: run.id, firstNumber: 1, lastNumber: 9, letter: null };
    for await (const piece of readPieces(db, range)) digits.push(batch === undefined ? null : digitsOf(batch, piece));
    return digits;
  }

  test('has a barcode on each envelope to the United States, with a serial of its own, and none abroad', async () => {
    const digits = ['0031012345600000000004614', '00310123456000000001046141957', '0031012345600000000210001', null];
    expect(await digitsOfRun()).toEqual(digits);
    const printed = barsOnPages(await envelopes()).map(lettersOfBars);
    expect(printed).toEqual(digits.map((each) => (each === null ? null : judgedBars(each))));
    expect(printed.map((bars) => bars && decodePostalBarcode(bars))).toEqual(digits);
  });

  test('prints bars as the specification asks, in inches, above the address and with nothing near them', async () => {
    for (const bars of barsOnPages(await envelopes()).slice(0, 3)) {
      expect(faultOfBars(bars)).toBeNull();
      const top = Math.min(...bars.map(({ y }) => y)) / 72;
      const bottom = Math.max(...bars.map(({ y, height }) => y + height)) / 72;
      // Machines read 5/8 to 2 3/4 inches above the bottom edge; the envelope is 4 1/8 high.
      expect([4.125 - top < 2.75, 4.125 - bottom > 0.625]).toEqual([true, true]);
    }
  });

  test('keeps its digits and its bytes, though the mailer id has changed or gone since', async () => {
    const elsewhere = { ...ctx, config: { ...ctx.config, mailer: null } };
    for (const { name, sha256 } of await listFiles(elsewhere.db, run.id)) {
      expect((await fingerprint(db, run, await findFile(db, run.id, 1, name))).sha256).toBe(sha256);
    }
  });

  test('that is taken back and printed again has other serials, and those before are not given again', async () => {
    await undoPrint(ctx, run.id, 'clerk');
    await printRun(ctx, run.id, 'clerk');
    expect((await digitsOfRun())[0]).toBe('0031012345600000000404614');
  });

  test('is found by mailer id and serial, while it may be in the post, and only for its own pieces', async () => {
    await recordFileHashes(ctx, { runId: run.id, batch: 1 });
    fulfilment.now = new Date('2026-11-27T15:00:00Z');
    await handOver(ctx, { runId: run.id, batch: null, on: null }, 'clerk');
    const pieces = await db
      .select()
      .from(mailingPieces)
      .where(eq(mailingPieces.runId, run.id))
      .orderBy(mailingPieces.number);
    const at = new Date('2026-12-01T12:00:00Z');
    expect(await findPieceOfSerial(db, '123456000000005', at)).toBe(pieces[1]?.id);
    // The foreign letter, 7, has no barcode. The others belong to no letter, and 5 to none before the print.
    for (const serial of ['123456000000007', '123456000000008', '999999000000005', '123456000000000']) {
      expect(await findPieceOfSerial(db, serial, at)).toBeNull();
    }
    expect(await findPieceOfSerial(db, '123456000000005', new Date('2026-11-01T12:00:00Z'))).toBeNull();
  });

  test('goes out without barcodes when the mailer id has not as many serials left', async () => {
    await db.execute(sql`update mailing_batches set handed_over_at = null`);
    const runId = run.id;
    const take = (count: number, now: string) =>
      db.transaction((tx) => takeSerials(tx, { mailerId: '912345678', runId, batch: 9, count }, new Date(now)));
    expect(await take(600_000, '2026-01-01T12:00:00Z')).toBe(0);
    expect(await take(500_000, '2026-03-31T12:00:00Z')).toBeNull();
    expect(await take(400_000, '2026-03-31T12:00:00Z')).toBe(600_000);
    expect(await take(1, '2026-03-31T12:00:00Z')).toBeNull();
    // Ninety days after the first range was reserved.
    expect(await take(600_000, '2026-04-02T12:00:00Z')).toBe(0);
    await db.execute(sql`update mailing_serials set run_id = ${runId}, batch = 1 where first_serial = 600000`);
    await db.update(mailingBatches).set({ firstSerial: 600_000, handedOverAt: new Date('2026-05-01T12:00:00Z') });
    // Printed in March and posted in May: its serials are reserved until the end of July.
    expect(await take(700_000, '2026-07-29T12:00:00Z')).toBeNull();
    expect(await take(700_000, '2026-07-31T12:00:00Z')).toBe(0);
  });
});
