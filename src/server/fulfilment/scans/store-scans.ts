import { type SQL, sql } from 'drizzle-orm';
import type { FulfilmentContext } from '../runs/fulfilment-context.ts';
import { mailingScans, unreadableScans } from '../scans-schema.ts';
import { watchReturns } from './watch.ts';
import { readEvent, type Scan, type UnreadableScan, unreadableScan } from './read-event.ts';

export interface StoredScans {
  readonly received: number;
  /** Scans that were not known before. */
  readonly added: number;
  readonly unreadable: number;
}

type ScanContext = Pick<FulfilmentContext, 'db' | 'clock'>;

/** Idempotent (rules/fulfilment 70). */
export async function storeScans(
  ctx: ScanContext,
  events: readonly unknown[],
  returnCodes: readonly string[],
): Promise<StoredScans> {
  const scans = new Map<string, Scan>();
  const unreadable = new Map<string, UnreadableScan>();
  for (const event of events) {
    const scan = readEvent(event, returnCodes);
    if (scan !== null) scans.set(keyOf(scan), scan);
    else {
      const row = unreadableScan(event);
      unreadable.set(row.sha256, row);
    }
  }
  const added = await insertScans(ctx, scans);
  await insertUnreadable(ctx, [...unreadable.values()]);
  const returning = [...scans.values()].filter(({ isReturn }) => isReturn);
  if (returning.length > 0) await watchReturns(ctx, returning);
  return { received: events.length, added, unreadable: unreadable.size };
}

function keyOf({ mailerSerial, scannedAt, eventCode, localeKey, machineId, service, routing }: Scan): string {
  return [mailerSerial, scannedAt, eventCode, localeKey, machineId, service, routing].join('\u0000');
}

const COLUMNS = [
  'mailerSerial',
  'scannedAt',
  'eventCode',
  'localeKey',
  'machineId',
  'service',
  'routing',
  'facility',
  'city',
  'state',
  'zip',
  'phase',
  'handling',
] as const satisfies readonly (keyof Scan)[];

async function insertScans({ db, clock }: ScanContext, scans: ReadonlyMap<string, Scan>): Promise<number> {
  if (scans.size === 0) return 0;
  // Two requests that insert the same rows in different orders would wait for each other.
  const rows = [...scans].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, scan]) => scan);
  const columns = COLUMNS.map((column) => textArray(rows.map((row) => row[column])));
  const returns = sql`${sql.param(rows.map(({ isReturn }) => isReturn))}::boolean[]`;
  const names = sql.join(
    [...COLUMNS.map((column) => mailingScans[column]), mailingScans.isReturn, mailingScans.receivedAt].map((column) =>
      sql.identifier(column.name),
    ),
    sql`, `,
  );
  const { rowCount } = await db.execute(sql`
    insert into ${mailingScans} (${names})
    select mailer, scanned::timestamp, code, locale, machine, service, routing, facility, city, state, zip, phase, handling,
      returning_home, ${clock.now().toISOString()}::timestamptz
    from unnest(${sql.join([...columns, returns], sql`, `)})
      as event (mailer, scanned, code, locale, machine, service, routing, facility, city, state, zip, phase, handling, returning_home)
    on conflict do nothing`);
  return rowCount ?? 0;
}

function textArray(values: readonly string[]): SQL {
  return sql`${sql.param(values)}::text[]`;
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
