import { type SQL, sql } from 'drizzle-orm';
import { barcodeDigits, routingOf } from '../../../domain/postal-barcode.ts';
import type { Db } from '../../platform/db/database.ts';
import type { NumberedPiece } from '../pieces/pieces.ts';
import type { mailingBatches } from '../schema.ts';

type Barred = Pick<typeof mailingBatches.$inferSelect, 'mailerId' | 'serviceType' | 'firstSerial' | 'firstNumber'>;

/** Null for foreign addresses, and if the batch has no barcodes. */
export function digitsOf(batch: Barred, { country, address, routing, number }: NumberedPiece): string | null {
  const { mailerId, serviceType, firstSerial, firstNumber } = batch;
  if (country !== 'US' || mailerId === null || serviceType === null || firstSerial === null) return null;
  const serial = firstSerial + number - firstNumber;
  return barcodeDigits({ mailerId, serviceType, serial, routing: routing ?? routingOf(address.postalCode) });
}

/** The mailer id and serial, 15 digits in all, from a piece `p` and its batch `b`. */
export const MAILER_SERIAL: SQL<string> = sql<string>`(b.mailer_id || lpad((b.first_serial + p.number - b.first_number)::text,
  15 - length(b.mailer_id), '0'))`;

/**
 * The newest piece with that mailer id and serial at an instant (rules/fulfilment 60).
 * @param mailerSerial the 15 digits of both
 */
export async function findPieceOfSerial(db: Db, mailerSerial: string, at: Date): Promise<string | null> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select p.id from mailing_batches b
    join mailing_pieces p on p.run_id = b.run_id and p.letter between 1 and 24 and p.country = 'US'
      and p.number = b.first_number + right(${mailerSerial}, 15 - length(b.mailer_id))::int - b.first_serial
    where b.mailer_id = left(${mailerSerial}, length(b.mailer_id)) and b.printed_at <= ${at.toISOString()}
      and right(${mailerSerial}, 15 - length(b.mailer_id))::int between b.first_serial
        and b.first_serial + b.last_number - b.first_number
      and p.number between b.first_number and b.last_number
    order by b.printed_at desc limit 1`);
  return rows[0]?.id ?? null;
}
