import { deepStrictEqual } from 'node:assert';
import { sql } from 'drizzle-orm';
import { NO_OVERRIDES } from '../../src/domain/holidays.ts';
import { addressKeySql } from '../../src/server/customers/address-checks/address-key.sql.ts';
import { digitsOf } from '../../src/server/fulfilment/barcodes/piece-barcodes.ts';
import { freezeRun } from '../../src/server/fulfilment/freeze/freeze.ts';
import { readPieces } from '../../src/server/fulfilment/pieces/pieces.ts';
import { streamFile } from '../../src/server/fulfilment/print/files.ts';
import { findBatch, listFiles, printRun } from '../../src/server/fulfilment/print/print.ts';
import { openRun } from '../../src/server/fulfilment/runs/runs.ts';
import { addManyDue } from '../../test/load/many-subscribers.ts';
import { decodePostalBarcode } from '../../test/models/postal-barcode-decoder.ts';
import { judgedBars } from '../../test/models/postal-barcode-judge.ts';
import { barsOnPages, faultOfBars, lettersOfBars } from '../../test/models/printed-bars.ts';
import type { Soak } from './soak.ts';

export const barcodes: Soak = {
  name: 'barcodes',
  proves:
    'The barcode on each envelope, as its PDF draws it, is within the specification, decodes to the digits of its piece and is what another library draws; no serial comes twice',
  fullSize: 100_000,
  smallSize: 150,
  settings: { USPS_MAILER_ID: '912345678' },
  async run(shop, { size, report }) {
    const { ctx } = shop;
    await addManyDue(ctx.db.$client, { first: 1, last: size });
    // ZIP codes of five and of nine digits, over the whole country.
    await ctx.db
      .execute(sql`update shipping_addresses set postal_code = lpad((abs(hashtext(id::text)) % 99951)::text, 5, '0')
      || case when abs(hashtext(id::text)) % 3 = 0 then '-' || lpad((abs(hashtext(full_name)) % 10000)::text, 4, '0') else '' end`);
    // Every other address with nine digits was checked, and has its delivery point.
    await ctx.db.execute(sql`insert into address_checks (key, checked_by, verdict, routing, checked_at)
      select ${sql.raw(addressKeySql('a'))}, 'usps', 'deliverable', replace(postal_code, '-', '') || '07', now()
      from shipping_addresses a where postal_code like '%-%' and abs(hashtext(full_name)) % 2 = 0 on conflict do nothing`);
    const run = await openRun(ctx.db, { kind: 'friday', nominalOn: '2026-10-09' }, NO_OVERRIDES, shop.clock.now());
    await freezeRun(ctx, run.id, null);
    await printRun(ctx, run.id, null);
    const batch = await findBatch(ctx.db, run.id, 1);
    const seen = new Set<string>();
    const lengths = new Set<number>();
    for (const file of (await listFiles(ctx.db, run.id)).filter(({ kind }) => kind === 'envelopes')) {
      const { firstNumber, lastNumber, letter } = file;
      const pages = barcodesIn(streamFile(ctx.db, run, file));
      for await (const piece of readPieces(ctx.db, { runId: run.id, firstNumber, lastNumber, letter })) {
        const { value: bars } = (await pages.next()) as { value: string };
        const digits = digitsOf(batch, piece) ?? '';
        if (decodePostalBarcode(bars) !== digits) throw new Error(`Number ${piece.number} decodes to something else.`);
        if (judgedBars(digits) !== bars) throw new Error(`The other library draws ${digits} in another way.`);
        seen.add(digits.slice(5, 20));
        lengths.add(digits.length - 20);
      }
      report(`${file.name}: ${seen.size} so far`);
    }
    if (seen.size !== size) throw new Error(`${size} pieces have ${seen.size} serials.`);
    deepStrictEqual(lengths, new Set([5, 9, 11]));
    return `${seen.size} barcodes`;
  },
};

/** The barcode of each page of a PDF, as it is made. @throws Error for bars outside of the specification */
async function* barcodesIn(pdf: AsyncIterable<unknown>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of pdf) {
    rest += (chunk as Buffer).toString('latin1');
    const end = rest.lastIndexOf('endstream');
    if (end === -1) continue;
    const complete = rest.slice(0, end);
    rest = rest.slice(end);
    for (const bars of barsOnPages(complete)) {
      const letters = lettersOfBars(bars);
      if (letters === null) continue;
      const fault = faultOfBars(bars);
      if (fault !== null) throw new Error(fault);
      yield letters;
    }
  }
}
