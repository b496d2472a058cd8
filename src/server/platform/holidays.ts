import { desc, eq, lt, sql } from 'drizzle-orm';
import { type CalendarDate, newYorkDate } from '../../domain/calendar-date.ts';
import { type HolidayOverrides, isBusinessDay, isObservedHoliday, NO_OVERRIDES } from '../../domain/holidays.ts';
import { type Db, preparedStatement } from './db/database.ts';
import { holidayOverrides } from './schema.ts';
import { ApiError } from './api-error.ts';
import { type OperatorAct, writeOperatorLog } from './operator-log.ts';
import type { PlatformContext } from './context.ts';

export async function loadHolidayOverrides(db: Db): Promise<HolidayOverrides> {
  const rows = await overridesStatement(db).execute();
  const daysThat = (isHoliday: boolean): CalendarDate[] =>
    rows.filter((row) => row.isHoliday === isHoliday).map(({ day }) => day);
  return { add: daysThat(true), remove: daysThat(false) };
}

/**
 * A database that isn't migrated yet has no corrections. Its table isn't queried, since PostgreSQL would log an error.
 */
export async function loadHolidayOverridesIfMigrated(db: Db): Promise<HolidayOverrides> {
  const { rows } = await db.execute<{ exists: boolean }>(
    sql`select to_regclass('holiday_overrides') is not null as exists`,
  );
  return rows[0]?.exists === true ? await loadHolidayOverrides(db) : NO_OVERRIDES;
}

const overridesStatement = preparedStatement((db: Db) => db.select().from(holidayOverrides).prepare('holidays'));

/** The overrides as an expression, for a statement that reads other data too. */
export const holidayOverridesValue = sql<HolidayOverrides>`(select jsonb_build_object(
  'add', coalesce(jsonb_agg(${holidayOverrides.day}) filter (where ${holidayOverrides.isHoliday}), '[]'),
  'remove', coalesce(jsonb_agg(${holidayOverrides.day}) filter (where not ${holidayOverrides.isHoliday}), '[]')) from ${holidayOverrides})`;

export type HolidayOverride = typeof holidayOverrides.$inferSelect;

export async function listHolidayOverrides(
  db: Db,
  { before, limit }: { readonly before: CalendarDate | null; readonly limit: number },
): Promise<HolidayOverride[]> {
  const { day } = holidayOverrides;
  return await db
    .select()
    .from(holidayOverrides)
    .where(before === null ? undefined : lt(day, before))
    .orderBy(desc(day))
    .limit(limit);
}

/**
 * Corrects the federal holidays for one future day; frozen runs don't change.
 * @param change `isHoliday` false: the post works on that day; null: the table applies
 * @throws ApiError validation_failed
 */
export async function overrideHoliday(
  ctx: Pick<PlatformContext, 'db' | 'clock'>,
  { day, isHoliday, note }: { readonly day: CalendarDate; readonly isHoliday: boolean | null; readonly note: string },
  operator: OperatorAct,
): Promise<void> {
  const now = ctx.clock.now();
  if (day <= newYorkDate(now)) {
    throw new ApiError('validation_failed', 'The post has already seen that day.', { day: 'A day to come, please.' });
  }
  requireRealChange(day, isHoliday);
  await ctx.db.transaction(async (tx) => {
    if (isHoliday === null) await tx.delete(holidayOverrides).where(eq(holidayOverrides.day, day));
    else {
      await tx
        .insert(holidayOverrides)
        .values({ day, isHoliday, note, createdAt: now })
        .onConflictDoUpdate({ target: holidayOverrides.day, set: { isHoliday, note, createdAt: now } });
    }
    const detail = { isHoliday, reason: note };
    const entry = { action: 'post_holiday' as const, subject: `day:${day}`, subscriptionId: null, detail };
    await writeOperatorLog(tx, { ...operator, ...entry }, now);
  });
}

function requireRealChange(day: CalendarDate, isHoliday: boolean | null): void {
  if (isHoliday === null || (isHoliday ? isBusinessDay(day) : isObservedHoliday(day))) return;
  const why = isHoliday
    ? 'The post is closed on that day as it is.'
    : 'Only a federal holiday can be opened, and that is none.';
  throw new ApiError('validation_failed', why, { day: why });
}
