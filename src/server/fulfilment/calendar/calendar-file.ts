import type { CommerceHandler } from '../../commerce/context.ts';
import { createEvents, type EventAttributes } from 'ics';
import type { getCalendarFile } from '../../../contract/letters.ts';
import { addDays, type CalendarDate, type DateWindow, formatDate } from '../../../domain/calendar-date.ts';
import type { CalendarLetter } from '../../../domain/letter-calendar.ts';
import { seasonInProse } from '../../../../seasons/shelf.ts';
import { LETTERS_PER_SEASON } from '../../../domain/season.ts';
import { orNotFound } from '../../platform/errors/api-error.ts';
import { findOwnSubscription } from '../../commerce/subscriptions/queries.ts';
import { readLetters } from './calendar.ts';

export const handleGetCalendarFile: CommerceHandler<typeof getCalendarFile> = async ({ ctx, user, params }) => {
  const subscription = orNotFound(await findOwnSubscription(ctx.db, user.userId, params.id), 'subscription');
  const now = ctx.clock.now();
  const { calendar } = await readLetters(ctx.db, subscription, now);
  const host = new URL(ctx.config.siteUrl).hostname;
  const { error, value } = createEvents(
    calendar.map((row) => eventOf(row, `${subscription.id}-${row.letter}@${host}`, now)),
    { productId: 'dead-letter-club', calName: `The Dead Letter Club: ${seasonInProse(subscription.seasonName)}` },
  );
  if (!value) throw error ?? new Error('The calendar came out empty.');
  return { fileName: 'dead-letter-club.ics', content: value };
};

function eventOf(
  { letter, mailingDay, handOver, deliveryWindow, addressChangeUntil }: CalendarLetter,
  uid: string,
  now: Date,
): EventAttributes {
  const change =
    addressChangeUntil === null ? '' : ` Its address can be changed until ${formatDate(addressChangeUntil)}.`;
  return {
    uid,
    title: `Letter ${letter} of ${LETTERS_PER_SEASON}`,
    description: `${mailingWords(mailingDay, handOver)}.${change}`,
    start: dateParts(deliveryWindow.earliest),
    end: dateParts(addDays(deliveryWindow.latest, 1)),
    created: now.getTime(),
    busyStatus: 'FREE',
  };
}

/** Letter 1 leaves on one of some days (rules/fulfilment 20). */
function mailingWords(mailingDay: CalendarDate, { earliest, latest }: DateWindow): string {
  if (earliest === latest) return `Mailing day ${formatDate(mailingDay)}`;
  return `Mailing days ${formatDate(earliest)} to ${formatDate(latest)}`;
}

function dateParts(date: CalendarDate): [number, number, number] {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return [year, month, day];
}
