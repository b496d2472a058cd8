import { statesThatCan } from './states.sql.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Db, Transaction } from '../../platform/db/database.ts';
import { findRun, type Run } from '../runs/runs.ts';
import { pieceCode } from './pieces.ts';
import { paidSince } from './to-print.ts';

/**
 * Pieces whose renewal was paid are added at the end of the run.
 * @returns how many
 */
export async function releaseWaiting(tx: Transaction, { id }: Run, now: Date): Promise<number> {
  const at = now.toISOString();
  const released = await tx.execute(sql`
    with due as (
      select id, reason, row_number() over (partition by reason is null order by letter, id) as position
      from (${paidSince(sql`p.run_id = ${id}`)}) paid
    ),
    released as (
      update mailing_pieces p set
        state = case when due.reason is null then 'frozen' else 'set_aside' end,
        number = case when due.reason is null then due.position + ${lastNumber(id)} end,
        updated_at = ${at}
      from due where due.id = p.id
      returning p.*
    )
    insert into mailing_events (at, event, run_id, piece_id, subscription_id, letter, attempt, detail)
    select ${at}, 'released', run_id, id, subscription_id, letter, attempt, '{}' from released`);
  return released.rowCount ?? 0;
}

/** Counts deleted pieces too, because printed pieces keep their numbers. */
export function lastNumber(runId: string): SQL {
  return sql`greatest(
    (select coalesce(max(number), 0) from mailing_pieces where run_id = ${runId}),
    (select coalesce(max(last_number), 0) from mailing_batches where run_id = ${runId}))`;
}

export interface RecalledPiece {
  readonly letter: number;
  readonly number: number;
}

export interface StoppedPieces {
  readonly first: number;
  readonly last: number;
  readonly until: Date | null;
}

/**
 * Deletes pieces of refunded and disputed subscriptions, so that their letters can be in another run.
 * @returns the printed ones
 */
export async function withdrawStopped(tx: Transaction, { id }: Run, now: Date, { first, last, until }: StoppedPieces) {
  return await withdraw(
    tx,
    sql`p.run_id = ${id} and p.state in ${statesThatCan('withdraw')}
      and ((p.number is null and ${STOPPED_AT} is not null)
        or (p.number between ${first} and ${last} and ${stoppedBefore(until)}))`,
    sql`case when s.refund_requested_at is null then 'disputed' else 'refunded' end`,
    now,
  );
}

const STOPPED_AT = sql.raw('least(s.refund_requested_at, s.dispute_held_at)');

function stoppedBefore(until: Date | null): SQL {
  return sql`${STOPPED_AT} < ${until?.toISOString() ?? 'infinity'}::timestamptz`;
}

/**
 * Printed pieces that a hand-over would leave out as refunded or disputed.
 * @param batch null for all batches not handed over
 */
export async function listRecalledPieces(
  db: Db,
  runId: string,
  { batch, until, after, limit }: { batch: number | null; until: Date; after: number; limit: number },
): Promise<RecalledPiece[]> {
  const { rows } = await db.execute<{ letter: number; number: number }>(sql`
    select p.letter, p.number
    from mailing_batches b
    join mailing_pieces p on p.run_id = b.run_id and p.number between b.first_number and b.last_number
    join subscriptions s on s.id = p.subscription_id
    where b.run_id = ${runId} and b.handed_over_at is null and b.number = coalesce(${batch}::int, b.number)
      and p.state = 'frozen' and p.number > ${after} and ${stoppedBefore(until)}
    order by p.number limit ${limit}`);
  return rows;
}

export async function listPrintedCodes(db: Db, subscriptionId: string): Promise<string[]> {
  const { rows } = await db.execute<{ run_id: string; letter: number; number: number }>(sql`
    select p.run_id, p.letter, p.number
    from mailing_pieces p
    join mailing_batches b on b.run_id = p.run_id and p.number between b.first_number and b.last_number
    where p.subscription_id = ${subscriptionId} and p.state = 'frozen' and b.handed_over_at is null
    order by p.letter, p.number`);
  return await Promise.all(rows.map(async ({ run_id: id, ...piece }) => pieceCode(await findRun(db, id), piece)));
}

/** Withdraws pieces that aren't ready. Their letters are mailed on the subscriber's next mailing day. */
export async function withdrawUnready(tx: Transaction, { id }: Run, now: Date): Promise<void> {
  await withdraw(
    tx,
    sql`p.run_id = ${id} and p.state in ('waiting', 'set_aside')`,
    sql`case p.state when 'waiting' then 'not_paid' else p.reason end`,
    now,
  );
}

/** @param which a condition on piece `p` and subscription `s` */
async function withdraw(tx: Transaction, which: SQL, why: SQL, now: Date): Promise<RecalledPiece[]> {
  const { rows } = await tx.execute<{ letter: number; number: number }>(sql`
    with recalled as (
      select p.id, ${why} as why from mailing_pieces p join subscriptions s on s.id = p.subscription_id
      where ${which} for no key update of p
    ),
    gone as (delete from mailing_pieces p using recalled where recalled.id = p.id returning p.*, recalled.why),
    logged as (
      insert into mailing_events (at, event, run_id, piece_id, subscription_id, letter, attempt, detail)
      select ${now.toISOString()}, 'withdrawn', run_id, id, subscription_id, letter, attempt,
        jsonb_build_object('reason', why, 'number', number)
      from gone
    )
    select letter, number from gone
    where exists (select 1 from mailing_batches b where b.run_id = gone.run_id and gone.number between b.first_number and b.last_number)
    order by number`);
  return rows;
}
