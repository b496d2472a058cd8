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

const { ink: INK, oxblood: OXBLOOD, rule: RULE, bottle: BOTTLE } = COLOURS;
const MARGIN = 64;
const QR_SIZE = 80;

export async function certificatePdf(certificate: Certificate): Promise<Buffer> {
  const doc = new Pdf({ size: 'LETTER', margin: MARGIN, info: { Title: 'A season of The Dead Letter Club' } });
  doc.on('pageAdded', () => drawFrame(doc));
  drawFrame(doc);
  drawStamp(doc);
  drawHeading(doc, certificate);
  drawWords(doc, certificate);
  if (certificate.claimUrl !== null) drawClaim(doc, certificate.claimUrl);
  doc.end();
  return await buffer(doc);
}

type Doc = PDFKit.PDFDocument;

const EDGE = 24;
const BAND = 9;
const STRIPE = 14;

/** The striped edge of an airmail envelope. */
function drawFrame(doc: Doc): void {
  const { width, height } = doc.page;
  const [innerWidth, innerHeight] = [width - 2 * (EDGE + BAND), height - 2 * (EDGE + BAND)];
  doc.save();
  doc.rect(EDGE, EDGE, width - 2 * EDGE, height - 2 * EDGE);
  doc.rect(EDGE + BAND, EDGE + BAND, innerWidth, innerHeight).clip('even-odd');
  for (let [left, color]: [number, string] = [-height, OXBLOOD]; left < width; left += 2 * STRIPE) {
    doc.polygon([left, height], [left + STRIPE, height], [left + STRIPE + height, 0], [left + height, 0]).fill(color);
    color = color === OXBLOOD ? BOTTLE : OXBLOOD;
  }
  doc.restore();
  doc
    .rect(EDGE + BAND + 6, EDGE + BAND + 6, innerWidth - 12, innerHeight - 12)
    .lineWidth(0.5)
    .stroke(RULE);
  doc.fillColor(INK);
}

const STAMP = { width: 56, height: 66, top: 58 } as const;

/** A stamp with a lighthouse, and the postmark across it. */
function drawStamp(doc: Doc): void {
  const left = doc.page.width - MARGIN - STAMP.width;
  const { top, width, height } = STAMP;
  doc.save().translate(left, top);
  doc.rect(0, 0, width, height).lineWidth(1).dash(1.5, { space: 1.5 }).stroke(OXBLOOD).undash();
  doc.rect(4, 4, width - 8, height - 8).fill(OXBLOOD);
  doc.polygon([24, 20], [32, 20], [35, 50], [21, 50]).polygon([23, 14], [28, 9], [33, 14]).rect(24.5, 15, 7, 4);
  doc.polygon([22, 17], [7, 12], [7, 22]).polygon([34, 17], [49, 12], [49, 22]).rect(8, 50, 40, 4).fill('white');
  doc.lineWidth(1.2).strokeColor(INK);
  doc.circle(-26, 34, 25).stroke().circle(-26, 34, 17).stroke();
  for (const y of [22, 30, 38, 46]) doc.path(`M0 ${y}q4.5-5 9 0t9 0 9 0 9 0 9 0 9 0`).stroke();
  doc.restore();
  const center = left - 26;
  doc.fillColor(INK);
  for (const [index, line] of ['WICK', 'HARBOR', 'MAINE'].entries()) {
    const compositor = compositorOf(doc, 'bold');
    const set = compositor.wrap(line, 6, 60)[0];
    if (set !== undefined) compositor.draw(set, center - line.length * 1.8, top + 25 + index * 7, 6);
  }
}

function drawHeading(doc: Doc, { recipientName, giverName }: Certificate): void {
  doc.fillColor(OXBLOOD);
  doc.y = STAMP.top + 12;
  type(doc, 'THE DEAD LETTER CLUB', 11, 'bold');
  doc.fillColor(INK);
  doc.y = STAMP.top + STAMP.height + 22;
  type(doc, 'A murder mystery, by mail', 30, 'bold');
  doc.moveDown(1);
  type(doc, `for ${nameInPrint(recipientName)}`, 18);
  type(doc, `from ${giverName === null ? 'someone who knows you' : nameInPrint(giverName)}`, 18);
  doc.moveDown(1.5);
}

const MESSAGE_SIZES = [12, 11, 10, 9, 8, 7] as const;
/** The space that heading, terms and claim link leave for the message. */
const MESSAGE_ROOM = 250;

function heightOf(doc: Doc, paragraphs: readonly string[], size: number): number {
  const compositor = compositorOf(doc, 'regular');
  const width = doc.page.width - 2 * MARGIN;
  const lines = paragraphs.flatMap((paragraph) => (paragraph === '' ? [''] : compositor.wrap(paragraph, size, width)));
  return lines.length * size * LEADING;
}

const GAP = 24;

/** The message and the terms, in the middle of the space that is left. */
function drawWords(doc: Doc, certificate: Certificate): void {
  const message = wordsInPrint(certificate.message ?? '');
  const size = MESSAGE_SIZES.find((each) => heightOf(doc, message, each) <= MESSAGE_ROOM) ?? MESSAGE_SIZES[0];
  const terms = termsInWords(certificate);
  const height = heightOf(doc, message, size) + GAP + heightOf(doc, [terms], 12);
  const bottom = certificate.claimUrl === null ? doc.page.height - MARGIN : claimTop(doc) - GAP;
  doc.y += Math.max(0, (bottom - doc.y - height) / 3);
  for (const line of message) {
    if (line === '') doc.y += size * LEADING;
    else type(doc, line, size);
  }
  doc.y += GAP;
  type(doc, terms, 12);
  doc.y += GAP / 2;
}

const PLAN_WORDS = {
  monthly: 'month by month',
  annual: 'over twelve months',
} as const satisfies Record<PlanType, string>;

function termsInWords({ startDate, planType, ending }: Certificate): string {
  const from = `from ${formatDate(startDate)} on.`;
  const what =
    ending === null
      ? `One season of The Dead Letter Club: a mystery in ${LETTERS_PER_SEASON} letters, ${PLAN_WORDS[planType]}, ${from}`
      : `Part of a season of The Dead Letter Club: a mystery in letters, by mail, ${from} ${stillToCome(ending.toCome)}`;
  return `${what} All you have to do is open the envelopes.`;
}

function claimTop(doc: Doc): number {
  return doc.page.height - MARGIN - QR_SIZE;
}

/** At the foot of the page: the link as a code, and beside it in words. */
function drawClaim(doc: Doc, claimUrl: string): void {
  if (doc.y > claimTop(doc)) doc.addPage();
  const top = claimTop(doc);
  drawCode(doc, claimUrl, MARGIN, top);
  const left = MARGIN + QR_SIZE + 18;
  doc.y = top + 8;
  type(doc, CLAIM_WORDS, 10, 'regular', left);
  doc.y += 8;
  type(doc, claimUrl, 7, 'regular', left);
}

const CLAIM_WORDS =
  'To see online which letters are on their way, scan this code or type the link below. Then sign in or create an account. The link works for one account only. You get the letters without an account, too.';

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

function type(doc: Doc, text: string, size: number, weight: Weight = 'regular', left = MARGIN): void {
  const compositor = compositorOf(doc, weight);
  const { width, height } = doc.page;
  for (const line of compositor.wrap(text, size, width - MARGIN - left)) {
    if (doc.y + size * LEADING > height - MARGIN) doc.addPage();
    const top = doc.y;
    compositor.draw(line, left, top, size);
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
