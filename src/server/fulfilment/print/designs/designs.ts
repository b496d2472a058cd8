import type { CodedPiece } from '../../codes/codes.ts';
import type { NumberedPiece } from '../../pieces/pieces.ts';
import type { PrintJob } from '../pdf-file.ts';
import { writeCodeLabels } from './code-labels.ts';
import { type BarsOf, writeTypedEnvelopes } from './typed-envelopes.ts';
import { writeTypedLabels } from './typed-labels.ts';
import { writePlainEnvelopes } from './plain-envelopes.ts';
import { writePlainLabels } from './plain-labels.ts';

export interface Design {
  readonly writeLabels: (job: PrintJob, pieces: AsyncIterable<NumberedPiece>) => Promise<void>;
  readonly writeEnvelopes: (
    job: PrintJob,
    pieces: AsyncIterable<NumberedPiece>,
    returnAddress: readonly string[],
    barsOf?: BarsOf,
  ) => Promise<void>;
  readonly writeCodeLabels: (job: PrintJob, pieces: AsyncIterable<CodedPiece>, site: string) => Promise<void>;
}

/** A batch stores the number of its design. The output of a design never changes (decision 093). */
const DESIGNS: ReadonlyMap<number, Design> = new Map([
  [1, { writeLabels: writePlainLabels, writeEnvelopes: writePlainEnvelopes, writeCodeLabels }],
  [
    2,
    {
      writeLabels: writeTypedLabels,
      writeEnvelopes: (job, pieces, returnAddress) => writeTypedEnvelopes(job, pieces, returnAddress),
      writeCodeLabels,
    },
  ],
  [3, { writeLabels: writeTypedLabels, writeEnvelopes: writeTypedEnvelopes, writeCodeLabels }],
]);

/** The designs of new batches, without and with barcodes. */
export const CURRENT_DESIGNS = { plain: 2, barred: 3 } as const;

/** @throws Error for an unknown design number */
export function designOf(number: number): Design {
  const design = DESIGNS.get(number);
  if (design === undefined) throw new Error(`Design ${number} of labels and envelopes is unknown.`);
  return design;
}
