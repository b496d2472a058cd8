import { statesBefore } from '../../../domain/piece-state.ts';
import { nextRunState } from '../../../domain/run-state.ts';
import { and, eq, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { type CalendarDate, isCalendarDate } from '../../../domain/calendar-date.ts';
import type { HolidayOverrides } from '../../../domain/holidays.ts';
import { firstLetterFreezeInstant, freezeInstant, handOverDay } from '../../../domain/mailing-calendar.ts';
import type { Db, Transaction } from '../../platform/db/database.ts';
import { allowLongStatements } from '../../platform/db/statements.ts';
import { findRow } from '../../platform/db/find-row.ts';
import { mailingRuns, mailingPieces } from '../schema.ts';
import { orNotFound } from '../../platform/api-error.ts';
import { type Actor, recordRunEvent } from './events.ts';

export type Run = typeof mailingRuns.$inferSelect;
export type RunKind = Run['kind'];

export function runCode({ kind, nominalOn }: Pick<Run, 'kind' | 'nominalOn'>): string {
  return `${kind === 'friday' ? 'F' : 'L'}${nominalOn.replaceAll('-', '')}`;
}

const CODE = /^([FL])(\d{4})(\d{2})(\d{2})$/;

export function readRunCode(code: string): Pick<Run, 'kind' | 'nominalOn'> | null {
  const [, kind, year, month, day] = CODE.exec(code.trim().toUpperCase()) ?? [];
  const nominalOn = `${year}-${month}-${day}`;
  if (!isCalendarDate(nominalOn)) return null;
  return { kind: kind === 'F' ? 'friday' : 'first_letter', nominalOn };
}

/** There is one run per kind and day. While it is planned, its dates are updated when holidays change. */
export async function openRun(
  db: Db,
  { kind, nominalOn }: Pick<Run, 'kind' | 'nominalOn'>,
  overrides: HolidayOverrides,
  now: Date,
): Promise<Run> {
  const dates = datesOf(kind, nominalOn, overrides);
  await db
    .insert(mailingRuns)
    .values({ id: randomUUID(), kind, nominalOn, ...dates, state: 'planned', createdAt: now })
    .onConflictDoUpdate({
      target: [mailingRuns.kind, mailingRuns.nominalOn],
      set: dates,
      setWhere: sql`${mailingRuns.state} = 'planned' and ${mailingRuns.reopenedAt} is null
        and (${mailingRuns.handOverOn}, ${mailingRuns.freezesAt}) is distinct from (excluded.hand_over_on, excluded.freezes_at)`,
    });
  const run = await findRunOf(db, kind, nominalOn);
  if (run === null) throw new Error(`The run ${kind} of ${nominalOn} was not opened.`);
  return run;
}

function datesOf(kind: RunKind, nominalOn: CalendarDate, overrides: HolidayOverrides) {
  return kind === 'friday'
    ? { handOverOn: handOverDay(nominalOn, overrides), freezesAt: freezeInstant(nominalOn, overrides) }
    : { handOverOn: nominalOn, freezesAt: firstLetterFreezeInstant(nominalOn) };
}

export async function findRunOf(db: Db, kind: RunKind, nominalOn: CalendarDate): Promise<Run | null> {
  return await findRow(db, mailingRuns, and(eq(mailingRuns.kind, kind), eq(mailingRuns.nominalOn, nominalOn)));
}

/** @throws ApiError not_found */
export async function findRun(db: Db, id: string): Promise<Run> {
  return orNotFound(await findRow(db, mailingRuns, eq(mailingRuns.id, id)), 'run');
}

/**
 * Locks the run until the transaction ends. A million pieces take longer than a request may.
 * @throws ApiError not_found
 */
export async function lockRun(tx: Transaction, id: string): Promise<Run> {
  await allowLongStatements(tx);
  return orNotFound(await findRow(tx, mailingRuns, eq(mailingRuns.id, id), 'no key update'), 'run');
}

export async function updateRun(tx: Transaction, id: string, changes: Partial<Run>): Promise<void> {
  await tx.update(mailingRuns).set(changes).where(eq(mailingRuns.id, id));
}

export async function countPieces(db: Db, runId: string): Promise<Record<string, number>> {
  const rows = await db
    .select({ state: mailingPieces.state, count: sql<number>`count(*)::int` })
    .from(mailingPieces)
    .where(eq(mailingPieces.runId, runId))
    .groupBy(mailingPieces.state);
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

/** A run is handed over once it has no open piece left, even if all its pieces were withdrawn. */
export async function closeIfDone(tx: Transaction, run: Run, now: Date, actor: Actor): Promise<Run> {
  const finalCounts = await countPieces(tx, run.id);
  const notHandedOver = statesBefore('withdraw').some((state) => (finalCounts[state] ?? 0) > 0);
  if (notHandedOver) return run;
  const state = nextRunState(run.state, 'hand_over');
  if (state === null) return run;
  const closed = { state, handedOverAt: now, finalCounts };
  await updateRun(tx, run.id, closed);
  await recordRunEvent(tx, 'handed_over', { runId: run.id, actor, at: now, detail: finalCounts });
  return { ...run, ...closed };
}
