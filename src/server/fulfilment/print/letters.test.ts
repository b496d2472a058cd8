import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPages } from '../../../../seasons/catalogue.ts';
import { addSubscriber } from '../../../../test/builders/subscribers.ts';
import { openFulfilment } from '../../../../test/server/fulfilment.ts';
import { handOver } from '../hand-over/hand-over.ts';
import type { Run } from '../runs/runs.ts';
import { letterEditionParts, letterEditions, mailingFiles, mailingPieces } from '../schema.ts';
import { editionOfPiece, listEditionCounts } from './edition-counts.ts';
import { readEdition, storeEdition } from './editions.ts';
import { fingerprint, recordFileHashes, streamFile } from './files.ts';
import { listFiles, type PrintFile, printRun } from './print.ts';

const fulfilment = await openFulfilment('2026-11-23T04:30:00Z');
const { db, ctx } = fulfilment;
afterAll(() => fulfilment.close());

const NAMES = [
  'Łucja Żółć-Święcicka',
  'Ξένια Παπαδοπούλου',
  'Фёдор Достоевский',
  '王小明',
  'Ng',
  'Jean-Baptiste Maximilien de la Rochefoucauld-Liancourt von und zu Hohenstaufen',
];
const MANY = 100 + NAMES.length;

let run: Run;
let files: PrintFile[];

beforeAll(async () => {
  for (let index = 0; index < 100; index++) {
    await addSubscriber(db, { serviceStart: '2026-11-21', address: { fullName: `Ada Quill ${index}` } });
  }
  // The highest postal codes come last in a run.
  for (const fullName of NAMES)
    await addSubscriber(db, { serviceStart: '2026-11-22', address: { fullName, postalCode: '99950' } });
  fulfilment.now = new Date('2026-11-23T05:00:30Z');
  run = await fulfilment.freeze((await fulfilment.firstLetters('2026-11-23')).id);
  run = await printRun(ctx, run.id, 'clerk');
  await recordFileHashes(ctx, { runId: run.id, batch: 1 });
  files = await listFiles(db, run.id);
}, 120_000);

async function bytesOf(file: PrintFile | undefined): Promise<Buffer> {
  if (file === undefined) throw new Error('There is no such file.');
  const chunks: Buffer[] = [];
  for await (const chunk of streamFile(db, run, file)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function pagesOf(bytes: Buffer): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: false });
  return text;
}

const named = (name: string) => files.find((file) => file.name === name);

test('the first letter is printed once for each subscriber, a hundred to a file, in the order of the envelopes', async () => {
  expect(named('letter-01-pages.pdf')).toMatchObject({ pieces: 100, firstNumber: 1, lastNumber: 100 });
  expect(named('letter-01-pages-2.pdf')).toMatchObject({ pieces: MANY - 100, firstNumber: 101, lastNumber: MANY });
  const { pages } = await readEdition(db, named('letter-01-pages.pdf')?.edition ?? '');
  const texts = await pagesOf(await bytesOf(named('letter-01-pages-2.pdf')));
  expect(texts).toHaveLength(NAMES.length * (pages ?? 0));
  const envelopes = (await pagesOf(await bytesOf(named('letter-01-envelopes.pdf')))).slice(100);
  const found = envelopes.map((envelope, index) => {
    const [first = '', last = ''] = [texts[index * (pages ?? 0)], texts[(index + 1) * (pages ?? 0) - 1]].map(lettered);
    return NAMES.find((name) => [lettered(envelope), first, last].every((text) => text.includes(lettered(name))));
  });
  expect(new Set(found)).toEqual(new Set(NAMES));
  expect(found).toHaveLength(NAMES.length);
});

function lettered(text = ''): string {
  return text.replaceAll(/\s+/g, '');
}

test('a batch prints again to the same bytes after the text was corrected', async () => {
  const season = findPages('season-1');
  if (season === null) throw new Error('Season 1 has no pages.');
  const before = files.map(({ name, sha256 }) => [name, sha256]);
  const corrected = {
    ...season,
    letters: season.letters.map((letter) => (letter.number === 1 ? { ...letter, title: 'If You Read This' } : letter)),
  };
  const next = await db.transaction((tx) => storeEdition(tx, corrected, 1, fulfilment.now));
  expect(next?.edition).not.toBe(named('letter-01-pages.pdf')?.edition);
  const again = await Promise.all(
    files.map(async (file) => [
      file.name,
      createHash('sha256')
        .update(await bytesOf(file))
        .digest('hex'),
    ]),
  );
  expect(again).toEqual(before);
  // Deletes the typeset pages. The stored parts must give the same pages again.
  const edition = named('letter-01-pages.pdf')?.edition ?? '';
  const { master } = await readEdition(db, edition);
  await db.update(letterEditions).set({ setAt: null, master: null }).where(eq(letterEditions.edition, edition));
  expect((await readEdition(db, edition)).master.pdf.equals(master.pdf)).toBe(true);
});

