import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import Pdf from 'pdfkit';
import { PRINTABLE } from '../../../domain/envelope.ts';
import { besideSources } from '../../beside-sources.ts';

type Face = 'latin' | 'han';

/** Standard PDF fonts know no Ł and no 王, so ours are embedded; a font is unpacked once per process. */
const unpacked = new Map<Face, Buffer>();

function fontFile(face: Face): Buffer {
  const known = unpacked.get(face);
  if (known !== undefined) return known;
  const font = brotliDecompressSync(readFileSync(join(besideSources('fonts/labels'), `${face}.ttf.br`)));
  unpacked.set(face, font);
  return font;
}

export interface Sheet {
  readonly size: string | [width: number, height: number];
  readonly title: string;
  /** From the run, never from the clock: the same pieces make the same bytes. */
  readonly madeAt: Date;
}

/** A document that is written as it grows. Nothing in it is compressed: its bytes must not depend on a version of zlib. */
export function openPdf({ size, title, madeAt }: Sheet): PDFKit.PDFDocument {
  return new Pdf({
    size,
    margin: 0,
    compress: false,
    autoFirstPage: false,
    info: { Title: title, Author: 'The Dead Letter Club', CreationDate: madeAt },
  });
}

const HAN = /[\u3000-\u9FFF\uFF00-\uFFEF]/u;
const UNPRINTABLE = new RegExp(`[^${PRINTABLE}]`, 'gu');

/** Sets type in one document: measures, breaks and draws lines in which Latin and Han may stand side by side. */
export class Compositor {
  private readonly widths = { latin: new Map<string, number>(), han: new Map<string, number>() };

  constructor(private readonly pdf: PDFKit.PDFDocument) {
    for (const face of ['latin', 'han'] as const) pdf.registerFont(face, fontFile(face));
  }

  /** The line's width in points. */
  width(line: string, size: number): number {
    let width = 0;
    for (const character of line) width += this.characterWidth(character);
    return width * size;
  }

  private characterWidth(character: string): number {
    const face = faceOf(character);
    const known = this.widths[face].get(character);
    if (known !== undefined) return known;
    const width = this.pdf.font(face).fontSize(1_000).widthOfString(character) / 1_000;
    this.widths[face].set(character, width);
    return width;
  }

  /** Words are kept whole while a line has room for them. */
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

  /** A word that is wider than a line is cut where the line ends. */
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

  /** Draws one line; `x`, `y` is its top left corner in points. */
  draw(line: string, x: number, y: number, size: number): void {
    let left = x;
    for (const { face, text } of runsOf(line)) {
      this.pdf.font(face).fontSize(size).text(text, left, y, { lineBreak: false });
      left += this.width(text, size);
    }
  }
}

/** What the type case lacks is left out of a giver's words; addresses with such characters are set aside before. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, '');
}

function faceOf(character: string): Face {
  return HAN.test(character) ? 'han' : 'latin';
}

function runsOf(line: string): { face: Face; text: string }[] {
  const runs: { face: Face; text: string }[] = [];
  for (const character of line) {
    const face = faceOf(character);
    const last = runs.at(-1);
    if (last?.face === face) last.text += character;
    else runs.push({ face, text: character });
  }
  return runs;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const LEADING = 1.2;

/** Draws the lines into the box in the largest of the sizes in which all of them fit, the last one otherwise. */
export function drawInto(
  type: Compositor,
  lines: readonly string[],
  { x, y, width, height }: Box,
  sizes: readonly number[],
): void {
  for (const size of sizes) {
    const broken = lines.flatMap((line) => type.wrap(line, size, width));
    const fits = broken.length * size * LEADING <= height;
    if (!fits && size !== sizes.at(-1)) continue;
    for (const [index, line] of broken.entries()) type.draw(line, x, y + index * size * LEADING, size);
    return;
  }
}
