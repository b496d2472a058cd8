import { and, desc, eq, sql } from 'drizzle-orm';
import { serialsOf } from '../../../domain/postal-barcode.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { mailingSerials } from '../barcodes-schema.ts';

const RESERVED_DAYS = 90;

interface Wanted {
  readonly mailerId: string;
  readonly runId: string;
  readonly batch: number;
  readonly count: number;
}

interface Stretch {
  readonly firstSerial: number;
  readonly lastSerial: number;
}

/**
 * Reserves consecutive serials for a batch.
 * @returns the first one; null if there aren't that many free in a row
 */
export async function takeSerials(tx: Transaction, wanted: Wanted, now: Date): Promise<number | null> {
  const { mailerId, count } = wanted;
  await tx.execute(sql`lock table ${mailingSerials} in share row exclusive mode`);
  const newest = await tx
    .select({ lastSerial: mailingSerials.lastSerial })
    .from(mailingSerials)
    .where(eq(mailingSerials.mailerId, mailerId))
    .orderBy(desc(mailingSerials.id))
    .limit(1);
  const reserved = await readReserved(tx, mailerId, now);
  const next = (newest[0]?.lastSerial ?? -1) + 1;
  const firstSerial = freeFrom(next, { reserved, count, mailerId }) ?? freeFrom(0, { reserved, count, mailerId });
  if (firstSerial === null) return null;
  const { runId, batch } = wanted;
  const lastSerial = firstSerial + count - 1;
  await tx.insert(mailingSerials).values({ mailerId, firstSerial, lastSerial, runId, batch, takenAt: now });
  return firstSerial;
}

async function readReserved(tx: Transaction, mailerId: string, now: Date): Promise<Stretch[]> {
  const since = sql`${now.toISOString()}::timestamptz - make_interval(days => ${RESERVED_DAYS}::int)`;
  const isReserved = sql`(${mailingSerials.takenAt} > ${since} or exists (
    select 1 from mailing_batches b where b.run_id = ${mailingSerials.runId} and b.number = ${mailingSerials.batch}
      and b.first_serial = ${mailingSerials.firstSerial} and (b.handed_over_at is null or b.handed_over_at > ${since})))`;
  return await tx
    .select({ firstSerial: mailingSerials.firstSerial, lastSerial: mailingSerials.lastSerial })
    .from(mailingSerials)
    .where(and(eq(mailingSerials.mailerId, mailerId), isReserved))
    .orderBy(mailingSerials.firstSerial);
}

function freeFrom(
  start: number,
  { reserved, count, mailerId }: Pick<Wanted, 'count' | 'mailerId'> & { readonly reserved: readonly Stretch[] },
): number | null {
  let first = start;
  for (const { firstSerial, lastSerial } of reserved) {
    if (first + count > firstSerial && first <= lastSerial) first = lastSerial + 1;
  }
  return first + count <= serialsOf(mailerId) ? first : null;
}
