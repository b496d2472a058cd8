import { nextRunState } from '../../../domain/run-state.ts';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { addDays, type CalendarDate, newYorkDate, newYorkMidnight } from '../../../domain/calendar-date.ts';
import { LETTERS_PER_SEASON } from '../../../domain/season.ts';
import { nextStatus } from '../../../domain/subscription-status.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { mailingBatches, mailingFiles } from '../schema.ts';
import { subscriptions, userSeasons } from '../../commerce/schema.ts';
import { ApiError, orNotFound } from '../../platform/api-error.ts';
import { type Actor, recordRunEvent } from '../runs/events.ts';
import { type RecalledPiece, withdrawStopped, withdrawUnready } from '../pieces/open-pieces.ts';
import type { FulfilmentContext } from '../runs/fulfilment-context.ts';
import { pieceCode } from '../pieces/pieces.ts';
import { recordHandOverPostage } from '../postage/run-postage.ts';
import { callBackWithdrawn, refuseUnlessAccepted } from '../printer-ledger.ts';
import { type Batch, listBatches } from '../print/print.ts';
import { closeIfDone, lockRun, type Run } from '../runs/runs.ts';
import { transitDays } from '../tracking/delivery-window.sql.ts';

export interface HandOver {
  readonly runId: string;
  /** Null hands over all printed batches and closes the run. */
  readonly batch: number | null;
  /** The newest batch that the caller has seen, or 0 for none. Newer batches aren't handed over. */
  readonly newest?: number | null;
  readonly on: CalendarDate | null;
}

export interface HandedOver {
  readonly run: Run;
  readonly pieces: number;
  /** Printed pieces to pull out, since they were refunded or disputed by that day. */
  readonly pull: readonly RecalledPiece[];
}

/**
 * Records that the carrier took one batch or all printed ones (rules/fulfilment 32).
 * @throws ApiError not_found, wrong_state, validation_failed
 */
export async function handOver(ctx: FulfilmentContext, order: HandOver, actor: Actor): Promise<HandedOver> {
  return await ctx.db.transaction(async (tx) => {
    const run = await lockRun(tx, order.runId);
    const now = ctx.clock.now();
    const batches = await batchesToHandOver(tx, run, order);
    const on = dayOfHandOver(run, batches, order.on, now);
    await refuseUnhashed(tx, run.id, batches);
    for (const { number } of batches) await refuseUnlessAccepted(tx, run.id, number);
    const pull: RecalledPiece[] = [];
    let pieces = 0;
    for (const batch of batches) {
      const numbers = { first: batch.firstNumber, last: batch.lastNumber };
      const recalled = await withdrawStopped(tx, run, now, { ...numbers, until: endOf(on) });
      pieces += await handOverBatch(ctx, tx, run, batch, { on, now, actor, recalled });
      pull.push(...recalled);
      if ((await callBackWithdrawn(tx, run.id)) > 0) {
        await ctx.jobs.enqueue(tx, 'work-at-printer', { runId: run.id, batch: batch.number });
      }
    }
    await completeSeasons(tx, run, on, now);
    if (order.batch === null) await withdrawUnready(tx, run, now);
    return { run: await closeIfDone(tx, run, now, actor), pieces, pull };
  });
}

export function endOf(day: CalendarDate): Date {
  return newYorkMidnight(addDays(day, 1));
}

function dayOfHandOver(run: Run, batches: readonly Batch[], given: CalendarDate | null, now: Date): CalendarDate {
  const today = newYorkDate(now);
  const on = given ?? today;
  const madeAt = batches.map(({ printedAt }) => printedAt);
  if (run.frozenAt !== null) madeAt.push(run.frozenAt);
  if (on > today || madeAt.some((instant) => on < newYorkDate(instant))) {
    throw new ApiError('validation_failed', 'That is no day on which the post can have taken it.', {
      on: 'Between the day the last of it was printed and today, please.',
    });
  }
  return on;
}

async function batchesToHandOver(tx: Transaction, run: Run, { batch: number, newest = null }: HandOver) {
  if (run.state === 'handed_over') throw new ApiError('wrong_state', 'This run has been handed over already.');
  const batches = await listBatches(tx, run.id);
  if (number === null) {
    if (newest !== null && (batches.at(-1)?.number ?? 0) !== newest) {
      throw new ApiError('wrong_state', 'Its batches have changed since you looked. Look again, please.');
    }
    await refuseUnprinted(tx, run, batches.at(-1)?.lastNumber ?? 0);
    return batches.filter(({ handedOverAt }) => handedOverAt === null);
  }
  const found = batches.find((each) => each.number === number);
  const batch = orNotFound(found, 'batch');
  if (batch.handedOverAt !== null) throw new ApiError('wrong_state', 'This batch has been handed over already.');
  return [batch];
}

