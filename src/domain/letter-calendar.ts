import { addDays, type CalendarDate, type DateWindow, laterOf } from './calendar-date.ts';
import { type MailedLetter, schedule, type ScheduledLetter, type ScheduleFacts } from './letter-plan.ts';

/** One row of the ledger, as its subscriber's calendar needs it. */
export interface CalendarPiece {
  readonly letter: number;
  readonly attempt: number;
  readonly state: 'waiting' | 'set_aside' | 'frozen' | 'handed_over' | 'lost' | 'returned';
  readonly nominalOn: CalendarDate;
  /** The day on which its run goes to the post; null for what was posted before there were runs. */
  readonly dueOn: CalendarDate | null;
  readonly handedOverOn: CalendarDate | null;
  /** When it should lie on the mat; null until the post has it. */
  readonly deliveryWindow: DateWindow | null;
  readonly confirmed: boolean;
}

export interface CalendarFacts extends Omit<ScheduleFacts, 'mailed'> {
  readonly pieces: readonly CalendarPiece[];
  /** Letters that somebody has asked to be sent again, and that have not been posted since. */
  readonly reships: readonly { readonly letter: number; readonly decided: boolean }[];
}

export type LetterState =
  | 'planned'
  /** Addressed and sealed: nothing about it changes any more. */
  | 'frozen'
  | 'in_the_post'
  /** Its window has only just passed: it should have come, and its reader is asked. */
  | 'overdue'
  /** Its reader says so, or its window passed long enough ago and nobody missed it. */
  | 'arrived'
  | 'lost'
  | 'returned'
  /** To be sent again; `asked` while an operator has not decided. */
  | 'sending_again'
  | 'asked';

export interface CalendarLetter extends Pick<
  ScheduledLetter,
  'letter' | 'mailingDay' | 'handOver' | 'deliveryWindow' | 'freezesAt'
> {
  readonly state: LetterState;
  /** The last day on which its address can be changed; null once it no longer can. */
  readonly addressChangeUntil: CalendarDate | null;
  /** The day the post took it, in its newest attempt. */
  readonly handedOverOn: CalendarDate | null;
  readonly canConfirm: boolean;
  readonly canReportMissing: boolean;
}

/** A subscriber's own calendar: what has been mailed, what lies in the sorting office, and what is still to come. */
export function letterCalendar(facts: CalendarFacts): readonly CalendarLetter[] {
  const firsts = facts.pieces.filter(({ attempt }) => attempt === 1).sort((a, b) => a.letter - b.letter);
  const plan = schedule({ ...facts, mailed: firsts.map((piece) => leaving(piece, facts.today)) });
  return plan.map((scheduled) => calendarLetter(scheduled, facts));
}

/** What lies in the sorting office leaves with its run, or today when that is overdue. */
function leaving({ letter, nominalOn, dueOn, handedOverOn }: CalendarPiece, today: CalendarDate): MailedLetter {
  return { letter, mailingDay: nominalOn, handedOverOn: handedOverOn ?? laterOf(dueOn ?? today, today) };
}

function calendarLetter(scheduled: ScheduledLetter, facts: CalendarFacts): CalendarLetter {
  const { letter, mailingDay, handOver, freezesAt, addressChangeUntil } = scheduled;
  const attempts = facts.pieces.filter((piece) => piece.letter === letter).sort((a, b) => b.attempt - a.attempt);
  const newest = attempts[0];
  const sent = attempts.find(({ handedOverOn }) => handedOverOn !== null);
  const state = stateOf(newest, facts);
  const isConfirmed = attempts.some(({ confirmed }) => confirmed);
  return {
    letter,
    mailingDay,
    handOver,
    deliveryWindow: sent?.deliveryWindow ?? scheduled.deliveryWindow,
    freezesAt,
    addressChangeUntil: newest === undefined && facts.today <= addressChangeUntil ? addressChangeUntil : null,
    state,
    handedOverOn: sent?.handedOverOn ?? null,
    canConfirm: sent !== undefined && state !== 'arrived' && !isConfirmed,
    // However long ago: a letter that is only taken to have come may still be missed.
    canReportMissing: state === 'overdue' || (state === 'arrived' && !isConfirmed),
  };
}

function stateOf(newest: CalendarPiece | undefined, { reships, today }: CalendarFacts): LetterState {
  if (newest === undefined) return 'planned';
  const reship = reships.find(({ letter }) => letter === newest.letter);
  if (reship !== undefined) return reship.decided ? 'sending_again' : 'asked';
  if (newest.confirmed) return 'arrived';
  return newest.state === 'handed_over' ? stateInTransit(newest, today) : SHOWN_STATE[newest.state];
}

/** So many days after its window a letter is still asked about: time for its reader to come home, and for the one after it to come. */
const ASKED_ABOUT_DAYS = 28;

function stateInTransit(piece: CalendarPiece, today: CalendarDate): LetterState {
  if (!hasWindowPassed(piece, today)) return 'in_the_post';
  return hasWindowPassed(piece, addDays(today, -ASKED_ABOUT_DAYS)) ? 'arrived' : 'overdue';
}

const SHOWN_STATE = {
  waiting: 'planned',
  set_aside: 'frozen',
  frozen: 'frozen',
  lost: 'lost',
  returned: 'returned',
} as const satisfies Record<Exclude<CalendarPiece['state'], 'handed_over'>, LetterState>;

/** Whether it should have come by now. */
export function hasWindowPassed(
  { deliveryWindow }: Pick<CalendarPiece, 'deliveryWindow'>,
  today: CalendarDate,
): boolean {
  return deliveryWindow !== null && deliveryWindow.latest < today;
}
