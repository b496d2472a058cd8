import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { eq, sql } from 'drizzle-orm';
import { decodeQR } from 'qr/decode.js';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSubscriber, type Subscriber } from '../../../../test/builders/subscribers.ts';
import { openFulfilment } from '../../../../test/server/fulfilment.ts';
import { readLetterCode } from '../../../domain/letter-code.ts';
import { handOver } from '../hand-over/hand-over.ts';
import { readPieces } from '../pieces/pieces.ts';
import { findFile, fingerprint, recordFileHashes, streamFile } from '../print/files.ts';
import { listFiles, printRun, undoPrint } from '../print/print.ts';
import { editionsOfBatch, pagesOf } from '../printer/letter-pages.ts';
import { reportTrouble } from '../reships.ts';
import type { Run } from '../runs/runs.ts';
import { mailingEvents, mailingPieces, reships } from '../schema.ts';
import { pieceCodes } from '../codes-schema.ts';
import { type CodedPiece, withCodes } from './codes.ts';
import { recordLetterReport } from './reports.ts';

const SITE = 'https://club.example';
const fulfilment = await openFulfilment('2026-11-24T15:00:00Z', { letterCodes: true, siteUrl: SITE });
const { db, ctx } = fulfilment;
afterAll(() => fulfilment.close());

let run: Run;
let codes: string[];
const subscribers: Subscriber[] = [];

beforeAll(async () => {
  for (const fullName of ['Ada Quill', 'Grace Marsh', 'Ruth Calloway']) {
    const mailedOn = ['2026-10-05', '2026-10-23', '2026-11-13'] as const;
    subscribers.push(await addSubscriber(db, { serviceStart: '2026-10-01', paid: 2, mailedOn, address: { fullName } }));
  }
  run = await fulfilment.friday('2026-11-27');
  fulfilment.now = new Date('2026-11-25T05:00:30Z');
  run = await fulfilment.freeze(run.id);
  run = await printRun(ctx, run.id, 'clerk');
  await recordFileHashes(ctx, { runId: run.id, batch: 1 });
  codes = await codesOfRun();
}, 60_000);

async function codesOfRun(): Promise<string[]> {
  const pieces = readPieces(db, { runId: run.id, firstNumber: 1, lastNumber: 9, letter: null });
  return ((await Readable.from(withCodes(db, pieces)).toArray()) as CodedPiece[]).map(({ code }) => code);
}

async function bytesOf(name: string): Promise<Buffer> {
  return await buffer(streamFile(db, run, await findFile(db, run.id, 1, name)));
}

async function piecesNow() {
  return await db.select().from(mailingPieces).where(eq(mailingPieces.runId, run.id)).orderBy(mailingPieces.number);
}

/** Reads the QR codes of a page's labels, from their squares drawn as a picture. */
function readLabels(pdf: string): string[] {
  const SCALE = 4;
  const [width, height] = [612 * SCALE, 792 * SCALE];
  const data = new Uint8Array(width * height * 4).fill(255);
  for (const [, ...numbers] of pdf.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re/g)) {
    const [x = 0, y = 0, wide = 0, high = 0] = numbers.map((number) => Number(number) * SCALE);
    for (let row = Math.round(y); row < Math.round(y + high); row++) {
      const from = (row * width + Math.round(x)) * 4;
      data.fill(0, from, from + (Math.round(x + wide) - Math.round(x)) * 4);
    }
  }
  return [0, 1, 2].map((column) => {
    const left = Math.round((0.1875 + column * 2.75) * 72 * SCALE) - 20;
    return decodeQR(cut(data, width, { left: Math.max(0, left), top: 36 * SCALE - 20, width: 340, height: 340 }));
  });
}

function cut(
  data: Uint8Array,
  stride: number,
  { left, top, width, height }: Record<'left' | 'top' | 'width' | 'height', number>,
) {
  const rows = Array.from({ length: height }, (_, row) =>
    data.subarray(((top + row) * stride + left) * 4, ((top + row) * stride + left + width) * 4),
  );
  const picture = new Uint8Array(width * height * 4);
  for (const [row, bytes] of rows.entries()) picture.set(bytes, row * width * 4);
  for (let at = 3; at < picture.length; at += 4) picture[at] = 255;
  return { width, height, data: picture };
}

test('letters that are all alike get a label with a code each, in the order of the envelopes', async () => {
  const bytes = await bytesOf('letter-04-codes.pdf');
  expect(readLabels(bytes.toString('latin1'))).toEqual(codes.map((code) => `HTTPS://CLUB.EXAMPLE/L/${code}`));
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  for (const [index, code] of codes.entries()) {
    expect(text).toContain(`F20261127-04-${String(index + 1).padStart(6, '0')}`);
    expect(text.replaceAll('-', '')).toContain(code.slice(0, 8));
  }
});

