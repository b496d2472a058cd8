import { MOST_COUNTED } from '../../../../contract/operator/constants.ts';
import type { PieceReply, RunReply } from '../../../../contract/operator/fulfilment.ts';
import { ADDRESS_DOUBTS } from '../../../../domain/envelope.ts';
import { calendarDate, formatDate } from '../../../../domain/calendar-date.ts';
import { RETURN_REASONS } from '../../../../domain/return-reasons.ts';
import { EXCLUSIONS } from '../../../../domain/run-exclusions.ts';

export function runTitle({ kind, nominalOn }: Pick<RunReply, 'kind' | 'nominalOn'>): string {
  return `${kind === 'friday' ? 'Letters' : 'First letters'} of ${dayInWords(nominalOn)}`;
}

export function dayInWords(day: string): string {
  return formatDate(calendarDate(day));
}

const DAY_PARTS = { month: 'short', day: 'numeric', year: 'numeric' } as const;
const SHORT_DATE = new Intl.DateTimeFormat('en-US', { ...DAY_PARTS, timeZone: 'America/New_York' });
const CALENDAR_DAY = new Intl.DateTimeFormat('en-US', { ...DAY_PARTS, timeZone: 'UTC' });

/** For example 'Nov 21', in New York, or 'Nov 21, 2025' for a day of another year. */
export function shortDayOf(instant: string): string {
  return withoutThisYear(SHORT_DATE.format(new Date(instant)));
}

const TIME = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', hour: 'numeric', minute: '2-digit' });

/** For example 'Nov 21, 1:49 PM', in New York. */
export function shortMoment(instant: string): string {
  return `${shortDayOf(instant)}, ${TIME.format(new Date(instant))}`;
}

/** Like `shortDayOf`, for calendar dates. */
export function shortDay(day: string): string {
  return withoutThisYear(CALENDAR_DAY.format(new Date(day)));
}

function withoutThisYear(date: string): string {
  const [day, year] = date.split(/, (?=\d{4}$)/);
  return year === SHORT_DATE.format(new Date()).slice(-4) ? (day ?? date) : date;
}

interface GiftState {
  readonly status: string | null;
  readonly announcedAt: string | null;
  readonly claimedAt: string | null;
}

/** For example 'announced Nov 21, not claimed yet'. The status is null until the gift is paid for. */
export function giftState({ status, announcedAt, claimedAt }: GiftState): string {
  if (status === null) return 'not paid yet';
  if (claimedAt !== null) return `claimed ${shortDayOf(claimedAt)}`;
  return announcedAt === null ? 'not announced yet' : `announced ${shortDayOf(announcedAt)}, not claimed yet`;
}

/** For example 'past due' for 'past_due'. */
export function plainWords(state: string): string {
  return state.replaceAll('_', ' ').replace('cancelled', 'canceled');
}

const WEEKDAY = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
});

export function weekdayInWords(day: string): string {
  return WEEKDAY.format(new Date(day));
}

const CLOCK = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** For example 'Nov 21, 2026, 6:15 PM', in New York. */
export function instantInWords(instant: string): string {
  return CLOCK.format(new Date(instant));
}

/** For example 'Nov 21, 2026, 6:15 PM (New York)'. */
export function momentInWords(instant: string): string {
  return `${instantInWords(instant)} (New York)`;
}

const NEW_YORK = 'America/New_York';
const HOURS = new Intl.DateTimeFormat('en-US', {
  timeZone: NEW_YORK,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const SHORT_DAY = new Intl.DateTimeFormat('en-US', { timeZone: NEW_YORK, month: 'short', day: 'numeric' });

/** For example '14:02', or 'Nov 21, 14:02' for another day. */
export function timeInWords(instant: string, now: Date): string {
  const then = new Date(instant);
  const day = SHORT_DAY.format(then);
  return day === SHORT_DAY.format(now) ? HOURS.format(then) : `${day}, ${HOURS.format(then)}`;
}

export const RUN_STATE_WORDS = {
  planned: 'Planned',
  frozen: 'Frozen',
  printed: 'Printed',
  handed_over: 'Handed over',
} as const satisfies Record<RunReply['state'], string>;

export const PIECE_STATE_WORDS = {
  waiting: 'Waits for a renewal',
  set_aside: 'Set aside',
  frozen: 'On the pile',
  handed_over: 'With the post',
  lost: 'Lost',
  returned: 'Came back',
} as const satisfies Record<PieceReply['state'], string>;

/** Of returned letters, as short as a line of a list asks. */
const SHORT_RETURN_REASONS: Readonly<Record<string, string>> = {
  not_known: 'not known there',
  moved: 'moved',
  forwarding_ended: 'moved, forwarding ended',
};

export function shortReason(reason: string): string {
  return lookUp(SHORT_RETURN_REASONS, reason) ?? reasonInWords(reason);
}

export function reasonInWords(reason: string): string {
  return lookUp(RETURN_REASONS, reason) ?? lookUp(ADDRESS_DOUBTS, reason) ?? lookUp(EXCLUSIONS, reason) ?? reason;
}

/** Writes 'print_undone' as 'Print undone'. */
export function eventInWords(event: string): string {
  const words = event.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function lookUp(words: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(words, name) ? words[name] : undefined;
}

const ORDINALS = new Intl.PluralRules('en-US', { type: 'ordinal' });
const ENDINGS: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: 'st', two: 'nd', few: 'rd' };

/** For example 'second', 'third', '4th' or '21st'. */
export function ordinal(number: number): string {
  return ['', 'first', 'second', 'third'][number] || `${number}${ENDINGS[ORDINALS.select(number)] ?? 'th'}`;
}

/** For example '100,000+ letters', for a count that stopped after `MOST_COUNTED`. */
export function countedUpTo(number: number, thing: string, things = `${thing}s`): string {
  return number > MOST_COUNTED ? `${withCommas(MOST_COUNTED)}+ ${things}` : counted(number, thing, things);
}

/** For example '4,269'. */
export function withCommas(number: number): string {
  return number.toLocaleString('en-US');
}

/** For example '1 letter' or '2 letters'. */
export function counted(number: number, thing: string, things = `${thing}s`): string {
  return `${withCommas(number)} ${number === 1 ? thing : things}`;
}
