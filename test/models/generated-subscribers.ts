import * as fc from 'fast-check';
import { addDays, addMonths, type CalendarDate } from '../../src/domain/calendar-date.ts';
import { SHIPPING_COUNTRIES } from '../../src/domain/countries.ts';
import { addBusinessDays } from '../../src/domain/holidays.ts';
import { handOverDay, nextMailingDays } from '../../src/domain/mailing-calendar.ts';
import { PLAN_TYPES } from '../../src/domain/plans.ts';
import type { LedgerPiece } from './received-letters.ts';

/** What a hold is asked about is asked as of this instant. */
export const AS_OF = new Date('2026-11-11T05:00:00.000Z');

/** A letter in the ledger, as it was drawn. */
interface GeneratedPiece extends LedgerPiece {
  readonly attempt: number;
  readonly nominalOn: CalendarDate;
}

export type GeneratedSubscriber = typeof anySubscriber extends fc.Arbitrary<infer Drawn> ? Drawn : never;

const MAILING_DAYS = nextMailingDays('2025-01-01', 24 * 23);
const FIRST_ASKED = MAILING_DAYS.findIndex((day) => day >= '2026-02-01');

const oneIn = (times: number) => fc.integer({ min: 1, max: times }).map((drawn) => drawn === 1);
const anyCountry = fc.oneof(fc.constant('US'), fc.constantFrom(...SHIPPING_COUNTRIES));
const anyLetter = fc.integer({ min: 1, max: 24 });
const daysAround = (min: number, max: number) => fc.integer({ min, max });

const anyTemporaryAddress = fc
  .record({ fromLetter: anyLetter, length: daysAround(0, 6), country: anyCountry })
  .map(({ fromLetter, length, country }) => ({ fromLetter, toLetter: Math.min(24, fromLetter + length), country }));

const secondsAround = (min: number, max: number) =>
  fc.integer({ min, max }).map((seconds) => new Date(AS_OF.getTime() + seconds * 1000));

const anyHold = (friday: CalendarDate) =>
  fc.record({
    fromLetter: fc.oneof(fc.constant(1), anyLetter),
    resumeOn: daysAround(-9, 30).map((days) => addDays(friday, days)),
    createdAt: secondsAround(-2, 1),
    liftedAt: fc.oneof(fc.constant(null), secondsAround(-1, 1)),
  });

/** So many months paid, ending on the day asked about or next to it, with two letters a month mailed or one more. */
const anyEdge = fc.record({
  months: fc.oneof({ weight: 5, arbitrary: daysAround(1, 3) }, { weight: 1, arbitrary: daysAround(4, 12) }),
  endsAfter: daysAround(-2, 2),
  more: fc.integer({ min: 0, max: 1 }),
});

const anyPieces = fc.record({
  /** Letters in the ledger, as far as there have been days for them. */
  letters: fc.oneof(
    { weight: 16, arbitrary: fc.integer({ min: 0, max: 5 }) },
    { weight: 1, arbitrary: fc.integer({ min: 8, max: 23 }) },
    { weight: 1, arbitrary: fc.constant(24) },
  ),
  firstAfter: daysAround(1, 12),
  /** The state of the newest letter, when its run has not been handed over. */
  newest: fc.constantFrom(null, null, 'waiting' as const, 'set_aside' as const, 'frozen' as const),
  troubled: fc.array(fc.record({ letter: anyLetter, state: fc.constantFrom('lost' as const, 'returned' as const) }), {
    maxLength: 2,
  }),
  confirmed: fc.array(anyLetter, { maxLength: 2 }),
  resent: fc.array(
    fc.record({
      letter: anyLetter,
      state: fc.constantFrom('set_aside' as const, 'frozen' as const, 'handed_over' as const, 'lost' as const),
      after: daysAround(1, 30),
    }),
    { maxLength: 1 },
  ),
});

/** The day for which the rules are asked, by which letters have come, and what lies about it. */
const anyTurn = fc.record({
  friday: fc.constantFrom(...MAILING_DAYS.slice(FIRST_ASKED, FIRST_ASKED + 24 * 20)),
  edge: fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: anyEdge }),
});

