import { envelopeLines, storedAddress } from '../../../../domain/envelope.ts';
import { type Box, type Compositor, drawInto } from '../../../platform/typesetting/type-case.ts';
import { type NumberedPiece, pieceCode } from '../../pieces/pieces.ts';
import { type PrintJob, writePdf } from '../pdf-file.ts';
import { labelBox, LABELS_PER_PAGE } from './label-sheet.ts';

const PADDING = 7;
const CODE_SIZE = 5.5;
const SIZES = [10, 9, 8, 7, 6, 5, 4, 3] as const;

export async function writePlainLabels(job: PrintJob, pieces: AsyncIterable<NumberedPiece>): Promise<void> {
  await writePdf(job, 'LETTER', async (type, newPage) => {
    let index = 0;
    for await (const piece of pieces) {
      if (index % LABELS_PER_PAGE === 0) await newPage();
      drawLabel(type, piece, labelBox(index % LABELS_PER_PAGE), pieceCode(job.run, piece));
      index += 1;
    }
  });
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
