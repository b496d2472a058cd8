import { eq } from 'drizzle-orm';
import { readLetterCode } from '../../../domain/letter-code.ts';
import { isPostalBarcode } from '../../../domain/postal-barcode.ts';
import type { Db } from '../../platform/db/database.ts';
import { findRow } from '../../platform/db/find-row.ts';
import { orNotFound } from '../../platform/api-error.ts';
import { findPieceOfSerial } from '../barcodes/piece-barcodes.ts';
import { bytesOfCode } from '../codes/codes.ts';
import { pieceCodes } from '../codes-schema.ts';
import { findPieceByCode } from '../pieces/pieces.ts';

const SERIAL = { from: 5, to: 20 } as const;

/**
 * Finds a piece by the code inside, the code above the address ('F20261127-07-000123') or the barcode's digits.
 * @throws ApiError not_found
 */
export async function findEnvelope(db: Db, mark: string, now: Date): Promise<string> {
  const digits = mark.replaceAll(/[\s-]/g, '');
  if (isPostalBarcode(digits)) {
    return orNotFound(await findPieceOfSerial(db, digits.slice(SERIAL.from, SERIAL.to), now), 'letter');
  }
  const bits = readLetterCode(mark);
  if (bits !== null) {
    return orNotFound(await findRow(db, pieceCodes, eq(pieceCodes.code, bytesOfCode(bits))), 'letter').pieceId;
  }
  return (await findPieceByCode(db, mark)).id;
}
