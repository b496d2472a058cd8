import { nextRunState } from '../../../domain/run-state.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { FulfilmentContext } from '../runs/fulfilment-context.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { PlannedPieces, RunPlan } from '../schema.ts';
import { assumeEarlierLetters } from './ahead.ts';
import { runDecisions } from './due.sql.ts';
import { isOpenHold } from './held.sql.ts';
import { type Actor, recordRunEvent } from '../runs/events.ts';
import { lockRun, type Run, updateRun } from '../runs/runs.ts';

/**
 * Plans a run. Any process may repeat it until the freeze.
 * @throws ApiError not_found
 */
export async function planRun(ctx: FulfilmentContext, runId: string, actor: Actor): Promise<Run> {
  return await ctx.db.transaction(async (tx) => {
    const run = await lockRun(tx, runId);
    if (nextRunState(run.state, 'freeze') === null) return run;
    const now = ctx.clock.now();
    const asOf = justAfter(now);
    await decide(tx, run, asOf, await assumeEarlierLetters(tx, run, asOf));
    const plan = await countPlan(tx);
    const planned = { plan: { ...plan, pieces: await countPlannedPieces(tx) }, plannedAt: now };
    await updateRun(tx, runId, planned);
    if (run.plannedAt === null || actor !== null) {
      await recordRunEvent(tx, 'planned', { runId, actor, at: now, detail: { ...plan } });
    }
    return { ...run, ...planned };
  });
}

/** A freeze uses holds requested before its instant, but a plan uses all holds up to now. */
function justAfter(now: Date): Date {
  return new Date(now.getTime() + 1);
}

/** ANALYZE runs once, so that PostgreSQL plans the transaction's statements with correct statistics. */
export async function decide(tx: Transaction, run: Run, asOf: Date, ahead?: CalendarDate): Promise<void> {
  await tx.execute(sql`set local work_mem = '128MB'`);
  const decisions = runDecisions(run.kind, sql`${run.nominalOn}::date`, asOf, undefined, ahead);
  await tx.execute(sql`create temporary table run_decisions on commit drop as ${decisions}`);
  await tx.execute(sql`
    insert into run_decisions (subscription_id, letter, attempt, kind) ${reshipsDue(run, asOf)}`);
  await tx.execute(sql`analyze run_decisions`);
}

/** The rows are locked, so that no copy is taken back while the run seals it. */
function reshipsDue({ kind, nominalOn }: Run, asOf: Date): SQL {
  const at = asOf.toISOString();
  return sql`
    select r.subscription_id, r.letter, r.attempt, 'due'
    from reships r
    join subscriptions s on s.id = r.subscription_id
    where r.state = 'approved' and r.way = ${kind === 'friday' ? 'with_next' : 'now'} and r.decided_at < ${at}
      and s.refund_requested_at is null and s.dispute_held_at is null
      and not exists (
        select 1 from mailing_pieces p
        where p.subscription_id = r.subscription_id and p.letter = r.letter and p.attempt = r.attempt)
      and not exists (
        select 1 from delivery_holds where subscription_id = r.subscription_id and ${isOpenHold(nominalOn, asOf)}
          and from_letter <= 1 + (select max(p.letter) from mailing_pieces p where p.subscription_id = r.subscription_id))
    for share of r`;
}

export async function countPlan(tx: Transaction): Promise<RunPlan> {
  const { rows } = await tx.execute<{ kind: string; letter: number; reason: string | null; count: number }>(sql`
    select kind, case when kind <> 'excluded' then letter end as letter, case when kind = 'excluded' then reason end as reason,
      count(*)::int as count
    from run_decisions group by 1, 2, 3`);
  const plan: RunPlan = { due: {}, waiting: 0, excluded: {} };
  for (const { kind, letter, reason, count } of rows) {
    if (reason !== null) plan.excluded[reason] = count;
    else plan.due[letter] = (plan.due[letter] ?? 0) + count;
    if (kind === 'waiting') plan.waiting += count;
  }
  return plan;
}

/** Counts pieces by the subscription's present address. */
async function countPlannedPieces(tx: Transaction): Promise<PlannedPieces[]> {
  const { rows } = await tx.execute<PlannedPieces & Record<string, unknown>>(sql`
    select s.season_id as "seasonId", d.letter, a.country, d.letter = 1 and s.gift_id is not null as "isGift",
      count(*)::int as pieces
    from run_decisions d join subscriptions s on s.id = d.subscription_id
    join shipping_addresses a on a.id = s.shipping_address_id
    where d.kind <> 'excluded' group by 1, 2, 3, 4 order by 1, 2, 3, 4`);
  return rows;
}
