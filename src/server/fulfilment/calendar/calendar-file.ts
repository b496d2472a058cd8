import type { CommerceHandler } from '../../commerce/context.ts';
import type { EventAttributes } from 'ics';
import type { getCalendarFile } from '../../../contract/letters.ts';
import { addDays, type CalendarDate, daysBetween, formatDate } from '../../../domain/calendar-date.ts';
import type { CalendarLetter } from '../../../domain/letter-calendar.ts';
import { seasonInProse } from '../../../../seasons/shelf.ts';
import { LETTERS_PER_SEASON } from '../../../domain/season.ts';
import { readOwnLetters, shownCalendar } from './calendar.ts';
import type { LetterCopy } from './copies.ts';

export const handleGetCalendarFile: CommerceHandler<typeof getCalendarFile> = async ({ ctx, user, params }) => {
  const letters = await readOwnLetters(ctx, user.userId, params.id);
  const { subscription, copies } = letters;
  const now = ctx.clock.now();
  const isCut = subscription.giftId !== null && subscription.status === 'cancelled';
  const host = new URL(ctx.config.siteUrl).hostname;
  const dated = shownCalendar(letters).filter(({ mailedElsewhere }) => !mailedElsewhere);
  const { createEvents } = await import('ics');
  const { error, value } = createEvents(
    dated.map((row) => {
      const copy = copies.find(({ letter }) => letter === row.letter);
      return { uid: `${subscription.id}-${row.letter}@${host}`, created: now.getTime(), ...eventOf(row, copy, isCut) };
    }),
    { productId: 'dead-letter-club', calName: `The Dead Letter Club: ${seasonInProse(subscription.seasonName)}` },
  );
  if (!value) throw error ?? new Error('The calendar came out empty.');
  return { fileName: 'dead-letter-club.ics', content: value };
};

const LONGEST_ENTRY_DAYS = 7;

/** For a letter that is mailed again, the days are those of its copy (rules/fulfilment 51). */
function eventOf(row: CalendarLetter, copy: LetterCopy | undefined, isCut: boolean): EventAttributes {
  const { earliest, latest } = (copy ?? row).deliveryWindow;
  // Mail abroad takes weeks: an entry for the whole window would overlap the entries of the next letters.
  const isLong = daysBetween(earliest, latest) > LONGEST_ENTRY_DAYS;
  return {
    title: `Letter ${row.letter}${isCut ? '' : ` of ${LETTERS_PER_SEASON}`} ${isLong ? 'may arrive from this day on' : 'expected'}`,
    description: [
      copy === undefined ? leavingWords(row) : `We plan to mail a replacement on ${formatDate(copy.leavesOn)}.`,
      ...(isLong ? [`Expected ${formatDate(earliest)} to ${formatDate(latest)}.`] : []),
    ].join(' '),
    start: dateParts(earliest),
    end: dateParts(addDays(isLong ? earliest : latest, 1)),
    busyStatus: 'FREE',
  };
}

function leavingWords(row: CalendarLetter): string {
  const { handedOverOn, addressChangeUntil } = row;
  if (handedOverOn !== null) return `Mailed on ${formatDate(handedOverOn)}.`;
  const change =
    addressChangeUntil === null ? '' : ` You can change its address until ${formatDate(addressChangeUntil)}.`;
  return `${mailingWords(row)}.${change}`;
}

/** Letter 1 can be mailed on any of several days (rules/fulfilment 20). */
function mailingWords({ handOver: { earliest, latest }, early }: CalendarLetter): string {
  if (earliest !== latest) return `We plan to mail it between ${formatDate(earliest)} and ${formatDate(latest)}`;
  const day = `We plan to mail it on ${formatDate(latest)}`;
  return early === null ? day : `${day}, ${early}`;
}

function dateParts(date: CalendarDate): [number, number, number] {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return [year, month, day];
}
