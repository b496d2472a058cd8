import { COLOURS } from '../../../../domain/colours.ts';
import { letterCodeInGroups } from '../../../../domain/letter-code.ts';
import type { Compositor } from '../../../platform/typesetting/type-case.ts';
import type { CodedPiece } from '../../codes/codes.ts';
import { qrOf } from '../../codes/qr.ts';
import { pieceCode } from '../../pieces/pieces.ts';
import { type PrintJob, writePdf } from '../pdf-file.ts';
import { labelPlace, LABELS_PER_PAGE } from './label-sheet.ts';
import { typedFace } from './typed-face.ts';

/** The size in points; phones can read half of it. */
const SQUARE = 1.7;
const WORDS = { x: 62, size: 8, leading: 10 } as const;

export async function writeCodeLabels(job: PrintJob, pieces: AsyncIterable<CodedPiece>, site: string): Promise<void> {
  const compose = async (type: Compositor, newPage: () => Promise<void>, pdf: PDFKit.PDFDocument): Promise<void> => {
    let index = 0;
    for await (const piece of pieces) {
      if (index % LABELS_PER_PAGE === 0) await newPage();
      drawCode(type, pdf, { ...piece, envelope: pieceCode(job.run, piece), site }, labelPlace(index % LABELS_PER_PAGE));
      index += 1;
    }
  };
  await writePdf(job, 'LETTER', compose, typedFace);
}

function drawCode(
  type: Compositor,
  pdf: PDFKit.PDFDocument,
  { code, envelope, site }: { readonly code: string; readonly envelope: string; readonly site: string },
  { x, y }: { readonly x: number; readonly y: number },
): void {
  pdf.fillColor('#000');
  const { size, bars } = qrOf(site, code);
  const top = y + (64 - size * SQUARE) / 2;
  for (const bar of bars) pdf.rect(x + bar.x * SQUARE, top + bar.y * SQUARE, bar.width * SQUARE, SQUARE);
  pdf.fill();
  pdf.fillColor(COLOURS.oxblood);
  type.draw(envelope, x + WORDS.x, y + 3, WORDS.size);
  pdf.fillColor('#000');
  const typed = letterCodeInGroups(code);
  const lines = ['Did this find you?', 'Say so, unsigned.', typed.slice(0, 9), typed.slice(10)];
  for (const [line, words] of lines.entries()) {
    type.draw(words, x + WORDS.x, y + 16 + line * WORDS.leading, WORDS.size);
  }
}
