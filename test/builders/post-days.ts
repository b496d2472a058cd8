import { daysBetween, newYorkDate, newYorkMidnight } from '../../src/domain/calendar-date.ts';
import { isPostOpen, NO_OVERRIDES, postDayFrom } from '../../src/domain/holidays.ts';
import type { TestClock } from '../server/clock.ts';

/** Moves a clock to a day on which the post is open, unless it is one. */
export function openThePost(clock: TestClock): void {
  const today = newYorkDate(clock.now());
  clock.advance(daysBetween(today, postDayFrom(today, 1, NO_OVERRIDES)) * 86_400);
}

/** Now, or midnight of the last day on which the post was open. */
export function lastPostInstant(): Date {
  const now = new Date();
  const today = newYorkDate(now);
  return isPostOpen(today, NO_OVERRIDES) ? now : newYorkMidnight(postDayFrom(today, -1, NO_OVERRIDES));
}
