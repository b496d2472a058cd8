import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { isPrintable, PRINTABLE } from '../../../domain/envelope.ts';
import { resolveAssetPath } from '../config/asset-path.ts';

export type Face = 'latin' | 'han' | 'typed' | 'typed-names' | 'print';

const unpacked = new Map<Face, Buffer>();

export function fontFile(face: Face): Buffer {
  const known = unpacked.get(face);
  if (known !== undefined) return known;
  const font = brotliDecompressSync(readFileSync(join(resolveAssetPath('fonts/labels'), `${face}.ttf.br`)));
  unpacked.set(face, font);
  return font;
}

export interface Sheet {
  readonly size: string | [width: number, height: number];
  readonly title: string;
  readonly madeAt: Date;
}

/** Not compressed, since the bytes must not depend on zlib's version. */
export async function openPdf({ size, title, madeAt }: Sheet): Promise<PDFKit.PDFDocument> {
  const { default: Pdf } = await import('pdfkit');
  return new Pdf({
    size,
    margin: 0,
    compress: false,
    // Otherwise the layout of every word stays in memory, 5 KB a label.
    fontLayoutCache: false,
    autoFirstPage: false,
    info: { Title: title, Author: 'The Dead Letter Club', CreationDate: madeAt },
  });
}

const HAN = /[\u3000-\u9FFF\uFF00-\uFFEF]/u;
const UNPRINTABLE = new RegExp(`[^${PRINTABLE}]`, 'gu');

export interface Typeface {
  readonly fontOf: (character: string) => string;
  readonly ascent: number;
}

export class Compositor {
  private readonly widths = new Map<string, Map<string, number>>();
  private readonly fontOf: Typeface['fontOf'];

  constructor(
    private readonly pdf: PDFKit.PDFDocument,
    private readonly typeface?: Typeface,
  ) {
    this.fontOf = typeface?.fontOf ?? faceOf;
    if (typeface === undefined) for (const face of ['latin', 'han'] as const) pdf.registerFont(face, fontFile(face));
  }

  width(line: string, size: number): number {
    let width = 0;
    for (const character of line) width += this.characterWidth(character);
    return width * size;
  }

  private characterWidth(character: string): number {
    const font = this.fontOf(character);
    const widths = this.widths.get(font) ?? new Map<string, number>();
    const known = widths.get(character);
    if (known !== undefined) return known;
    const width = this.pdf.font(font).fontSize(1_000).widthOfString(character) / 1_000;
    this.widths.set(font, widths.set(character, width));
    return width;
  }

  wrap(text: string, size: number, maxWidth: number): string[] {
    const lines: string[] = [];
    let line = '';
    for (const word of text.split(' ').flatMap((whole) => this.pieces(whole, size, maxWidth))) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (this.width(longer, size) <= maxWidth) line = longer;
      else {
        lines.push(line);
        line = word;
      }
    }
    return [...lines, line];
  }

  private pieces(word: string, size: number, maxWidth: number): string[] {
    if (this.width(word, size) <= maxWidth) return [word];
    const parts: string[] = [];
    let part = '';
    for (const character of word) {
      if (part !== '' && this.width(part + character, size) > maxWidth) {
        parts.push(part);
        part = '';
      }
      part += character;
    }
    return [...parts, part];
  }

  draw(line: string, x: number, y: number, size: number): void {
    let left = x;
    const ascent = this.typeface?.ascent;
    const baseline = ascent === undefined ? {} : { baseline: 'alphabetic' as const };
    for (const { font, text } of this.runsOf(line)) {
      this.pdf
        .font(font)
        .fontSize(size)
        .text(text, left, y + (ascent ?? 0) * size, { lineBreak: false, ...baseline });
      left += this.width(text, size);
    }
  }

  private runsOf(line: string): { font: string; text: string }[] {
    const runs: { font: string; text: string }[] = [];
    for (const character of line) {
      const font = this.fontOf(character);
      const last = runs.at(-1);
      if (last?.font === font) last.text += character;
      else runs.push({ font, text: character });
    }
    return runs;
  }
}

function printable(text: string): string {
  return text.normalize('NFC').replace(UNPRINTABLE, '');
}

const LINE_TO_WRITE_ON = '_'.repeat(24);

export function nameInPrint(name: string): string {
  return isPrintable(name) ? name.normalize('NFC') : LINE_TO_WRITE_ON;
}

const LETTER = /[\p{L}\p{N}]/u;
const LETTERS_ARE_MISSING = '(We couldn’t print some of the characters in this message.)';

export function wordsInPrint(words: string): string[] {
  const paragraphs = words.split(/\r?\n/).map((paragraph) => printable(paragraph).trim());
  const missing =
    words
      .normalize('NFC')
      .replaceAll(/[\r\n]/g, '')
      .match(UNPRINTABLE) ?? [];
  return missing.some((character) => LETTER.test(character)) ? [...paragraphs, '', LETTERS_ARE_MISSING] : paragraphs;
}

export function faceOf(character: string): Face {
  return HAN.test(character) ? 'han' : 'latin';
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const LEADING = 1.2;

/** Uses the first size that fits, or the last one, which may overflow. */
export function drawInto(type: Compositor, lines: readonly string[], box: Box, sizes: readonly number[]): void {
  const set = setInto(type, lines, box, sizes) ?? setInto(type, lines, { ...box, height: Infinity }, sizes.slice(-1));
  if (set !== null) drawSet(type, set);
}

/** Lines that are broken to fit a box, and the size at which they fit. */
export interface SetLines {
  readonly lines: readonly string[];
  readonly box: Box;
  readonly size: number;
  readonly leading: number;
}

/** @returns null if the lines don't fit the box at any of the sizes */
export function setInto(
  type: Compositor,
  lines: readonly string[],
  box: Box,
  sizes: readonly number[],
  leading = LEADING,
): SetLines | null {
  for (const size of sizes) {
    const broken = lines.flatMap((line) => type.wrap(line, size, box.width));
    if (broken.length * size * leading <= box.height) return { lines: broken, box, size, leading };
  }
  return null;
}

export function drawSet(type: Compositor, { lines, box, size, leading }: SetLines): void {
  for (const [index, line] of lines.entries()) type.draw(line, box.x, box.y + index * size * leading, size);
}
