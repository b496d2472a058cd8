import { addMonths, type CalendarDate, type DateWindow } from './calendar-date.ts';

/** Characters the server accepts; the form sets no limit (PRODUCT, Gifts). */
export const GIFT_MESSAGE_LIMIT = 5000;

const GIFT_MONTHS_AHEAD = 12;

/** The days a gift may start on, `today` being New York's: from today to twelve months ahead (SPEC §5; PRODUCT, Gifts). */
export function giftStartWindow(today: CalendarDate): DateWindow {
  return { earliest: today, latest: addMonths(today, GIFT_MONTHS_AHEAD) };
}

export type GiftStartProblem = 'start_date_past' | 'start_date_too_far';

/** Why a gift cannot start on that day, or null when it can. */
export function giftStartProblem(startDate: CalendarDate, today: CalendarDate): GiftStartProblem | null {
  const { earliest, latest } = giftStartWindow(today);
  if (startDate < earliest) return 'start_date_past';
  return startDate > latest ? 'start_date_too_far' : null;
}
