import { envelopeLines, storedAddress } from '../../../../domain/envelope.ts';
import { type Box, type Compositor, drawInto } from '../../../platform/typesetting/type-case.ts';
import { type NumberedPiece, pieceCode } from '../../pieces/pieces.ts';
import { type PrintJob, writePdf } from '../pdf-file.ts';

const INCH = 72;

/** Avery 5160: three columns of ten, 2 5/8 by 1 inch, on Letter. */
const AVERY_5160 = {
  columns: 3,
  rows: 10,
  left: 0.1875 * INCH,
  top: 0.5 * INCH,
  width: 2.625 * INCH,
  height: INCH,
  columnPitch: 2.75 * INCH,
} as const;
const PER_PAGE = AVERY_5160.columns * AVERY_5160.rows;
const PADDING = 7;
const CODE_SIZE = 5.5;
const SIZES = [10, 9, 8, 7, 6, 5, 4, 3] as const;

export async function writePlainLabels(job: PrintJob, pieces: AsyncIterable<NumberedPiece>): Promise<void> {
  await writePdf(job, 'LETTER', async (type, newPage) => {
    let index = 0;
    for await (const piece of pieces) {
      if (index % PER_PAGE === 0) await newPage();
      drawLabel(type, piece, boxOf(index % PER_PAGE), pieceCode(job.run, piece));
      index += 1;
    }
  });
}

function boxOf(place: number): Box {
  const { columns, left, top, width, height, columnPitch } = AVERY_5160;
  return { x: left + (place % columns) * columnPitch, y: top + Math.floor(place / columns) * height, width, height };
}

function drawLabel(type: Compositor, { address }: NumberedPiece, { x, y, width, height }: Box, code: string): void {
  const inner = {
    x: x + PADDING,
    y: y + PADDING,
    width: width - 2 * PADDING,
    height: height - 2 * PADDING - CODE_SIZE,
  };
  drawInto(type, envelopeLines(storedAddress(address)), inner, SIZES);
  const codeX = x + width - PADDING - type.width(code, CODE_SIZE);
  type.draw(code, codeX, y + height - PADDING - CODE_SIZE, CODE_SIZE);
}
