import { envelopeLines, storedAddress } from '../../../../domain/envelope.ts';
import { type NumberedPiece, pieceCode } from '../../pieces/pieces.ts';
import { type PrintJob, writePdf } from '../pdf-file.ts';
import { drawInto } from '../../../platform/typesetting/type-case.ts';

/** A #10 envelope: 9 1/2 by 4 1/8 inches. */
const NUMBER_10: [number, number] = [684, 297];
const SENDER = { x: 28, y: 26, size: 9, leading: 12, name: 'The Dead Letter Club' } as const;
const RECIPIENT = { x: 300, y: 128, width: 340, height: 104 } as const;
const CODE = { x: 300, y: 238, size: 6 } as const;
const SIZES = [13, 12, 11, 10, 9, 8, 7, 6] as const;

export async function writePlainEnvelopes(
  job: PrintJob,
  pieces: AsyncIterable<NumberedPiece>,
  returnAddress: readonly string[],
): Promise<void> {
  const sender = [SENDER.name, ...returnAddress];
  await writePdf(job, NUMBER_10, async (type, newPage) => {
    for await (const piece of pieces) {
      await newPage();
      for (const [index, line] of [...sender, ...senderCountry(piece, returnAddress)].entries()) {
        type.draw(line, SENDER.x, SENDER.y + index * SENDER.leading, SENDER.size);
      }
      drawInto(type, envelopeLines(storedAddress(piece.address)), RECIPIENT, SIZES);
      type.draw(pieceCode(job.run, piece), CODE.x, CODE.y, CODE.size);
    }
  });
}

/** The country is needed if a letter is returned from abroad (rules/fulfilment 40). */
function senderCountry({ address }: NumberedPiece, returnAddress: readonly string[]): readonly string[] {
  return address.country === 'US' || returnAddress.length === 0 ? [] : ['UNITED STATES OF AMERICA'];
}
