import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { addSubscriber } from '../../../../../test/builders/subscribers.ts';
import { decodePostalBarcode } from '../../../../../test/models/postal-barcode-decoder.ts';
import { openFulfilment } from '../../../../../test/server/fulfilment.ts';
import { mailingPieces } from '../../schema.ts';
import type { Run } from '../../runs/runs.ts';
import { listFiles, findBatch, printRun } from '../print.ts';
import { recordFileHashes } from '../files.ts';
import { streamBureau } from './bureau.ts';
import { streamWholeBatch } from '../whole-batch.ts';
import { bureauInstructions } from './instructions.ts';

const fulfilment = await openFulfilment('2026-11-23T04:30:00Z', {
  mailer: { id: '123456', serviceType: '310' },
  letterCodes: true,
});
const { db, ctx } = fulfilment;
afterAll(() => fulfilment.close());

const NAMES = ['Ada Quill', 'Grace Marsh', 'Ruth Calloway'];
const CITIES = ['04614', '10001-1957', '90210'];

let run: Run;
let zipped: Map<string, Buffer>;

beforeAll(async () => {
  for (const [index, fullName] of NAMES.entries()) {
    const address = { fullName, postalCode: CITIES[index] ?? '' };
    const { subscriptionId } = await addSubscriber(db, { serviceStart: '2026-11-21', address });
    if (index === 1) gift = subscriptionId;
  }
  fulfilment.now = new Date('2026-11-23T05:00:30Z');
  run = await fulfilment.freeze((await fulfilment.firstLetters('2026-11-23')).id);
  const card = { to: 'Grace', from: 'Ada', message: 'Mind the step.\n'.repeat(20).trim() };
  await db.update(mailingPieces).set({ card }).where(eq(mailingPieces.subscriptionId, gift));
  run = await printRun(ctx, run.id, 'clerk');
  await recordFileHashes(ctx, { runId: run.id, batch: 1 });
  zipped = await unzip(await buffer(await streamBureau(db, run, await findBatch(db, run.id, 1))));
}, 60_000);
let gift = '';

async function unzip(zip: Buffer): Promise<Map<string, Buffer>> {
  const archive = await fromBufferPromise(zip, { lazyEntries: true });
  const entries = new Map<string, Buffer>();
  for await (const entry of archive.eachEntry()) {
    entries.set(entry.fileName, await buffer(await archive.openReadStreamPromise(entry)));
  }
  return entries;
}

function table(name: string): Record<string, string>[] {
  const [head = '', ...lines] = (zipped.get(name)?.toString() ?? '').trim().split('\r\n');
  const columns = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [columns[index] ?? '', cell])));
}

const lettered = (text = '') => text.replaceAll(/\s+/g, '');

async function textOf(name: string): Promise<string[]> {
  const pdf = await getDocumentProxy(new Uint8Array(zipped.get(`pdf/${name}`) ?? []));
  return (await extractText(pdf, { mergePages: false })).text;
}

test('a print house gets the pages and envelopes of a batch, and nothing with our own ids', () => {
  const names = [...zipped.keys()];
  expect(names).toEqual([
    'READ-ME.txt',
    'addresses.csv',
    'index.csv',
    'pdf/letter-01-cards.pdf',
    'pdf/letter-01-envelopes.pdf',
    'pdf/letter-01-labels.pdf',
    'pdf/letter-01-pages.pdf',
    'pdf/letter-01-stuffing-sheet.pdf',
    'pdf/packing-sheet.pdf',
    'SHA256SUMS',
  ]);
  for (const name of ['READ-ME.txt', 'addresses.csv', 'index.csv']) {
    expect(zipped.get(name)?.toString()).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  }
  expect(zipped.get('READ-ME.txt')?.toString()).toContain('pdf/letter-01-pages.pdf: 3 pieces');
});

test('all of a batch comes as one archive: a PDF for each tray, the letters, the packing sheet and the manifest', async () => {
  const all = await unzip(await buffer(await streamWholeBatch(db, run, await findBatch(db, run.id, 1))));
  expect([...all.keys()]).toEqual([
    'READ-ME.txt',
    'manifest.csv',
    'packing-sheet.pdf',
    'trays/envelopes.pdf',
    'trays/labels.pdf',
    'trays/cards.pdf',
    'letters/letter-01-pages.pdf',
    'letters/letter-01-stuffing-sheet.pdf',
    'SHA256SUMS',
  ]);
  const pdf = await getDocumentProxy(new Uint8Array(all.get('trays/envelopes.pdf') ?? []));
  expect(pdf.numPages).toBe(3);
  expect(all.get('READ-ME.txt')?.toString()).toContain('trays/envelopes.pdf: 3 pieces; #10 envelopes');
});