test('a run that is killed while it hashes goes on with the same files', async () => {
  await db
    .update(mailingFiles)
    .set({ sha256: null, bytes: null })
    .where(eq(mailingFiles.name, 'letter-01-pages-2.pdf'));
  const before = named('letter-01-pages-2.pdf')?.sha256;
  await recordFileHashes(ctx, { runId: run.id, batch: 1 });
  expect((await listFiles(db, run.id)).find(({ name }) => name === 'letter-01-pages-2.pdf')?.sha256).toBe(before);
});

test('the stuffing sheet shows what goes in, with its edition and weight', async () => {
  const [text = ''] = await pagesOf(await bytesOf(named('letter-01-stuffing-sheet.pdf')));
  const flat = text.replaceAll(/\s+/g, ' ');
  expect(flat).toContain(`edition ${named('letter-01-pages.pdf')?.edition?.slice(0, 12)}`);
  expect(flat).toMatch(/2 sheets, both sides .*\d\d\.\d g in its envelope/);
  expect(flat).toContain('Fold the lower third up');
});

test('a part of an edition is stored once, however many editions are made of it', async () => {
  const parts = await db.select({ sha256: letterEditionParts.sha256 }).from(letterEditionParts);
  const editions = await db.select({ files: letterEditions.files }).from(letterEditions);
  expect(editions.length).toBeGreaterThan(1);
  expect(new Set(parts.map(({ sha256 }) => sha256)).size).toBe(parts.length);
  expect(parts).toHaveLength(new Set(editions.flatMap((edition) => Object.values(edition.files))).size);
  const file = named('letter-01-pages.pdf');
  expect(file === undefined ? null : await fingerprint(db, run, file)).toMatchObject({ sha256: file?.sha256 });
});

test('the counts say how many of each edition are printed and in the post, and which one an envelope holds', async () => {
  const edition = named('letter-01-pages.pdf')?.edition;
  const count = async () => (await listEditionCounts(db)).find((one) => one.edition === edition);
  expect(await count()).toMatchObject({ letter: 1, isCurrent: true, sheets: 2, printed: MANY, handedOver: 0 });
  await handOver(ctx, { runId: run.id, batch: null, on: null }, 'clerk');
  expect(await count()).toMatchObject({ printed: MANY, handedOver: MANY, pages: 4 });
  const letters = (await listEditionCounts(db)).filter(({ isCurrent }) => isCurrent);
  expect(letters.map(({ letter }) => letter)).toEqual(Array.from({ length: 24 }, (_, index) => index + 1));
  const pieces = await db.select().from(mailingPieces).where(eq(mailingPieces.runId, run.id));
  expect(new Set(await Promise.all(pieces.map((piece) => editionOfPiece(db, piece))))).toEqual(new Set([edition]));
});

test('a letter that cannot be set fails for the one who asks, each time anew, and nothing else ends with it', async () => {
  const season = findPages('season-1');
  const torn = season && { ...season, letters: season.letters.map((letter) => ({ ...letter, title: 'Torn in two' })) };
  const stored = torn && (await db.transaction((tx) => storeEdition(tx, torn, 1, fulfilment.now)));
  const isTorn = eq(letterEditions.edition, stored?.edition ?? '');
  const [row] = await db.select({ files: letterEditions.files }).from(letterEditions).where(isTorn);
  const bytes = Buffer.from('#panic("The paper is torn.")');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await db.insert(letterEditionParts).values({ sha256, bytes });
  const broken = Object.keys(row?.files ?? {}).map((path) => [path, path.endsWith('.typ') ? sha256 : row?.files[path]]);
  await db
    .update(letterEditions)
    .set({ files: Object.fromEntries(broken) as Record<string, string> })
    .where(isTorn);
  // A rejected promise without a handler would end the process, and with it this run.
  for (let time = 0; time < 2; time++)
    await expect(readEdition(db, stored?.edition ?? '')).rejects.toThrow('The paper is torn.');
});
