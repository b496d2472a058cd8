import { nextRunState } from '../../domain/run-state.ts';
import { addDays, type CalendarDate, newYorkDate } from '../../domain/calendar-date.ts';
import { type HolidayOverrides, isBusinessDay } from '../../domain/holidays.ts';
import { attendedFrom, handOverDay, isMailingDay, nextMailingDays } from '../../domain/mailing-calendar.ts';
import { ApiError } from '../platform/api-error.ts';
import type { Actor } from './runs/events.ts';
import { freezeRun } from './freeze.ts';
import { loadHolidayOverrides } from '../platform/holidays.ts';
import { planRun } from './planning/plan.ts';
import type { FulfilmentContext } from './runs/fulfilment-context.ts';
import { openRun, type Run, type RunKind } from './runs/runs.ts';

const DAYS_AHEAD = 7;
const MAILING_DAYS_IN_SIGHT = 3;
const PLAN_AGAIN_AFTER_MS = 3_600_000;
/** No request runs this long, so every change requested before the freeze instant is stored by then. */
const STRAGGLERS_MS = 60_000;

/**
 * Opens the next runs, plans them, and freezes those that are due. Any process may repeat it.
 * @throws AggregateError if a run failed; the other runs were still processed
 */
export async function runFulfilmentSchedule(ctx: FulfilmentContext): Promise<void> {
  const now = ctx.clock.now();
  const overrides = await loadHolidayOverrides(ctx.db);
  const failures: unknown[] = [];
  for (const which of runsNear(newYorkDate(now), overrides)) {
    try {
      await advanceRun(ctx, await openRun(ctx.db, which, overrides, now), now);
    } catch (error) {
      ctx.log.error({ err: error, ...which }, 'a run could not be processed; it will be tried again');
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} runs could not be processed.`);
}

function runsNear(today: CalendarDate, overrides: HolidayOverrides) {
  const fridays = nextMailingDays(attendedFrom('friday', today), MAILING_DAYS_IN_SIGHT).filter(
    (friday) => handOverDay(friday, overrides) <= addDays(today, DAYS_AHEAD),
  );
  return [
    ...(isBusinessDay(today, overrides) ? [{ kind: 'first_letter' as const, nominalOn: today }] : []),
    ...fridays.map((nominalOn) => ({ kind: 'friday' as const, nominalOn })),
  ];
}

/** @throws ApiError validation_failed if it isn't a mailing day */
export async function planMailing(
  ctx: FulfilmentContext,
  which: { readonly kind: RunKind; readonly nominalOn: CalendarDate },
  actor: Actor,
): Promise<Run> {
  const overrides = await loadHolidayOverrides(ctx.db);
  const { kind, nominalOn } = which;
  const fits = kind === 'friday' ? isMailingDay(nominalOn) : isBusinessDay(nominalOn, overrides);
  if (!fits) {
    throw new ApiError('validation_failed', 'That is no mailing day.', {
      nominalOn:
        kind === 'friday' ? 'The second or fourth Friday of a month, please.' : 'First letters leave on business days.',
    });
  }
  const run = await openRun(ctx.db, which, overrides, ctx.clock.now());
  return await planRun(ctx, run.id, actor);
}

async function advanceRun(ctx: FulfilmentContext, run: Run, now: Date): Promise<void> {
  if (nextRunState(run.state, 'freeze') === null) return;
  const isTime = now.getTime() >= run.freezesAt.getTime() + STRAGGLERS_MS && run.reopenedAt === null;
  if (isTime) await freezeRun(ctx, run.id, null);
  else if (run.plannedAt === null || now.getTime() - run.plannedAt.getTime() >= PLAN_AGAIN_AFTER_MS) {
    await planRun(ctx, run.id, null);
  }
}
