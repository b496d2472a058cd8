import { type SQL, sql } from 'drizzle-orm';
import type { FulfilmentContext } from '../runs/fulfilment-context.ts';
import { mailingScans, unreadableScans } from '../scans-schema.ts';
import { watchReturns } from './watch.ts';
import { readEvent, type Scan, type UnreadableScan, unreadableScan } from './read-event.ts';

export interface StoredScans {
  readonly received: number;
  /** The number of scans that are new. */
  readonly added: number;
  readonly unreadable: number;
}

type ScanContext = Pick<FulfilmentContext, 'db' | 'clock'>;

/** Storing the same scans again changes nothing (rules/fulfilment 70). */
export async function storeScans(
  ctx: ScanContext,
  events: readonly unknown[],
  returnCodes: readonly string[],
): Promise<StoredScans> {
  const scans: Scan[] = [];
  const unreadable = new Map<string, UnreadableScan>();
  for (const event of events) {
    const scan = readEvent(event, returnCodes);
    if (scan !== null) scans.push(scan);
    else {
      const row = unreadableScan(event);
      unreadable.set(row.sha256, row);
    }
  }
  const added = await insertScans(ctx, scans);
  await insertUnreadable(ctx, [...unreadable.values()]);
  const returning = scans.filter(({ isReturn }) => isReturn);
  if (returning.length > 0) await watchReturns(ctx, returning);
  return { received: events.length, added, unreadable: unreadable.size };
}

const KEY = ['mailerSerial', 'scannedAt', 'eventCode', 'localeKey', 'machineId', 'service', 'routing'] as const;

function byKey(one: Scan, other: Scan): number {
  for (const column of KEY) {
    if (one[column] < other[column]) return -1;
    if (one[column] > other[column]) return 1;
  }
  return 0;
}

const COLUMNS = [
  ...KEY,
  'facility',
  'city',
  'state',
  'zip',
  'phase',
  'handling',
  'isReturn',
] as const satisfies readonly (keyof Scan)[];

const NAMES = sql.join(
  [...COLUMNS, 'receivedAt' as const].map((column) => sql.identifier(mailingScans[column].name)),
  sql`, `,
);

async function insertScans({ db, clock }: ScanContext, scans: readonly Scan[]): Promise<number> {
  if (scans.length === 0) return 0;
  // Sorted, since two requests that insert the same rows in different orders could deadlock.
  const rows = scans.toSorted(byKey);
  const columns = COLUMNS.map((column) => splitList(rows.map((row) => row[column])));
  const { rowCount } = await db.execute(sql`
    insert into ${mailingScans} (${NAMES})
    select mailer, scanned::timestamp, code, locale, machine, service, routing, facility, city, state, zip, phase, handling,
      returning_home::boolean, ${clock.now().toISOString()}::timestamptz
    from unnest(${sql.join(columns, sql`, `)})
      as event (mailer, scanned, code, locale, machine, service, routing, facility, city, state, zip, phase, handling, returning_home)
    on conflict do nothing`);
  return rowCount ?? 0;
}

/** Safe as a separator, since `readEvent` removes control characters. */
const SEPARATOR = '\u001f';

/**
 * Passes each column as one string: the driver needs longer to write a PostgreSQL array than PostgreSQL to insert it.
 */
function splitList(values: readonly (string | boolean)[]): SQL {
  // PostgreSQL splits an empty string into an empty array, so a separator is appended and its empty element removed.
  return sql`trim_array(string_to_array(${values.join(SEPARATOR) + SEPARATOR}, ${SEPARATOR}), 1)`;
}

async function insertUnreadable({ db, clock }: ScanContext, rows: readonly UnreadableScan[]): Promise<void> {
  if (rows.length === 0) return;
  const receivedAt = clock.now();
  const sorted = rows.toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
  await db
    .insert(unreadableScans)
    .values(sorted.map((row) => ({ ...row, receivedAt })))
    .onConflictDoNothing();
}