/** The hashes prove what the printed files contained. */
async function refuseUnhashed(tx: Transaction, runId: string, batches: readonly Batch[]): Promise<void> {
  const numbers = batches.map(({ number }) => number);
  const [unhashed] = await tx
    .select({ name: mailingFiles.name })
    .from(mailingFiles)
    .where(and(eq(mailingFiles.runId, runId), inArray(mailingFiles.batch, numbers), isNull(mailingFiles.sha256)))
    .limit(1);
  if (unhashed === undefined) return;
  throw new ApiError(
    'wrong_state',
    `The files are still being made, ${unhashed.name} among them. In a minute, please.`,
  );
}

async function refuseUnprinted(tx: Transaction, run: Run, lastPrinted: number): Promise<void> {
  const { rows } = await tx.execute<{ waits: boolean }>(sql`select exists (
    select 1 from mailing_pieces where run_id = ${run.id} and state = 'frozen' and number > ${lastPrinted}) as waits`);
  if (rows[0]?.waits || nextRunState(run.state, 'hand_over') === null) {
    throw new ApiError('wrong_state', 'There are letters in this run that have not been printed. Print them first.');
  }
}

async function handOverBatch(
  ctx: FulfilmentContext,
  tx: Transaction,
  run: Run,
  batch: Batch,
  { on, now, actor, recalled }: { on: CalendarDate; now: Date; actor: Actor; recalled: readonly RecalledPiece[] },
): Promise<number> {
  const at = now.toISOString();
  await recordHandOverPostage(tx, { runId: run.id, batch: batch.number, on });
  const handedOver = await tx.execute(sql`
    update mailing_pieces set state = 'handed_over', handed_over_on = ${on},
      arrives_from = ${on}::date + ${transitDays('earliest')}, arrives_by = ${on}::date + ${transitDays('latest')}, updated_at = ${at}
    where run_id = ${run.id} and state = 'frozen' and number between ${batch.firstNumber} and ${batch.lastNumber}`);
  const pieces = handedOver.rowCount ?? 0;
  const isBatch = and(eq(mailingBatches.runId, run.id), eq(mailingBatches.number, batch.number));
  await tx.update(mailingBatches).set({ handedOverAt: now }).where(isBatch);
  await recordRunEvent(tx, 'batch_handed_over', {
    runId: run.id,
    actor,
    at: now,
    detail: { batch: batch.number, on, pieces, pull: recalled.map((envelope) => pieceCode(run, envelope)) },
  });
  await announce(tx, run, batch, pieces);
  await ctx.jobs.enqueue(tx, 'notify-dispatched', { runId: run.id, batch: batch.number });
  return pieces;
}

const MAX_NOTIFIED = 1_000;

async function announce(tx: Transaction, run: Run, batch: Batch, pieces: number): Promise<void> {
  if (pieces > MAX_NOTIFIED) return;
  await tx.execute(sql`
    select pg_notify('account_changes', user_id::text) from (
      select distinct r.user_id from mailing_pieces p join subscription_viewers r using (subscription_id)
      where p.run_id = ${run.id} and p.number between ${batch.firstNumber} and ${batch.lastNumber}
    ) readers`);
}

async function completeSeasons(tx: Transaction, run: Run, on: CalendarDate, now: Date): Promise<void> {
  const completing = (['active', 'past_due', 'cancelled'] as const).filter(
    (status) => nextStatus(status, 'last_letter_handed_over') === 'completed',
  );
  const done = await tx
    .update(subscriptions)
    .set({ status: 'completed', endedAt: on === newYorkDate(now) ? now : newYorkMidnight(on), updatedAt: now })
    .where(
      and(
        inArray(subscriptions.status, completing),
        sql`${subscriptions.id} in (select subscription_id from mailing_pieces
          where run_id = ${run.id} and letter = ${LETTERS_PER_SEASON} and state = 'handed_over')`,
      ),
    );
  if (done.rowCount === 0) return;
  await tx.execute(sql`
    update ${userSeasons} set status = 'completed', updated_at = ${now.toISOString()}
    from subscriptions s
    where s.id = ${userSeasons.subscriptionId} and s.status = 'completed' and ${userSeasons.status} <> 'completed'
      and s.id in (select subscription_id from mailing_pieces where run_id = ${run.id} and letter = ${LETTERS_PER_SEASON})`);
}
