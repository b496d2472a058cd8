import type { LettersReply } from '../../../contract/letters.ts';
import type { DeliveryReply } from '../../../contract/subscriptions.ts';
import { envelopeLines, storedAddress } from '../../../domain/envelope.ts';
import { capital, copiesGoThere, lettersFromTo } from '../../../domain/letters-in-words.ts';
import { placeInWords } from '../../../domain/sightings.ts';
import { calendarDate, type DateWindow, formatDate, windowInWords } from '../../../domain/calendar-date.ts';
import type { AddressLines } from '../address/address-form.ts';

export type CalendarLetter = LettersReply['letters'][number];

export const STATE_WORDS = {
  planned: 'Planned',
  frozen: 'Being prepared',
  in_the_post: 'In the mail',
  overdue: 'Should have arrived',
  arrived: 'Arrived',
  lost: 'Lost',
  returned: 'Returned to us',
  sending_again: 'Being mailed again',
  asked: 'We’re looking into it',
} as const satisfies Record<CalendarLetter['state'], string>;

const SHORT = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'medium' });

const DAYS = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' });

export function shortDate(date: string): string {
  return SHORT.format(noonOf(date));
}

export function shortDay(date: string): string {
  return DAYS.format(noonOf(date));
}

/** 'Dec 13–16' or 'Dec 29–Jan 6', short enough for a phone. */
export function shortSpan({ earliest, latest }: CalendarLetter['deliveryWindow']): string {
  if (earliest === latest) return shortDay(earliest);
  const isOneMonth = earliest.slice(0, 7) === latest.slice(0, 7);
  return `${shortDay(earliest)}–${isOneMonth ? Number(latest.slice(8)) : shortDay(latest)}`;
}

const LONG = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'long' });

/** For example 'December 13 – 16, 2026'. */
export function longSpan({ earliest, latest }: CalendarLetter['deliveryWindow']): string {
  return LONG.formatRange(noonOf(earliest), noonOf(latest));
}

/** The day shown is the real day of mailing, even if a holiday moved it (rules/fulfilment 85). */
export function mailingDays({ handOver }: Pick<CalendarLetter, 'handOver'>) {
  const { earliest, latest } = handOver;
  return {
    count: earliest === latest ? 1 : 2,
    short: shortSpan(handOver),
    medium: SHORT.formatRange(noonOf(earliest), noonOf(latest)),
    long: longSpan(handOver),
  };
}

function noonOf(date: string): Date {
  return new Date(`${date}T12:00:00Z`);
}

export function longDate(date: string): string {
  return formatDate(calendarDate(date));
}

export function firstLetterFact(window: CalendarLetter['deliveryWindow']) {
  return { term: 'First letter', detail: `Mailed ${windowInWords(window as DateWindow)}` };
}

/** The same number as in the progress bar (rules/subscriptions 19). */
export function comeWords(come: readonly CalendarLetter[]): string {
  const isSure = come.every(({ state }) => state === 'arrived');
  if (come.length === 1) return `Letter ${come[0]?.letter} ${isSure ? 'has' : 'should have'} arrived`;
  return `${capital(spanOf(come))} ${isSure ? 'have' : 'should have'} arrived`;
}

/** 'letters 1 to 5', or '4 letters' if one between them is missing. */
export function spanOf(letters: readonly CalendarLetter[]): string {
  const [first, last] = [letters[0]?.letter ?? 0, letters.at(-1)?.letter ?? 0];
  return last - first >= letters.length ? `${letters.length} letters` : lettersFromTo(first, last);
}

export function placeOf({ addressLine1, city }: { addressLine1: string; city: string }): string {
  return `${addressLine1}, ${city}`;
}

/** For example 'Scanned by the post office in Portland, Maine, on Nov 28'. */
export function seenInWords(seen: NonNullable<CalendarLetter['lastSeen']>): string {
  return `Scanned by the post office in ${placeInWords(seen)}${seen.state === '' ? '' : ','} on ${shortDay(seen.on)}`;
}

export function reachWords(
  delivery: DeliveryReply | undefined,
  first: (letter: number, handedOverBy: string) => string,
): string {
  if (delivery === undefined) return 'Letters that are already addressed keep the old address.';
  const { firstLetter, elsewhere, copies } = delivery;
  const none = elsewhere
    ? 'All remaining letters go to the temporary addresses you gave us, not to a new address you enter here.'
    : `It’s too late to change the address of any ${copies.length > 0 ? 'other ' : ''}letter.`;
  const copiesGo = copiesGoThere(copies);
  if (firstLetter === null) return [...copiesGo, none].join(' ');
  return [first(firstLetter.letter, longDate(firstLetter.handOver.latest)), ...copiesGo].join(' ');
}

/** From which letter on an address applies, if that isn't the next letter (rules/subscriptions 41). */
export function fromWords(reply: LettersReply, usual: AddressLines): readonly string[] {
  const { next } = reply;
  if (next === null || (next.address !== null && isSame(next.address, usual))) return [];
  const open = changeable(reply);
  const first = firstToUsual(reply);
  const isSealed = open[0]?.letter !== next.letter;
  return [
    ...(first === undefined ? [] : [`We mail to this address from letter ${first.letter} on.`]),
    ...(first === undefined && open.length > 0
      ? ['No letters go to this address for now: the remaining letters go to temporary addresses.']
      : []),
    ...(isSealed ? [sealedWords(next)] : []),
  ];
}

function sealedWords({ letter, address }: NonNullable<LettersReply['next']>): string {
  if (address === null) return `It’s too late to change the address of letter ${letter}.`;
  return `Letter ${letter} is already addressed to ${placeOf(address)}.`;
}

function isSame(one: AddressLines, other: AddressLines): boolean {
  const [written, usual] = [one, other].map((address) => envelopeLines(storedAddress(address)).join('\n'));
  return written === usual;
}

/** The first letter that a copy can still be mailed with. */
export function nextWithCopy({ letters }: LettersReply, { again }: CalendarLetter): number | null {
  const leaves = again?.withNext ?? '';
  return letters.find(({ state, handOver }) => state === 'planned' && leaves <= handOver.latest)?.letter ?? null;
}

/** What happens to a copy after the user says "It arrived" (rules/fulfilment 84). */
export function copyWords({ state, copy }: CalendarLetter, hadCopy: boolean): string | null {
  if (state !== 'arrived') return null;
  if (copy !== null) return 'The replacement is already addressed and will arrive too. Keep both.';
  return hadCopy ? 'We won’t mail the replacement.' : null;
}

export function changeable({ letters }: LettersReply): readonly CalendarLetter[] {
  return letters.filter(({ addressChangeUntil }) => addressChangeUntil !== null);
}

export function firstToUsual(reply: LettersReply): CalendarLetter | undefined {
  return changeable(reply).find(({ letter }) => goesToUsual(reply, letter));
}

export function goesToUsual({ temporaryAddresses }: LettersReply, letter: number): boolean {
  return temporaryAddresses.every(({ letters }) => !letters.includes(letter));
}

export function lastLetterWords({ letters }: LettersReply): string {
  const last = letters.findLast(({ handedOverOn }) => handedOverOn === null);
  return last === undefined
    ? ''
    : ` The mailing day of the last letter, letter ${last.letter}, is now ${mailingDays(last).long}.`;
}
