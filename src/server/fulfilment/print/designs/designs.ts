import type { NumberedPiece } from '../../pieces/pieces.ts';
import type { PrintJob } from '../pdf-file.ts';
import { writeTypedEnvelopes } from './typed-envelopes.ts';
import { writeTypedLabels } from './typed-labels.ts';
import { writePlainEnvelopes } from './plain-envelopes.ts';
import { writePlainLabels } from './plain-labels.ts';

export interface Design {
  readonly writeLabels: (job: PrintJob, pieces: AsyncIterable<NumberedPiece>) => Promise<void>;
  readonly writeEnvelopes: (
    job: PrintJob,
    pieces: AsyncIterable<NumberedPiece>,
    returnAddress: readonly string[],
  ) => Promise<void>;
}

/** A batch keeps the number of its design; what a design prints never changes again (decision 093). */
const DESIGNS: ReadonlyMap<number, Design> = new Map([
  [1, { writeLabels: writePlainLabels, writeEnvelopes: writePlainEnvelopes }],
  [2, { writeLabels: writeTypedLabels, writeEnvelopes: writeTypedEnvelopes }],
]);

/** Of a batch that is printed now. */
export const CURRENT_DESIGN = 2;

/** @throws Error for a number that no version of the program has printed */
export function designOf(number: number): Design {
  const design = DESIGNS.get(number);
  if (design === undefined) throw new Error(`Design ${number} of labels and envelopes is unknown.`);
  return design;
}
