import { createHash } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { create, type Font } from 'fontkit';
import { getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { PRINTED_RUN, printedAddresses, printedPieces } from '../../../../../test/builders/printed-pieces.ts';
import { barsOnPages } from '../../../../../test/models/printed-bars.ts';
import { envelopeLines, PRINTABLE, storedAddress } from '../../../../domain/envelope.ts';
import type { CodedPiece } from '../../codes/codes.ts';
import { type Face, fontFile, openPdf } from '../../../platform/typesetting/type-case.ts';
import { barsOf } from '../../barcodes/bars.ts';
import { designOf } from './designs.ts';
import { typedFace } from './typed-face.ts';

const RETURN_ADDRESS = ['PO Box 1957', 'Wick Harbor, ME 04614'];
/** A #10 envelope, in points. The post prints its barcode in the right 4 3/4 inches of the bottom 5/8 inch. */
const ENVELOPE = { width: 684, height: 297 } as const;
const BARCODE = { width: 4.75 * 72, height: 0.625 * 72 } as const;
const SMALLEST = 8;
/** The longest address begins here; the return address ends before it. */
const FARTHEST_LEFT = 140;

const BARCODE_BARS = barsOf('0031012345600000000704614');

/** The design whose pages these tests check. */
const LOOKED_AT = 3;

type Kind = 'labels' | 'envelopes' | 'codes';

async function* codedPieces(): AsyncGenerator<CodedPiece> {
  for await (const piece of printedPieces()) yield { ...piece, code: '0123456789ABCDEF' };
}

async function print(design: number, kind: Kind): Promise<Buffer> {
  const to = new PassThrough();
  const job = { run: PRINTED_RUN, batch: 1, title: 'A batch', to };
  const { writeLabels, writeEnvelopes, writeCodeLabels } = designOf(design);
  const written = {
    labels: () => writeLabels(job, printedPieces()),
    envelopes: () =>
      writeEnvelopes(job, printedPieces(), RETURN_ADDRESS, ({ country }) => (country === 'US' ? BARCODE_BARS : null)),
    codes: () => writeCodeLabels(job, codedPieces(), 'https://club.example'),
  }[kind]();
  const [bytes] = await Promise.all([buffer(to), written]);
  return bytes;
}

interface Text {
  readonly words: string;
  readonly size: number;
  readonly left: number;
  readonly right: number;
  /** From the bottom of the page. */
  readonly baseline: number;
}

const read = new Map<Kind, Promise<Text[][]>>();

async function textsOf(kind: Kind): Promise<Text[][]> {
  const texts = read.get(kind) ?? readTexts(kind);
  read.set(kind, texts);
  return await texts;
}

async function readTexts(kind: Kind): Promise<Text[][]> {
  const pdf = await getDocumentProxy(new Uint8Array(await print(LOOKED_AT, kind)));
  return await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, index) => {
      const { items } = await (await pdf.getPage(index + 1)).getTextContent();
      return items.flatMap((item) => {
        if (!('transform' in item) || item.str.trim() === '') return [];
        const [, , , size = 0, left = 0, baseline = 0] = item.transform as number[];
        return [{ words: item.str, size, left, right: left + item.width, baseline }];
      });
    }),
  );
}

const wordsOf = (texts: readonly Text[]) => lettered(texts.map(({ words }) => words).join(''));
const lettered = (text: string) => text.normalize('NFKC').replaceAll(/\s+/g, '');

// If a hash changes, a reprint of an old batch would differ. Make a new design instead.
test.each([
  [1, 'labels', '7ee7effd50d3f008c7aa13aab413b0943784264e8436d34eb5a49e6b5ee74a4c'],
  [1, 'envelopes', '6f0bd0101dfccd1e193c678fa01c64b338a6e332d95d8666243dd633787f18f1'],
  [2, 'labels', '013904f4adea379cd6a014e8d3eb9ffb63d97f5c9113c248514e39f997821697'],
  [2, 'envelopes', '49b1f8372600495ec45f17a1ea7988de1a7e2a47134f525d437202cd997496ac'],
  [2, 'codes', 'c28cd2b0de1830450cf1473c7cf2d1830b65604bbfb17d1f5fb09bf6318218b1'],
  [3, 'envelopes', '90f89483a79a27676c006fb15ccbd8aa6012f740b60f4f81857fa64577d06b2f'],
] as const)('design %i prints its %s to the same bytes for ever', async (design, kind, hash) => {
  expect(
    createHash('sha256')
      .update(await print(design, kind))
      .digest('hex'),
  ).toBe(hash);
});

