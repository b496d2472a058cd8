import { count, inArray, type SQL, sql } from 'drizzle-orm';
import { LETTERS_PER_SEASON } from '../../../domain/season.ts';
import { monthsPaidOf } from '../../commerce/subscriptions/months-paid.ts';
import type { Db } from '../../platform/db/database.ts';
import { isPaid } from '../planning/due.sql.ts';
import type { Run } from '../runs/runs.ts';
import { mailingPieces } from '../schema.ts';

/**
 * Waiting pieces whose renewal was paid, which the next print takes.
 * @param which a condition on piece `p`
 */
export function paidSince(which: SQL): SQL {
  return sql`select id, run_id, reason, letter from (
    select p.id, p.run_id, p.reason, p.letter, p.nominal_on, s.service_start, ${monthsPaidOf(sql`s.id`)} as months_paid
    from mailing_pieces p join subscriptions s on s.id = p.subscription_id
    where p.state = 'waiting' and s.refund_requested_at is null and s.dispute_held_at is null and ${which}
  ) waiting where ${isPaid(sql`nominal_on`)}`;
}

/** A piece's state as the next print takes it. */
export const STATE_AT_PRINT = sql<typeof mailingPieces.$inferSelect.state>`case
  when ${mailingPieces.state} = 'waiting' and exists (${paidSince(sql`p.id = ${mailingPieces.id}`)})
  then case when ${mailingPieces.reason} is null then 'frozen' else 'set_aside' end
  else ${mailingPieces.state} end`;

interface OpenPieces {
  /** By state, as the next print takes them. */
  readonly pieces: Readonly<Record<string, number>>;
  readonly toPrint: number;
}

/** What runs hold that aren't planned or closed. */
export async function countOpenPieces(db: Db, runs: readonly Run[]): Promise<Map<string, OpenPieces>> {
  if (runs.length === 0) return new Map();
  const ids = runs.map(({ id }) => id);
  const printed = runs.filter(({ state }) => state === 'printed').map(({ id }) => id);
  const [stored, paid, unprinted] = await Promise.all([
    countByState(db, ids),
    countPaidSince(db, ids),
    countUnprinted(db, printed),
  ]);
  return new Map(
    runs.map(({ id, state }) => {
      const pieces = withPaid(stored.get(id) ?? {}, paid.get(id));
      const frozen = pieces['frozen'] ?? 0;
      const added = (unprinted.get(id) ?? 0) + (paid.get(id)?.frozen ?? 0);
      return [id, { pieces, toPrint: state === 'printed' ? added : frozen }];
    }),
  );
}

function withPaid(pieces: Readonly<Record<string, number>>, paid: Paid | undefined): Record<string, number> {
  if (paid === undefined) return pieces;
  const { frozen, setAside } = paid;
  const changes = { waiting: -frozen - setAside, frozen, set_aside: setAside };
  const states = new Set([...Object.keys(pieces), ...Object.keys(changes)]) as Set<keyof typeof changes>;
  const counts = [...states].map((state) => [state, (pieces[state] ?? 0) + (changes[state] ?? 0)] as const);
  return Object.fromEntries(counts.filter(([, number]) => number > 0));
}

async function countByState(db: Db, ids: readonly string[]): Promise<Map<string, Record<string, number>>> {
  const rows = await db
    .select({ runId: mailingPieces.runId, state: mailingPieces.state, pieces: count() })
    .from(mailingPieces)
    .where(inArray(mailingPieces.runId, [...ids]))
    .groupBy(mailingPieces.runId, mailingPieces.state);
  const counts = new Map<string, Record<string, number>>();
  for (const { runId, state, pieces } of rows)
    if (runId !== null) counts.set(runId, { ...counts.get(runId), [state]: pieces });
  return counts;
}

type Paid = { readonly runId: string; readonly frozen: number; readonly setAside: number };

async function countPaidSince(db: Db, ids: readonly string[]): Promise<Map<string, Paid>> {
  const { rows } = await db.execute<Paid>(sql`
    select run_id as "runId", count(*) filter (where reason is null)::int as frozen, count(reason)::int as "setAside"
    from (${paidSince(sql`p.run_id = any(${uuids(ids)})`)}) paid group by run_id`);
  return new Map(rows.map((row) => [row.runId, row]));
}

/** Lists every letter's number, so that the index can skip a million printed pieces. */
async function countUnprinted(db: Db, printed: readonly string[]): Promise<Map<string, number>> {
  const ids = uuids(printed);
  const { rows } = await db.execute<{ runId: string; pieces: number }>(sql`
    select p.run_id as "runId", count(*)::int as pieces
    from (select run_id, max(last_number) as last from mailing_batches where run_id = any(${ids}) group by run_id) b
    join mailing_pieces p on p.run_id = b.run_id and p.letter = any(${`{${LETTERS.join(',')}}`}::smallint[])
      and p.number > b.last and p.state = 'frozen'
    group by p.run_id`);
  return new Map(rows.map(({ runId, pieces }) => [runId, pieces]));
}

function uuids(ids: readonly string[]): SQL {
  return sql`${`{${ids.join(',')}}`}::uuid[]`;
}

export const LETTERS = Array.from({ length: LETTERS_PER_SEASON }, (_, index) => index + 1);
