import { COLOURS } from '../../../../domain/colours.ts';
import { envelopeLines, storedAddress } from '../../../../domain/envelope.ts';
import { type Box, type Compositor, drawSet, setInto } from '../../../platform/typesetting/type-case.ts';
import { type NumberedPiece, pieceCode } from '../../pieces/pieces.ts';
import { type PrintJob, writePdf } from '../pdf-file.ts';
import { AVERY_5160, LABEL_PADDING, labelPlace, LABELS_PER_PAGE } from './label-sheet.ts';
import { typedFace } from './typed-face.ts';

const CODE = { size: 8, height: 9 } as const;
const BLACK = '#000';
const SIZES = [10, 9, 8] as const;
/** Line spacing relative to the font size. The tight one is for Irish addresses, which have seven lines. */
const LEADING = { usual: 1.1, tight: 0.98 } as const;
/** Postal machines can't read an address this long on a label, so it must be printed on the envelope. */
const TOO_LONG = ['Too long for a label.', 'Print its envelope instead.'] as const;

export async function writeTypedLabels(job: PrintJob, pieces: AsyncIterable<NumberedPiece>): Promise<void> {
  const compose = async (type: Compositor, newPage: () => Promise<void>, pdf: PDFKit.PDFDocument): Promise<void> => {
    let index = 0;
    for await (const piece of pieces) {
      if (index % LABELS_PER_PAGE === 0) await newPage();
      drawLabel(type, pdf, piece, { ...labelPlace(index % LABELS_PER_PAGE), code: pieceCode(job.run, piece) });
      index += 1;
    }
  };
  await writePdf(job, 'LETTER', compose, typedFace);
}

function drawLabel(
  type: Compositor,
  pdf: PDFKit.PDFDocument,
  { address }: NumberedPiece,
  { x, y, code }: Pick<Box, 'x' | 'y'> & { readonly code: string },
): void {
  pdf.fillColor(COLOURS.oxblood);
  type.draw(code, x, y, CODE.size);
  pdf.fillColor(BLACK);
  const box: Box = {
    x,
    y: y + CODE.height,
    width: AVERY_5160.width - 2 * LABEL_PADDING.x,
    height: AVERY_5160.height - 2 * LABEL_PADDING.y - CODE.height,
  };
  const lines = envelopeLines(storedAddress(address)).map((line) => line.normalize('NFC'));
  const smallest = SIZES.slice(-1);
  const set =
    setInto(type, lines, box, SIZES, LEADING.usual) ??
    setInto(type, lines, box, smallest, LEADING.tight) ??
    setInto(type, TOO_LONG, box, smallest);
  if (set !== null) drawSet(type, set);
}
