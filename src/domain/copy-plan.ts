import { addDays, type CalendarDate, laterOf, newYorkDate } from './calendar-date.ts';
import { businessDayFrom, type HolidayOverrides } from './holidays.ts';
import { freezeInstant, handOverDay, nextMailingDays } from './mailing-calendar.ts';

export interface CopyFacts {
  readonly way: 'now' | 'with_next';
  readonly decidedAt: Date;
  readonly today: CalendarDate;
  readonly heldUntil: CalendarDate | null;
  readonly overrides: HolidayOverrides;
}

export function copyLeavesOn({ way, decidedAt, today, heldUntil, overrides }: CopyFacts): CalendarDate {
  const from = laterOf(today, heldUntil ?? today);
  if (way === 'now') return businessDayFrom(laterOf(from, addDays(newYorkDate(decidedAt), 1)), overrides);
  const handOvers = nextMailingDays(from, SURELY_ONE_OPEN)
    .filter((friday) => decidedAt < freezeInstant(friday, overrides))
    .map((friday) => handOverDay(friday, overrides));
  return handOvers.find((day) => day >= today) ?? from;
}

const SURELY_ONE_OPEN = 3;
