import { COLOURS } from '../../../../domain/colours.ts';
import { envelopeLines, storedAddress } from '../../../../domain/envelope.ts';
import { type Box, type Compositor, drawSet, fontFile, setInto } from '../../../platform/typesetting/type-case.ts';
import { BARCODE_WIDTH, type BarKind, CLEAR, drawBars } from '../../barcodes/bars.ts';
import { type NumberedPiece, pieceCode } from '../../pieces/pieces.ts';
import { type PrintJob, writePdf } from '../pdf-file.ts';
import { typedFace } from './typed-face.ts';

/** A #10 envelope: 9 1/2 by 4 1/8 inches. */
const NUMBER_10: [number, number] = [684, 297];
const BLACK = '#000';
const NAME = { text: 'The Dead Letter Club', x: 66, y: 26, size: 13 } as const;
const DEVICE = { x: 30, y: 26, width: 26, height: 17 } as const;
const RULES = { x: 30, y: 50, width: 182 } as const;
const SENDER = { x: 30, y: 59, size: 8.5, leading: 11 } as const;
/** Above the address, where postal machines accept other text (rules/fulfilment 45). */
const CODE = { y: 106, size: 8 } as const;
const ADDRESS: Box = { x: 290, y: 120, width: 350, height: 130 };
/** Begins as far left as postal machines read, for the longest possible address lines. */
const LONG_ADDRESS: Box = { x: 140, y: 120, width: 500, height: 130 };
const SIZES = [13, 12, 11, 10, 9, 8] as const;
/** Below the area that postal machines read, and left of where they print a barcode. */
const WORDS = { text: 'For the addressee alone, whatever the neighbors say.', x: 30, y: 264, size: 8.5 } as const;

/** Above the address, next to the code. */
const BARCODE = { y: 104, code: { x: BARCODE_WIDTH + CLEAR + 3, y: 105.5 } } as const;

export type BarsOf = (piece: NumberedPiece) => readonly BarKind[] | null;

export async function writeTypedEnvelopes(
  job: PrintJob,
  pieces: AsyncIterable<NumberedPiece>,
  returnAddress: readonly string[],
  barsOfPiece: BarsOf = () => null,
): Promise<void> {
  const compose = async (type: Compositor, newPage: () => Promise<void>, pdf: PDFKit.PDFDocument): Promise<void> => {
    pdf.registerFont('print', fontFile('print'));
    for await (const piece of pieces) {
      await newPage();
      drawSender(type, pdf, [...returnAddress, ...senderCountry(piece, returnAddress)]);
      drawAddress(type, pdf, piece, { code: pieceCode(job.run, piece), bars: barsOfPiece(piece) });
    }
  };
  await writePdf(job, NUMBER_10, compose, typedFace);
}

/** The country is needed if a letter is returned from abroad (rules/fulfilment 40). */
function senderCountry({ address }: NumberedPiece, returnAddress: readonly string[]): readonly string[] {
  return address.country === 'US' || returnAddress.length === 0 ? [] : ['UNITED STATES OF AMERICA'];
}

function drawSender(type: Compositor, pdf: PDFKit.PDFDocument, lines: readonly string[]): void {
  drawDevice(pdf);
  pdf.fillColor(COLOURS.oxblood).font('print').fontSize(NAME.size);
  pdf.text(NAME.text, NAME.x, NAME.y + NAME.size, { lineBreak: false, baseline: 'alphabetic' });
  pdf
    .lineWidth(1.2)
    .moveTo(RULES.x, RULES.y)
    .lineTo(RULES.x + RULES.width, RULES.y)
    .stroke(COLOURS.oxblood);
  pdf
    .lineWidth(0.4)
    .moveTo(RULES.x, RULES.y + 2.4)
    .lineTo(RULES.x + RULES.width, RULES.y + 2.4)
    .stroke(COLOURS.oxblood);
  pdf.fillColor(BLACK);
  for (const [index, line] of lines.entries()) {
    type.draw(line, SENDER.x, SENDER.y + index * SENDER.leading, SENDER.size);
  }
  pdf.fillColor(COLOURS.oxblood);
  type.draw(WORDS.text, WORDS.x, WORDS.y, WORDS.size);
}

/** A picture of a closed envelope. */
function drawDevice(pdf: PDFKit.PDFDocument): void {
  const { x, y, width, height } = DEVICE;
  pdf
    .lineWidth(1)
    .rect(x, y, width, height)
    .moveTo(x, y)
    .lineTo(x + width / 2, y + height * 0.58)
    .lineTo(x + width, y)
    .stroke(COLOURS.oxblood);
}

function drawAddress(
  type: Compositor,
  pdf: PDFKit.PDFDocument,
  { address }: NumberedPiece,
  { code, bars }: { readonly code: string; readonly bars: readonly BarKind[] | null },
): void {
  const lines = envelopeLines(storedAddress(address)).map((line) => line.normalize('NFC'));
  const set = setInto(type, lines, ADDRESS, SIZES) ?? setInto(type, lines, LONG_ADDRESS, SIZES.slice(-1));
  if (set === null) throw new Error(`The address of ${code} does not fit an envelope at ${SIZES.at(-1)} points.`);
  pdf.fillColor(COLOURS.oxblood);
  if (bars === null) type.draw(code, set.box.x, CODE.y, CODE.size);
  else {
    type.draw(code, set.box.x + BARCODE.code.x, BARCODE.code.y, CODE.size);
    drawBars(pdf, bars, { x: set.box.x, y: BARCODE.y });
  }
  pdf.fillColor(BLACK);
  drawSet(type, set);
}