/** Every status, plan, country and state of a piece, over twenty years of start dates, with the days on which a rule turns. */
export const anySubscriber = anyTurn
  .chain(({ friday, edge }) =>
    fc.record({
      friday: fc.constant(friday),
      edge: fc.constant(edge),
      startedBefore: fc.oneof(daysAround(-3, 120), daysAround(-3, 420)),
      status: fc.constantFrom('active', 'active', 'past_due', 'cancelled', 'cancelled', 'completed'),
      planType: fc.constantFrom(...PLAN_TYPES),
      country: anyCountry,
      isGift: oneIn(4),
      refunded: oneIn(8),
      disputed: oneIn(8),
      /** Null: half as many as letters, where paying turns. */
      paid: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 13 })),
      unpaid: fc.array(fc.constantFrom('open', 'void', 'uncollectible', 'draft'), { maxLength: 2 }),
      holds: fc.array(anyHold(friday), { maxLength: 2 }),
      temporaryAddresses: fc.array(anyTemporaryAddress, { maxLength: 2 }),
      ledger: anyPieces,
    }),
  )
  .map(({ edge, startedBefore, paid, unpaid, ledger, ...plain }) => {
    const { friday, temporaryAddresses } = plain;
    const serviceStart = edge
      ? addDays(addMonths(friday, -edge.months), edge.endsAfter)
      : addDays(friday, -startedBefore);
    const countryOf = (letter: number) =>
      temporaryAddresses.findLast(({ fromLetter, toLetter }) => fromLetter <= letter && letter <= toLetter)?.country ??
      plain.country;
    const letters = edge ? Math.min(24, 2 * edge.months + edge.more) : ledger.letters;
    const paidCount = edge?.months ?? paid ?? Math.floor(letters / 2);
    const invoices = [...Array<string>(paidCount).fill('paid'), ...unpaid];
    const pieces = ledgerOf({ ...ledger, letters }, serviceStart, friday, countryOf);
    return { ...plain, serviceStart, invoices, pieces };
  });

type DrawnLedger = typeof anyPieces extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** Letters 1, 2, … in order, as runs leave them: only the newest may not be in the post. */
function ledgerOf(
  { letters, firstAfter, newest, troubled, confirmed, resent }: DrawnLedger,
  serviceStart: CalendarDate,
  friday: CalendarDate,
  countryOf: (letter: number) => string,
): GeneratedPiece[] {
  const days = mailedDays(addDays(serviceStart, firstAfter), letters, friday);
  const firsts = days.map((nominalOn, index): GeneratedPiece => {
    const letter = index + 1;
    const base = { letter, attempt: 1, nominalOn, country: countryOf(letter) };
    if (letter === days.length && newest !== null)
      return { ...base, state: newest, handedOverOn: null, confirmed: false };
    const state = troubled.find((trouble) => trouble.letter === letter)?.state ?? 'handed_over';
    const handedOverOn = letter === 1 ? nominalOn : handOverDay(nominalOn);
    return { ...base, state, handedOverOn, confirmed: confirmed.includes(letter) };
  });
  const again = resent
    .filter(({ letter }) => (firsts[letter - 1]?.handedOverOn ?? null) !== null)
    .map(({ letter, state, after }): GeneratedPiece => {
      const nominalOn = addBusinessDays(friday, -after);
      const handedOverOn = state === 'handed_over' || state === 'lost' ? nominalOn : null;
      const base = { letter, attempt: 2, nominalOn, country: countryOf(letter) };
      return { ...base, state, handedOverOn, confirmed: after % 5 === 0 };
    });
  return [...firsts, ...again];
}

/** Letter 1 on `first`, and from a week later one on each mailing day until `friday`, that day included. */
function mailedDays(first: CalendarDate, letters: number, friday: CalendarDate): CalendarDate[] {
  if (letters === 0 || first >= friday) return [];
  const from = MAILING_DAYS.findIndex((day) => day >= addDays(first, 7));
  const fridays = MAILING_DAYS.slice(from, from + letters - 1).filter((day) => day <= friday);
  return [first, ...fridays];
}
