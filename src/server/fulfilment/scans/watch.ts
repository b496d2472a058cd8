import { sql } from 'drizzle-orm';
import { newYorkDate } from '../../../domain/calendar-date.ts';
import { QUIET_DAYS } from '../../../domain/sightings.ts';
import { allowLongStatements } from '../../platform/db/statements.ts';
import type { FulfilmentContext } from '../runs/fulfilment-context.ts';
import type { Scan } from './read-event.ts';
import { BARCODES, isWithinValidity, PIECE_OF_SCAN } from './sightings.sql.ts';

type WatchContext = Pick<FulfilmentContext, 'db' | 'clock'>;

export async function watchReturns({ db, clock }: WatchContext, scans: readonly Scan[]): Promise<void> {
  const serials = scans.map(({ mailerSerial }) => mailerSerial);
  const times = scans.map(({ scannedAt }) => scannedAt);
  await db.execute(sql`
    insert into watched_pieces (piece_id, kind, noticed_at)
    select distinct p.id, 'coming_back', ${clock.now().toISOString()}::timestamptz
    from unnest(${sql.param(serials)}::text[], ${sql.param(times)}::timestamp[]) as s (mailer_serial, scanned_at)
    ${PIECE_OF_SCAN}
    where p.state = 'handed_over' and p.confirmed_at is null and ${isWithinValidity(sql.raw('p.created_at'))}
    order by p.id
    on conflict (piece_id) do update set kind = excluded.kind, noticed_at = excluded.noticed_at
      where watched_pieces.kind <> excluded.kind`);
}

const LOOKED_FOR_DAYS = 75;

/**
 * Lists quiet letters every night, and runs with few scans (rules/fulfilment 73). Must agree with `isQuiet` in domain.
 */
export async function lookForScans({ db, clock }: WatchContext): Promise<void> {
  const now = clock.now();
  const today = sql`${newYorkDate(now)}::date`;
  const at = sql`${now.toISOString()}::timestamptz`;
  const { afterWindow, sinceSeen } = QUIET_DAYS;
  await db.transaction(async (tx) => {
    await allowLongStatements(tx);
    await tx.execute(sql`
      with looked as materialized (
        select p.id, p.run_id, p.state, p.confirmed_at, p.arrives_by, scan.last_seen_on, scan.near_delivery, scan.came_back
        from mailing_runs r
        join mailing_pieces p on p.run_id = r.id
        join ${BARCODES} b on b.piece_id = p.id
        cross join lateral (
          select max(s.scanned_at)::date as last_seen_on, coalesce(bool_or(s.phase ilike '%deliver%'), false) as near_delivery,
            coalesce(bool_or(s.is_return), false) as came_back
          from mailing_scans s where s.mailer_serial = b.mailer_serial and ${isWithinValidity(sql.raw('p.created_at'))}
        ) scan
        where r.nominal_on > ${today} - ${LOOKED_FOR_DAYS}::int and p.handed_over_on is not null
      ),
      wanted as (
        select id, case when came_back then 'coming_back' else 'quiet' end as kind from looked
        where state = 'handed_over' and confirmed_at is null and (came_back or (
          not near_delivery and ${today} > arrives_by + ${afterWindow}::int
          and (last_seen_on is null or last_seen_on < ${today} - ${sinceSeen}::int)))
      ),
      added as (
        insert into watched_pieces (piece_id, kind, noticed_at) select id, kind, ${at} from wanted order by id
        on conflict (piece_id) do update set kind = excluded.kind, noticed_at = excluded.noticed_at
          where watched_pieces.kind <> excluded.kind
      ),
      removed as (
        delete from watched_pieces w where not exists (select from wanted where wanted.id = w.piece_id)
          and (w.kind = 'quiet' or not exists (
            select from mailing_pieces p where p.id = w.piece_id and p.state = 'handed_over' and p.confirmed_at is null))
      )
      insert into run_sightings (run_id, pieces, seen, looked_at)
      select run_id, count(*)::int, count(last_seen_on)::int, ${at} from looked group by run_id
      on conflict (run_id) do update set pieces = excluded.pieces, seen = excluded.seen, looked_at = excluded.looked_at`);
  });
}

const STORED_DAYS = 400;

export async function deleteOldScans({ db, clock }: WatchContext): Promise<void> {
  const before = new Date(clock.now().getTime() - STORED_DAYS * 86_400_000).toISOString();
  await db.transaction(async (tx) => {
    await allowLongStatements(tx);
    await tx.execute(sql`delete from mailing_scans where received_at < ${before}`);
    await tx.execute(sql`delete from unreadable_scans where received_at < ${before}`);
  });
}
