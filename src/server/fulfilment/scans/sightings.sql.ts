import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Sighting } from '../../../domain/sightings.ts';
import { mailingPieces } from '../schema.ts';

const VALID_DAYS = 90;

/** The mailer id and serial of piece `p` in batch `b`. */
const MAILER_SERIAL = sql.raw(
  `b.mailer_id || lpad((b.first_serial + p.number - b.first_number)::text, 15 - length(b.mailer_id), '0')`,
);

/** A query of pieces with a barcode: `piece_id`, `mailer_serial`. */
export const BARCODES = sql`(
  select p.id as piece_id, ${MAILER_SERIAL} as mailer_serial
  from mailing_pieces p
  join mailing_batches b on b.run_id = p.run_id and p.number between b.first_number and b.last_number
  where b.mailer_id is not null and p.country = 'US')`;

export const PIECE_OF_SCAN = sql`
  join mailing_batches b on b.mailer_id = left(s.mailer_serial, length(b.mailer_id))
    and substr(s.mailer_serial, 1 + length(b.mailer_id))::int - b.first_serial between 0 and b.last_number - b.first_number
  join mailing_pieces p on p.run_id = b.run_id and p.country = 'US'
    and p.number = substr(s.mailer_serial, 1 + length(b.mailer_id))::int - b.first_serial + b.first_number`;

/** Whether scan `s` belongs to the piece made at `createdAt`, since serials are used again. */
export function isWithinValidity(createdAt: SQL | PgColumn): SQL {
  const made = sql`(${createdAt} at time zone 'America/New_York')::date`;
  return sql`s.scanned_at >= ${made} - 1 and s.scanned_at < ${made} + ${sql.raw(String(VALID_DAYS))}`;
}

/** For a select from `mailing_pieces`; null if the piece has no scan. */
export function lastSeen(): SQL<Sighting | null> {
  return sql<Sighting | null>`(
    select jsonb_build_object('city', s.city, 'state', s.state, 'on', s.scanned_at::date)
    from ${BARCODES} b join mailing_scans s on s.mailer_serial = b.mailer_serial
    where b.piece_id = ${mailingPieces.id} and ${isWithinValidity(mailingPieces.createdAt)} and s.city <> ''
    order by s.scanned_at desc, s.event_code desc, s.locale_key desc, s.machine_id desc, s.service desc, s.routing desc
    limit 1)`;
}
