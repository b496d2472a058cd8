import { type CalendarDate, type DateWindow, laterOf } from './calendar-date.ts';
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
  readonly arrival: DateWindow | null;
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
  | 'arrived'
  | 'lost'
  | 'returned'
  /** To be sent again; `asked` while an operator has not decided. */
  | 'sending_again'
  | 'asked';

export interface CalendarLetter extends Pick<
  ScheduledLetter,
  'letter' | 'mailingDay' | 'handOver' | 'arrival' | 'freezesAt'
> {
  readonly state: LetterState;
  /** The last day on which its address can be changed; null once it no longer can. */
  readonly addressChangeUntil: CalendarDate | null;
  /** The day the post took it, in its newest attempt. */
  readonly postedOn: CalendarDate | null;
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
  const posted = attempts.find(({ handedOverOn }) => handedOverOn !== null);
  const state = stateOf(newest, facts);
  return {
    letter,
    mailingDay,
    handOver,
    arrival: posted?.arrival ?? scheduled.arrival,
    freezesAt,
    addressChangeUntil: newest === undefined && facts.today <= addressChangeUntil ? addressChangeUntil : null,
    state,
    postedOn: posted?.handedOverOn ?? null,
    canConfirm: posted !== undefined && !attempts.some(({ confirmed }) => confirmed),
    canReportMissing: newest !== undefined && state === 'in_the_post' && hasWindowPassed(newest, facts.today),
  };
}

function stateOf(newest: CalendarPiece | undefined, { reships }: CalendarFacts): LetterState {
  if (newest === undefined) return 'planned';
  const reship = reships.find(({ letter }) => letter === newest.letter);
  if (reship !== undefined) return reship.decided ? 'sending_again' : 'asked';
  if (newest.confirmed) return 'arrived';
  return SHOWN_STATE[newest.state];
}

const SHOWN_STATE = {
  waiting: 'planned',
  set_aside: 'frozen',
  frozen: 'frozen',
  handed_over: 'in_the_post',
  lost: 'lost',
  returned: 'returned',
} as const satisfies Record<CalendarPiece['state'], LetterState>;

/** Whether it should have come by now. */
export function hasWindowPassed({ arrival }: Pick<CalendarPiece, 'arrival'>, today: CalendarDate): boolean {
  return arrival !== null && arrival.latest < today;
}
