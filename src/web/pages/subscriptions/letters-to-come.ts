import { type CalendarDate, formatDate } from '../../../domain/calendar-date.ts';
import { lettersAre } from '../../../domain/letters-in-words.ts';
import type { DeliveryReply } from '../../../contract/subscriptions.ts';

/** The letters that a cancelled subscription or gift still brings (rules/subscriptions 35). */
export function toComeWords(toCome: DeliveryReply['toCome']): string {
  if (toCome === null) return 'Every letter you paid for has been mailed.';
  const { first, last, lastHandOver } = toCome;
  const on = formatDate(lastHandOver as CalendarDate);
  return `${lettersAre(toCome)} paid for and will still arrive. We’ll mail ${first === last ? 'it' : 'the last one'} by ${on}.`;
}
