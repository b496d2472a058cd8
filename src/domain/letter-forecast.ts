import type { CalendarDate } from './calendar-date.ts';

export interface ForecastGroup {
  readonly seasonId: string;
  readonly country: string;
  readonly nextLetter: number;
  /** The last letter that is paid for, or will be paid for by future charges. */
  readonly lastLetter: number;
  readonly from: CalendarDate;
  readonly subscriptions: number;
}

export interface ForecastLetters extends Pick<ForecastGroup, 'seasonId' | 'country'> {
  readonly day: CalendarDate;
  readonly letter: number;
  readonly pieces: number;
}

/** One letter for each subscription on each mailing day, ordered by day. */
export function forecastLetters(
  groups: readonly ForecastGroup[],
  days: readonly CalendarDate[],
): readonly ForecastLetters[] {
  return groups.flatMap(({ seasonId, country, nextLetter, lastLetter, from, subscriptions: pieces }) =>
    days
      .filter((day) => day >= from)
      .map((day, index) => ({ seasonId, country, day, letter: nextLetter + index, pieces }))
      .filter(({ letter }) => letter <= lastLetter),
  );
}
