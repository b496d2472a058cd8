import { addMonths, type CalendarDate } from './calendar-date.ts';
import { nextMailingDays } from './mailing-calendar.ts';
import type { PlanType } from './plans.ts';
import { LETTERS_PER_MONTH, LETTERS_PER_SEASON, MONTHS_PER_SEASON } from './season.ts';

export interface PaidElsewhere {
  readonly planType: PlanType;
  readonly lettersReceived: number;
  readonly nextCharge: CalendarDate;
}

/**
 * What a subscription imported from another shop has paid for: the letters received so far, and one letter on each
 * mailing day before the next charge.
 */
export function importedTerm({ planType, lettersReceived, nextCharge }: PaidElsewhere, today: CalendarDate) {
  const toCome = nextMailingDays(today, LETTERS_PER_SEASON).filter((day) => day < nextCharge).length;
  const paid = Math.ceil((lettersReceived + toCome) / LETTERS_PER_MONTH);
  const monthsPaid = planType === 'annual' ? MONTHS_PER_SEASON : Math.min(MONTHS_PER_SEASON, Math.max(1, paid));
  return { monthsPaid, serviceStart: addMonths(nextCharge, -monthsPaid) };
}
