import { postalAddress } from '../../../contract/addresses.ts';
import {
  calendarLetter,
  type getLetters,
  hold,
  type LettersReply,
  temporaryAddress,
} from '../../../contract/letters.ts';
import { type CalendarDate, newYorkDate } from '../../../domain/calendar-date.ts';
import { type CalendarLetter, letterCalendar } from '../../../domain/letter-calendar.ts';
import { isPaid } from '../../../domain/letter-plan.ts';
import { serviceThrough } from '../../../domain/mailing-calendar.ts';
import type { Sighting } from '../../../domain/sightings.ts';
import { MONTHS_PER_SEASON } from '../../../domain/season.ts';
import type { CommerceContext, CommerceHandler } from '../../commerce/context.ts';
import type { FrozenAddress } from '../../customers/schema.ts';
import type { Db } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/api-error.ts';
import { present } from '../../platform/http/present.ts';
import { hasEndedForGood, lettersHeldBy, type Subscription } from '../../commerce/subscriptions/queries.ts';
import { againOf, copiesOf, type LetterAgain, type LetterCopy } from './copies.ts';
import {
  findReadLetterFacts,
  type Hold,
  type LetterFacts,
  listLetterFacts,
  listReadLetterFacts,
  type OwnPiece,
  type TemporaryAddress,
} from './queries.ts';

export interface Letters {
  readonly subscription: Subscription;
  /** Until the end of the season, or of the paid months after a cancellation. */
  readonly calendar: readonly CalendarLetter[];
  readonly paidFor: readonly CalendarLetter[];
  readonly pieces: readonly OwnPiece[];
  readonly holds: readonly Hold[];
  /** The last letter if all holds were removed. */
  readonly lastUnheld: number;
  readonly temporaryAddresses: readonly TemporaryAddress[];
  readonly usualAddress: FrozenAddress;
  readonly copies: readonly LetterCopy[];
  /** The letters that can be reported missing. */
  readonly again: readonly LetterAgain[];
  readonly isSentAgain: boolean;
}

export const handleGetLetters: CommerceHandler<typeof getLetters> = async ({ ctx, user, params }) => {
  return await presentOwnLetters(ctx, user.userId, params.id);
};

/** @throws ApiError not_found */
export async function presentOwnLetters(ctx: CommerceContext, userId: string, id: string): Promise<LettersReply> {
  return presentLetters(await readOwnLetters(ctx, userId, id));
}

/** @throws ApiError not_found */
export async function readOwnLetters(ctx: CommerceContext, userId: string, id: string): Promise<Letters> {
  const now = ctx.clock.now();
  const facts = orNotFound(await findReadLetterFacts(ctx.db, { userId, id }, newYorkDate(now)), 'subscription');
  return shownToReader(facts, now);
}

/** The letters of each season that a user reads: their own, and gifts that they claimed. */
export async function presentReadLetters(ctx: CommerceContext, userId: string) {
  const now = ctx.clock.now();
  const all = await listReadLetterFacts(ctx.db, userId, newYorkDate(now));
  return all.map((facts) => ({
    subscriptionId: facts.subscription.id,
    calendar: presentLetters(shownToReader(facts, now)),
  }));
}

/** Leaves out addresses, which the reader of a gift must not see. */
function shownToReader(facts: LetterFacts, now: Date): Letters {
  const letters = lettersOf(facts, now);
  return facts.subscription.giftId === null ? letters : withoutAddresses(letters);
}

function withoutAddresses(letters: Letters): Letters {
  const calendar = letters.calendar.map((letter) => ({ ...letter, addressChangeUntil: null }));
  return { ...letters, calendar, holds: [], temporaryAddresses: [] };
}

export async function readLetters(db: Db, subscription: Subscription, now: Date): Promise<Letters> {
  const [letters] = await readLettersOf(db, [subscription], now);
  if (letters === undefined) throw new Error(`There is no subscription ${subscription.id}.`);
  return letters;
}

export async function readLettersOf(db: Db, subscriptions: readonly Subscription[], now: Date): Promise<Letters[]> {
  return (await listLetterFacts(db, subscriptions, newYorkDate(now))).map((facts) => lettersOf(facts, now));
}

function lettersOf(read: LetterFacts, now: Date): Letters {
  const { subscription, usualAddress, pieces, holds, temporaryAddresses: addresses, reships } = read;
  const today = newYorkDate(now);
  const { serviceStart, status } = subscription;
  const { monthsPaid } = read;
  const overrides = read.holidays;
  const isRefunded = hasEndedForGood(subscription);
  const facts = {
    serviceStart,
    destination: usualAddress,
    destinationOf: (letter: number) => addressOf({ pieces, temporaryAddresses: addresses, usualAddress }, letter),
    today,
    overrides,
    pieces,
    holds,
    reships: isRefunded ? [] : reships,
    monthsPaid: status === 'cancelled' ? monthsPaid : MONTHS_PER_SEASON,
  };
  const planned = letterCalendar(facts);
  const calendar = isRefunded ? planned.filter(hasLeft).map(withoutReplacement) : planned;
  const unheld = holds.length === 0 || isRefunded ? calendar : letterCalendar({ ...facts, holds: [] });
  const paid = { monthsPaid, serviceThrough: serviceThrough(serviceStart, monthsPaid) };
  const copyFacts = copyFactsOf(read, today);
  const missable = calendar.filter(({ canReportMissing }) => canReportMissing).map(({ letter }) => letter);
  const areCopiesSent = sendsCopies(subscription);
  return {
    subscription,
    calendar,
    paidFor: calendar.filter(
      ({ state, letter, mailingDay }) => state !== 'planned' || isPaid(letter, mailingDay, paid),
    ),
    pieces,
    holds,
    lastUnheld: lastOf(unheld),
    usualAddress,
    copies: areCopiesSent
      ? copiesOf({ ...copyFacts, reships: reships.filter(({ state }) => state !== 'refused') })
      : [],
    again: areCopiesSent ? againOf(missable, copyFacts, now) : [],
    temporaryAddresses: addresses,
    isSentAgain: read.isSentAgain,
  };
}

