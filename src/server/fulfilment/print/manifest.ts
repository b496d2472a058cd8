import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { printedPostalCode } from '../../../domain/countries.ts';
import type { Run } from '../runs/runs.ts';
import { type NumberedPiece } from '../pieces/print-pieces.ts';
import { pieceCode } from './print-job.ts';

const COLUMNS = [
  'piece',
  'letter',
  'attempt',
  'full_name',
  'address_line_1',
  'address_line_2',
  'city',
  'state_province',
  'postal_code',
  'country',
  'country_name',
  'gift',
  'piece_id',
  'subscription_id',
] as const;

/**
 * As CSV. A name that begins with = or
 * @ is escaped, or spreadsheets run it as a formula.
 */
export async function writeManifest(run: Run, pieces: AsyncIterable<NumberedPiece>, to: Writable): Promise<void> {
  await pipeline(
    Readable.from(rowsOf(run, pieces)),
    stringify({ header: true, columns: [...COLUMNS], escape_formulas: true, record_delimiter: 'windows' }),
    to,
  );
}

async function* rowsOf(
  run: Run,
  pieces: AsyncIterable<NumberedPiece>,
): AsyncGenerator<readonly (string | number | null)[]> {
  for await (const piece of pieces) {
    const { address } = piece;
    yield [
      pieceCode(run, piece),
      piece.letter,
      piece.attempt,
      address.fullName,
      address.addressLine1,
      address.addressLine2,
      address.city,
      address.stateProvince,
      printedPostalCode(address.country, address.postalCode),
      address.country,
      address.countryName,
      piece.card === null ? '' : 'gift',
      piece.id,
      piece.subscriptionId,
    ];
  }
}
