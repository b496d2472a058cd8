import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import Pdf from 'pdfkit';
import { encode } from 'uqr';
import { type CalendarDate, formatDate } from '../../../domain/calendar-date.ts';
import { COLOURS } from '../../../domain/colours.ts';
import { type LetterSpan, stillToCome } from '../../../domain/letters-in-words.ts';
import type { PlanType } from '../../../domain/plans.ts';
import { LETTERS_PER_SEASON } from '../../../domain/season.ts';
import {
  Compositor,
  faceOf,
  fontFile as labelFont,
  nameInPrint,
  wordsInPrint,
} from '../../platform/typesetting/type-case.ts';

export interface Certificate {
  readonly recipientName: string;
  readonly giverName: string | null;
  readonly message: string | null;
  readonly startDate: CalendarDate;
  readonly planType: PlanType;
  readonly ending: { readonly toCome: LetterSpan | null } | null;
  readonly claimUrl: string | null;
}

const { ink: INK, oxblood: OXBLOOD, rule: RULE } = COLOURS;
const MARGIN = 64;
const QR_SIZE = 80;

export async function certificatePdf(certificate: Certificate): Promise<Buffer> {
  const doc = new Pdf({ size: 'LETTER', margin: MARGIN, info: { Title: 'A season of The Dead Letter Club' } });
  doc.on('pageAdded', () => drawFrame(doc));
  drawFrame(doc);
  drawHeading(doc, certificate);
  drawMessage(doc, certificate);
  drawTerms(doc, certificate);
  if (certificate.claimUrl !== null) drawClaim(doc, certificate.claimUrl);
  doc.end();
  return await buffer(doc);
}

type Doc = PDFKit.PDFDocument;

function drawFrame(doc: Doc): void {
  const { width, height } = doc.page;
  doc
    .rect(28, 28, width - 56, height - 56)
    .lineWidth(1.5)
    .stroke(OXBLOOD);
  doc
    .rect(34, 34, width - 68, height - 68)
    .lineWidth(0.5)
    .stroke(RULE);
  doc.fillColor(INK);
}

function drawHeading(doc: Doc, { recipientName, giverName }: Certificate): void {
  doc.fillColor(OXBLOOD);
  type(doc, 'THE DEAD LETTER CLUB', 11, 'bold');
  doc.moveDown(1);
  doc.fillColor(INK);
  type(doc, 'A murder mystery, by mail', 30, 'bold');
  doc.moveDown(1);
  type(doc, `for ${nameInPrint(recipientName)}`, 18);
  type(doc, `from ${giverName === null ? 'someone who knows you' : nameInPrint(giverName)}`, 18);
  doc.moveDown(1.5);
}

const MESSAGE_SIZES = [12, 11, 10, 9, 8, 7] as const;
/** The space that heading, terms and claim link leave for the message. */
const MESSAGE_ROOM = 225;

function heightOf(doc: Doc, paragraphs: readonly string[], size: number): number {
  const compositor = compositorOf(doc, 'regular');
  const width = doc.page.width - 2 * MARGIN;
  const lines = paragraphs.flatMap((paragraph) => (paragraph === '' ? [''] : compositor.wrap(paragraph, size, width)));
  return lines.length * size * LEADING;
}

function drawMessage(doc: Doc, { message }: Certificate): void {
  if (message === null) return;
  const lines = wordsInPrint(message);
  const size = MESSAGE_SIZES.find((each) => heightOf(doc, lines, each) <= MESSAGE_ROOM) ?? MESSAGE_SIZES[0];
  for (const line of lines) {
    if (line === '') doc.y += size * LEADING;
    else type(doc, line, size);
  }
  doc.moveDown(1.5);
}

const PLAN_WORDS = {
  monthly: 'month by month',
  annual: 'over twelve months',
} as const satisfies Record<PlanType, string>;

function drawTerms(doc: Doc, { startDate, planType, ending }: Certificate): void {
  const from = `from ${formatDate(startDate)} on.`;
  const what =
    ending === null
      ? `One season of The Dead Letter Club: a mystery in ${LETTERS_PER_SEASON} letters, ${PLAN_WORDS[planType]}, ${from}`
      : `Part of a season of The Dead Letter Club: a mystery in letters, by mail, ${from} ${stillToCome(ending.toCome)}`;
  type(doc, `${what} All you have to do is open the envelopes.`, 12);
  doc.moveDown(1.5);
}

function drawClaim(doc: Doc, claimUrl: string): void {
  if (doc.y + QR_SIZE + 80 > doc.page.height - MARGIN) doc.addPage();
  type(doc, 'To follow the letters, open this link and sign in or create an account. They arrive either way.', 10);
  doc.moveDown(1);
  drawCode(doc, claimUrl, doc.x, doc.y);
  doc.y += QR_SIZE + 12;
  type(doc, claimUrl, 7);
}

function drawCode(doc: Doc, text: string, left: number, top: number): void {
  const { data, size } = encode(text, { border: 0 });
  const cell = QR_SIZE / size;
  for (const [row, cells] of data.entries()) {
    for (const [column, dark] of cells.entries()) {
      if (dark) doc.rect(left + column * cell, top + row * cell, cell, cell);
    }
  }
  doc.fill(INK);
}

const require = createRequire(import.meta.url);
const fontFile = (subset: string, weight: number) =>
  require.resolve(`@fontsource/courier-prime/files/courier-prime-${subset}-${weight}-normal.woff`);

const TYPEWRITER = {
  regular: { plain: fontFile('latin', 400), extended: fontFile('latin-ext', 400) },
  bold: { plain: fontFile('latin', 700), extended: fontFile('latin-ext', 700) },
} as const;
type Weight = keyof typeof TYPEWRITER;

const PLAIN = /[ -\u00ff\u2010-\u2026]/u;
const EXTENDED = /[\u0100-\u017f]/u;
const LEADING = 1.13;

function compositorOf(doc: Doc, weight: Weight): Compositor {
  return new Compositor(doc, { fontOf: (character) => fontFor(doc, character, weight), ascent: 0.75 });
}

function type(doc: Doc, text: string, size: number, weight: Weight = 'regular'): void {
  const compositor = compositorOf(doc, weight);
  const { width, height } = doc.page;
  for (const line of compositor.wrap(text, size, width - 2 * MARGIN)) {
    if (doc.y + size * LEADING > height - MARGIN) doc.addPage();
    const top = doc.y;
    compositor.draw(line, MARGIN, top, size);
    doc.x = MARGIN;
    doc.y = top + size * LEADING;
  }
}

function fontFor(doc: Doc, character: string, weight: Weight): string {
  if (PLAIN.test(character)) return TYPEWRITER[weight].plain;
  if (EXTENDED.test(character)) return TYPEWRITER[weight].extended;
  const face = faceOf(character);
  doc.registerFont(face, labelFont(face));
  return face;
}