test('a personal letter has its code at the foot of its last page, and no label', async () => {
  await addSubscriber(db, { serviceStart: '2026-11-24', address: { fullName: 'Ng' } });
  const first = await fulfilment.freeze((await fulfilment.firstLetters('2026-11-25')).id);
  await printRun(ctx, first.id, 'clerk');
  const files = await listFiles(db, first.id);
  expect(files.map(({ kind }) => kind)).not.toContain('code_labels');
  const pages = files.find(({ kind }) => kind === 'letter_personal');
  if (pages === undefined) throw new Error('There are no personal pages.');
  const range = { runId: first.id, firstNumber: 1, lastNumber: 1, letter: 1 };
  const [piece] = (await Readable.from(withCodes(db, readPieces(db, range))).toArray()) as CodedPiece[];
  const pdf = await getDocumentProxy(new Uint8Array(await buffer(streamFile(db, first, pages))));
  const { text } = await extractText(pdf, { mergePages: false });
  const typed = text.map((page) => page.replaceAll(/[\s-]/g, '').includes(piece?.code ?? 'none'));
  expect(typed).toEqual([...typed.slice(1).fill(false), true]);
  await db.execute(sql`delete from mailing_pieces where run_id = ${first.id}`);
});

test('at a printer each letter has its code at the foot of its last page, also where all are alike', async () => {
  const pieces = await piecesNow();
  const pages = await pagesOf(db, { editions: await editionsOfBatch(db, run.id, 1), codesAt: SITE }, pieces);
  for (const [index, { id }] of pieces.entries()) {
    const pdf = await getDocumentProxy(new Uint8Array(pages.get(id) ?? Buffer.alloc(0)));
    const { text } = await extractText(pdf, { mergePages: false });
    expect(text.at(-1)?.replaceAll(/[\s-]/g, '')).toContain(codes[index]);
  }
});

test('a batch prints again to the same bytes, under another address of the shop too', async () => {
  const moved = { ...ctx, config: { ...ctx.config, siteUrl: 'https://elsewhere.example', letterCodes: false } };
  for (const { name, sha256 } of await listFiles(moved.db, run.id)) {
    const file = await findFile(db, run.id, 1, name);
    expect((await fingerprint(moved.db, run, file)).sha256).toBe(sha256);
  }
});

test('a print that is taken back and made again keeps the codes of its letters', async () => {
  await undoPrint(ctx, run.id, 'clerk');
  await printRun(ctx, run.id, 'clerk');
  await recordFileHashes(ctx, { runId: run.id, batch: 1 });
  expect(await codesOfRun()).toEqual(codes);
  expect(new Set(codes.map(readLetterCode)).size).toBe(3);
});

test('a code does nothing before its letter is in the post', async () => {
  await recordLetterReport(ctx, { code: codes[0] ?? '', what: 'came' });
  await recordLetterReport(ctx, { code: codes[0] ?? '', what: 'found' });
  expect((await piecesNow()).map(({ confirmedAt }) => confirmedAt)).toEqual([null, null, null]);
  expect(await db.$count(pieceCodes, sql`found_at is not null`)).toBe(0);
});

test('“It arrived” counts for that one letter, however it is written and however often, and takes its loss back', async () => {
  fulfilment.now = new Date('2026-11-27T15:00:00Z');
  await handOver(ctx, { runId: run.id, batch: null, on: null }, 'clerk');
  const [first, second] = await piecesNow();
  const trouble = { cause: 'lost', sendAgain: 'with_next', reason: null } as const;
  await reportTrouble(ctx, first?.id ?? '', trouble, 'clerk');
  await recordLetterReport(ctx, { code: (codes[0] ?? '').toLowerCase(), what: 'came' });
  await recordLetterReport(ctx, { code: codes[0] ?? '', what: 'came' });
  const [now, ...others] = await piecesNow();
  expect(now).toMatchObject({ state: 'handed_over', reason: null, confirmedAt: fulfilment.now });
  expect(others.map(({ confirmedAt }) => confirmedAt)).toEqual([null, null]);
  expect(await db.$count(reships)).toBe(0);
  const hasCome = sql`${mailingEvents.event} = 'arrived' and ${mailingEvents.actor} = 'the code inside'`;
  expect(await db.$count(mailingEvents, hasCome)).toBe(1);
  expect(second?.subscriptionId).not.toBe(now?.subscriptionId);
});

test('“I found it” tells the operators once, and neither counts nor loses the letter', async () => {
  await recordLetterReport(ctx, { code: codes[1] ?? '', what: 'found' });
  const [, piece] = await piecesNow();
  expect(piece).toMatchObject({ state: 'handed_over', confirmedAt: null });
  const found = await db
    .select()
    .from(pieceCodes)
    .where(sql`found_at is not null`);
  expect(found).toMatchObject([{ pieceId: piece?.id, foundAt: fulfilment.now }]);
  await recordLetterReport(ctx, { code: codes[1] ?? '', what: 'found' });
  expect(await db.$count(mailingEvents, eq(mailingEvents.event, 'found'))).toBe(1);
});

test('a code that was never printed changes nothing', async () => {
  const before = await piecesNow();
  for (const code of ['0000000000000000', 'nonsense', '', '../../etc', 'F20261127-04-000003']) {
    await recordLetterReport(ctx, { code, what: 'came' });
  }
  expect(await piecesNow()).toEqual(before);
});