test('every character is at least eight points high', async () => {
  for (const page of [...(await textsOf('labels')), ...(await textsOf('envelopes'))]) {
    for (const { size } of page) expect(size).toBeGreaterThanOrEqual(SMALLEST);
  }
});

test('a face has each character that an address may have', async () => {
  const pdf = await openPdf({ size: 'LETTER', title: 'Characters', madeAt: PRINTED_RUN.freezesAt });
  const { fontOf } = await typedFace(pdf);
  const isPrinted = new RegExp(`[${PRINTABLE}]`, 'u');
  const characters = Array.from({ length: 0x10000 }, (_, codePoint) => String.fromCodePoint(codePoint)).filter((one) =>
    isPrinted.test(one),
  );
  expect(characters.length).toBeGreaterThan(27_000);
  const missing = characters.filter((one) => !hasGlyph(fontOf(one), one));
  expect(missing).toEqual([]);
});

const fonts = new Map<string, Font>();

function hasGlyph(face: string, character: string): boolean {
  const font = fonts.get(face) ?? (create(fontFile(face as Face)) as Font);
  fonts.set(face, font);
  return font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
}

test('an envelope has its whole address, in every script and country and at every length, below its code', async () => {
  const pages = await textsOf('envelopes');
  const addresses = printedAddresses();
  expect(pages).toHaveLength(addresses.length);
  for (const [index, address] of addresses.entries()) {
    const page = pages[index] ?? [];
    const lines = envelopeLines(storedAddress(address));
    expect(wordsOf(page)).toContain(lettered(lines.join('')));
    const code = page.find(({ words }) => words.startsWith('F20261127-04-'));
    const below = page.filter(({ baseline, left }) => baseline < (code?.baseline ?? 0) && left >= FARTHEST_LEFT);
    expect(lettered(below.map(({ words }) => words).join('')).length).toBeGreaterThan(0);
    expect(lettered(lines[0] ?? '')).toContain(lettered(below[0]?.words ?? '-'));
  }
});

test('nothing is printed where the post prints its barcode', async () => {
  for (const page of await textsOf('envelopes')) {
    for (const { right, baseline, size } of page) {
      expect(right).toBeLessThan(ENVELOPE.width - 36);
      const isClear = baseline - size / 4 >= BARCODE.height || right < ENVELOPE.width - BARCODE.width;
      expect(isClear).toBe(true);
    }
  }
});

/** USPS-B-3200: an eighth of an inch beside the bars, 0.028 inches above and below. */
const CLEAR_ZONE = { beside: 0.125 * 72, above: 0.028 * 72 } as const;

test('nothing stands in the clear zone of a barcode, however long the name and the address are', async () => {
  const pages = await textsOf('envelopes');
  const barcodes = barsOnPages((await print(LOOKED_AT, 'envelopes')).toString('latin1'));
  expect(barcodes).toHaveLength(pages.length);
  const printed = barcodes.flatMap((bars, index) => (bars.length === 0 ? [] : [{ bars, texts: pages[index] ?? [] }]));
  expect(printed.length).toBeGreaterThan(3);
  for (const { bars, texts } of printed) {
    const zone = {
      left: Math.min(...bars.map(({ x }) => x)) - CLEAR_ZONE.beside,
      right: Math.max(...bars.map(({ x, width }) => x + width)) + CLEAR_ZONE.beside,
      top: ENVELOPE.height - Math.min(...bars.map(({ y }) => y)) + CLEAR_ZONE.above,
      bottom: ENVELOPE.height - Math.max(...bars.map(({ y, height }) => y + height)) - CLEAR_ZONE.above,
    };
    const within = texts.filter(
      ({ left, right, baseline, size }) =>
        right > zone.left && left < zone.right && baseline + size * 0.8 > zone.bottom && baseline - size / 4 < zone.top,
    );
    expect(within).toEqual([]);
    expect(zone.left > 0 && zone.right < ENVELOPE.width).toBe(true);
  }
});

test('a label has the whole address or says that there is no room, and never a part of it', async () => {
  const labels = wordsOf((await textsOf('labels')).flat());
  const addresses = printedAddresses();
  for (const [index, address] of addresses.entries()) {
    const code = `F20261127-04-${String(index + 1).padStart(6, '0')}`;
    const next = `F20261127-04-${String(index + 2).padStart(6, '0')}`;
    const said = labels.slice(
      labels.indexOf(code) + code.length,
      index + 1 < addresses.length ? labels.indexOf(next) : undefined,
    );
    const isTooLong = index === addresses.length - 1;
    expect(said).toBe(
      isTooLong
        ? 'Toolongforalabel.Printitsenvelopeinstead.'
        : lettered(envelopeLines(storedAddress(address)).join('')),
    );
  }
});
