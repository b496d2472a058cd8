import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { printedPostalCode } from '../../../domain/countries.ts';
import type { Run } from '../runs/runs.ts';
import type { PrintJob } from './pdf-file.ts';
import { type NumberedPiece, pieceCode } from '../pieces/pieces.ts';

const COLUMNS = {
  piece: (piece, run) => pieceCode(run, piece),
  letter: ({ letter }) => letter,
  attempt: ({ attempt }) => attempt,
  full_name: ({ address }) => address.fullName,
  address_line_1: ({ address }) => address.addressLine1,
  address_line_2: ({ address }) => address.addressLine2,
  city: ({ address }) => address.city,
  state_province: ({ address }) => address.stateProvince,
  postal_code: ({ address }) => printedPostalCode(address.country, address.postalCode),
  country: ({ address }) => address.country,
  country_name: ({ address }) => address.countryName,
  gift: ({ card }) => (card === null ? '' : 'gift'),
  piece_id: ({ id }) => id,
  subscription_id: ({ subscriptionId }) => subscriptionId,
} as const satisfies Record<string, (piece: NumberedPiece, run: Run) => string | number | null>;

/** Writes CSV. A name that begins with = or @ is escaped, since spreadsheets would run it as a formula. */
export async function writeManifest({ run, to }: PrintJob, pieces: AsyncIterable<NumberedPiece>): Promise<void> {
  const rows = async function* (): AsyncGenerator<readonly (string | number | null)[]> {
    for await (const piece of pieces) yield Object.values(COLUMNS).map((valueOf) => valueOf(piece, run));
  };
  const columns = Object.keys(COLUMNS);
  await pipeline(
    rows,
    stringify({ header: true, bom: true, columns, escape_formulas: true, record_delimiter: 'windows' }),
    to,
  );
}