function copyFactsOf(read: LetterFacts, today: CalendarDate) {
  const { pieces, holds, holidays: overrides, temporaryAddresses, usualAddress } = read;
  const addressOf = (letter: number) => elsewhereFor(temporaryAddresses, letter)?.address ?? usualAddress;
  return { pieces, holds, overrides, today, addressOf };
}

/** While a dispute is open, no day can be given for a copy. */
function sendsCopies(subscription: Subscription): boolean {
  return !hasEndedForGood(subscription) && subscription.disputeHeldAt === null;
}

/** When and to which address a letter would be mailed again; null if none is mailed now. */
export async function readLetterAgain(
  db: Db,
  subscription: Subscription,
  letter: number,
  now: Date,
): Promise<LetterAgain | null> {
  if (!sendsCopies(subscription)) return null;
  const today = newYorkDate(now);
  const [facts] = await listLetterFacts(db, [subscription], today);
  if (facts === undefined) return null;
  return againOf([letter], copyFactsOf(facts, today), now)[0] ?? null;
}

function lastOf(calendar: readonly CalendarLetter[]): number {
  return calendar.at(-1)?.letter ?? 0;
}

function withoutReplacement(letter: CalendarLetter): CalendarLetter {
  return { ...letter, canReportMissing: false, refused: true };
}

function hasLeft({ handedOverOn }: CalendarLetter): boolean {
  return handedOverOn !== null;
}

export function shownCalendar({ subscription, calendar }: Letters): readonly CalendarLetter[] {
  return subscription.disputeHeldAt === null ? calendar : calendar.filter(hasLeft);
}

function heldOf({ subscription }: Letters): LettersReply['held'] {
  if (subscription.refundRequestedAt !== null) return null;
  const held = lettersHeldBy(subscription);
  if (held === null || subscription.giftId === null) return held;
  return held === 'lost' ? 'gift_ended' : 'gift';
}

function presentLetters(letters: Letters): LettersReply {
  const { copies, again } = letters;
  return {
    letters: shownCalendar(letters).map((row) => {
      const copy = copies.find(({ letter }) => letter === row.letter);
      const lost = again.find(({ letter }) => letter === row.letter);
      return present(calendarLetter, {
        ...row,
        copy: copy === undefined ? null : { ...copy, address: shownTo(letters, copy.address) },
        again: lost === undefined ? null : { ...lost, address: shownTo(letters, lost.address) },
        lastSeen: sightingOf(letters, row),
      });
    }),
    ...standingChanges(letters),
    next: nextLetter(letters),
    held: heldOf(letters),
    missingIsLookedInto: letters.isSentAgain,
  };
}

/** Holds and temporary addresses that still affect a letter (rules/fulfilment 83). */
function standingChanges({ calendar, copies, holds, lastUnheld, temporaryAddresses }: Letters) {
  const open = calendar.filter(({ addressChangeUntil }) => addressChangeUntil !== null).map(({ letter }) => letter);
  // A hold from the next letter on keeps back copies too.
  const last = Math.max(lastOf(calendar) + (copies.length > 0 ? 1 : 0), lastUnheld);
  return {
    holds: holds.filter(({ fromLetter }) => fromLetter <= last).map((row) => present(hold, row)),
    temporaryAddresses: temporaryAddresses
      .map((row) => ({ ...row, letters: open.filter((letter) => elsewhereFor(temporaryAddresses, letter) === row) }))
      .filter(({ letters }) => letters.length > 0)
      .map((row) => present(temporaryAddress, row)),
  };
}

/** A scan never means that a letter has arrived (rules/fulfilment 72). */
function sightingOf({ pieces }: Letters, { letter, state }: CalendarLetter): Sighting | null {
  if (state !== 'in_the_post' && state !== 'overdue') return null;
  return pieces.findLast((piece) => piece.letter === letter && piece.handedOverOn !== null)?.lastSeen ?? null;
}

function nextLetter(letters: Letters): LettersReply['next'] {
  const next = shownCalendar(letters).find((letter) => !hasLeft(letter));
  if (next === undefined) return null;
  const isWritten = letters.pieces.some(({ letter }) => letter === next.letter);
  if (!isWritten && next.addressChangeUntil === null) return { letter: next.letter, address: null };
  const address = shownTo(letters, addressOf(letters, next.letter));
  return { letter: next.letter, address: address && present(postalAddress, address) };
}

function shownTo({ subscription }: Letters, address: FrozenAddress): FrozenAddress | null {
  return subscription.giftId === null ? address : null;
}

type Destinations = Pick<Letters, 'pieces' | 'temporaryAddresses' | 'usualAddress'>;

function addressOf({ pieces, temporaryAddresses, usualAddress }: Destinations, letter: number): FrozenAddress {
  const sealed = pieces.findLast((piece) => piece.letter === letter);
  return sealed?.address ?? elsewhereFor(temporaryAddresses, letter)?.address ?? usualAddress;
}

export function elsewhereFor(addresses: readonly TemporaryAddress[], letter: number): TemporaryAddress | undefined {
  return addresses.findLast(({ fromLetter, toLetter }) => fromLetter <= letter && letter <= toLetter);
}