test('a print house is told how many sheets and sides a set of pages has, of a master and of personal letters', async () => {
  const all = await listFiles(db, run.id);
  const pages = all.find(({ kind }) => kind === 'letter_personal');
  if (pages === undefined) throw new Error('The batch has personal letters.');
  expect(zipped.get('READ-ME.txt')?.toString()).toContain(
    'in the order of the envelopes; each set is 2 sheets, 4 sides',
  );
  const master = { ...pages, kind: 'letter_master', name: 'letter-07-master.pdf', pieces: 1 } as const;
  const paper = new Map([[pages.edition ?? '', { seasonId: 'season-1', sheets: 1, pages: 1 }]]);
  expect(bureauInstructions(run, await findBatch(db, run.id, 1), [master], paper)).toContain(
    'pdf/letter-07-master.pdf: 1 piece; one set of pages for all: as many copies as it has pieces; each set is 1 sheet, 1 side',
  );
});

test('the lists begin with a byte-order mark, by which spreadsheets know their alphabet', () => {
  for (const name of ['addresses.csv', 'index.csv']) {
    expect(zipped.get(name)?.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  }
});

test('a print house is told that the barcode is on the envelopes where it is, and that there is none where there is not', async () => {
  expect(zipped.get('READ-ME.txt')?.toString()).toContain('Envelopes to the United States have the barcode already.');
  const batch = { ...(await findBatch(db, run.id, 1)), mailerId: null };
  const plain = bureauInstructions(run, batch, [], new Map());
  expect(plain).toContain('The envelopes have no Intelligent Mail barcode.');
  expect(plain).not.toContain('already');
});

test('every file has its checksum, the same as in our books', async () => {
  const sums = new Map(
    (zipped.get('SHA256SUMS')?.toString() ?? '')
      .trim()
      .split('\n')
      .map((line) => line.split('  ').toReversed() as [string, string]),
  );
  const zippedFiles = [...zipped].filter(([name]) => name !== 'SHA256SUMS');
  expect(Object.fromEntries(sums)).toEqual(
    Object.fromEntries(zippedFiles.map(([name, bytes]) => [name, createHash('sha256').update(bytes).digest('hex')])),
  );
  const inOurBooks = (await listFiles(db, run.id)).map(({ name, sha256 }) => [`pdf/${name}`, sha256] as const);
  const sent = inOurBooks.filter(([name]) => zipped.has(name));
  expect(sent).toHaveLength(6);
  expect(sent).toEqual(sent.map(([name]) => [name, sums.get(name)]));
});

test('the index says which pages are whose, a long card of two pages included', async () => {
  const index = table('index.csv');
  const addresses = table('addresses.csv');
  const [pages, envelopes, cards] = [
    await textOf('letter-01-pages.pdf'),
    await textOf('letter-01-envelopes.pdf'),
    await textOf('letter-01-cards.pdf'),
  ];
  for (const [row, { piece = '', full_name: name = '' }] of addresses.entries()) {
    const places = index[row] ?? {};
    expect(places['piece']).toBe(piece);
    expect(envelopes[Number(places['envelope_first_page']) - 1]).toContain(piece);
    expect(lettered(pages[Number(places['letter_first_page']) - 1])).toContain(lettered(name));
    expect(lettered(pages[Number(places['letter_last_page']) - 1])).toContain(lettered(name));
    const isGift = name === 'Grace Marsh';
    expect([places['card_first_page'], places['card_last_page']]).toEqual(isGift ? ['1', '2'] : ['', '']);
  }
  expect(cards).toHaveLength(2);
});

test('addresses have ZIP+4 where it is known, and the barcode that stands on the envelope', () => {
  const addresses = table('addresses.csv');
  expect(addresses.map(({ full_name, zip_plus_4 }) => [full_name, zip_plus_4])).toEqual([
    ['Ada Quill', ''],
    ['Grace Marsh', '1957'],
    ['Ruth Calloway', ''],
  ]);
  expect(addresses.map(({ imb_digits }) => imb_digits)).toEqual([
    '0031012345600000000004614',
    '00310123456000000001100011957',
    '0031012345600000000290210',
  ]);
  for (const { imb_bars = '', imb_digits } of addresses) expect(decodePostalBarcode(imb_bars)).toBe(imb_digits);
});
