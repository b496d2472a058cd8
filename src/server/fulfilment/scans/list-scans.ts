import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/database.ts';
import { mailingPieces } from '../schema.ts';
import { BARCODES, isWithinValidity } from './sightings.sql.ts';

export interface PostScan {
  readonly letter: number;
  readonly at: string;
  readonly city: string;
  readonly state: string;
}

export async function listScansOf(db: Db, subscriptionId: string, limit: number): Promise<PostScan[]> {
  const { rows } = await db.execute<{ letter: number; at: string; city: string; state: string }>(sql`
    select ${mailingPieces.letter} as letter, to_char(s.scanned_at, 'YYYY-MM-DD HH24:MI') as at, s.city, s.state
    from ${mailingPieces}
    join ${BARCODES} b on b.piece_id = ${mailingPieces.id}
    join mailing_scans s on s.mailer_serial = b.mailer_serial and ${isWithinValidity(mailingPieces.createdAt)}
    where ${mailingPieces.subscriptionId} = ${subscriptionId}
    order by s.scanned_at
    limit ${limit}`);
  return rows;
}
