import { addDays, type CalendarDate, type DateWindow, laterOf } from './calendar-date.ts';
import { businessDayFrom, type HolidayOverrides } from './holidays.ts';
import { earlyInWords, remainingFirstLetterWindow } from './mailing-calendar.ts';
import { type MailedLetter, schedule, type ScheduledLetter, type ScheduleFacts } from './letter-plan.ts';

export interface CalendarPiece {
  readonly letter: number;
  readonly attempt: number;
  readonly state: 'waiting' | 'set_aside' | 'frozen' | 'handed_over' | 'lost' | 'returned';
  readonly nominalOn: CalendarDate;
  readonly dueOn: CalendarDate | null;
  readonly handedOverOn: CalendarDate | null;
  readonly deliveryWindow: DateWindow | null;
  readonly confirmed: boolean;
  /** By another shop, on an unknown day. */
  readonly mailedElsewhere?: boolean;
}

export interface CalendarFacts extends Omit<ScheduleFacts, 'mailed'> {
  readonly pieces: readonly CalendarPiece[];
  readonly reships: readonly CalendarReship[];
}

export interface CalendarReship {
  readonly letter: number;
  readonly state: 'asked' | 'approved' | 'refused';
  readonly attempt: number;
}

export type LetterState =
  | 'planned'
  | 'frozen'
  | 'in_the_post'
  | 'overdue'
  | 'arrived'
  | 'lost'
  | 'returned'
  /** The letter will be mailed again; `asked` means that an operator must decide first. */
  | 'sending_again'
  | 'asked';

export interface CalendarLetter extends Pick<
  ScheduledLetter,
  'letter' | 'mailingDay' | 'handOver' | 'deliveryWindow' | 'freezesAt'
> {
  readonly state: LetterState;
  readonly addressChangeUntil: CalendarDate | null;
  readonly handedOverOn: CalendarDate | null;
  readonly mailedElsewhere: boolean;
  readonly early: string | null;
  /** Its reader said that it arrived. */
  readonly confirmed: boolean;
  readonly canConfirm: boolean;
  readonly canReportMissing: boolean;
  /** An operator decided not to mail the letter again (rules/fulfilment 79). */
  readonly refused: boolean;
}

export function letterCalendar(facts: CalendarFacts): readonly CalendarLetter[] {
  const firsts = facts.pieces.filter(({ attempt }) => attempt === 1).sort((a, b) => a.letter - b.letter);
  const plan = schedule({ ...facts, mailed: firsts.map((piece) => leaving(piece, facts)) });
  return plan.map((scheduled) => calendarLetter(scheduled, facts));
}

function leaving(
  { letter, nominalOn, dueOn, handedOverOn }: CalendarPiece,
  { today, overrides }: CalendarFacts,
): MailedLetter {
  return { letter, mailingDay: nominalOn, handedOverOn: handedOverOn ?? sealedLeavesOn(dueOn, today, overrides) };
}

/** The day on which a frozen piece is mailed: its run's day, or the next business day if that has passed. */
export function sealedLeavesOn(
  dueOn: CalendarDate | null,
  today: CalendarDate,
  overrides: HolidayOverrides | undefined,
): CalendarDate {
  return businessDayFrom(laterOf(dueOn ?? today, today), overrides);
}

interface WaitingFirstLetter {
  readonly serviceStart: CalendarDate;
  readonly dueOn: CalendarDate | null;
}

export function firstLetterLeaves(
  { serviceStart, dueOn }: WaitingFirstLetter,
  today: CalendarDate,
  overrides: HolidayOverrides,
): DateWindow {
  if (dueOn === null) return remainingFirstLetterWindow(serviceStart, today, overrides);
  const day = sealedLeavesOn(dueOn, today, overrides);
  return { earliest: day, latest: day };
}

function calendarLetter(scheduled: ScheduledLetter, facts: CalendarFacts): CalendarLetter {
  const { letter, mailingDay, handOver, freezesAt, addressChangeUntil } = scheduled;
  const attempts = facts.pieces.filter((piece) => piece.letter === letter).sort((a, b) => b.attempt - a.attempt);
  const newest = attempts[0];
  const sent = attempts.find(({ handedOverOn }) => handedOverOn !== null);
  const state = stateOf(attempts, facts);
  const confirmed = attempts.some((piece) => piece.confirmed);
  return {
    letter,
    mailingDay,
    handOver,
    deliveryWindow: sent?.deliveryWindow ?? scheduled.deliveryWindow,
    freezesAt,
    addressChangeUntil: newest === undefined && facts.today <= addressChangeUntil ? addressChangeUntil : null,
    state,
    handedOverOn: sent?.handedOverOn ?? null,
    mailedElsewhere: sent?.mailedElsewhere ?? false,
    early: sent === undefined && handOver.latest < mailingDay ? earlyInWords(mailingDay, facts.overrides) : null,
    confirmed,
    canConfirm: sent !== undefined && state !== 'arrived' && !confirmed,
    // If a letter is only assumed to have arrived, the user can still report it missing.
    canReportMissing: state === 'overdue' || (state === 'arrived' && !confirmed),
    refused: reshipOf(newest, facts)?.state === 'refused',
  };
}

/** `attempts` must be ordered from newest to oldest. */
function stateOf(attempts: readonly CalendarPiece[], facts: CalendarFacts): LetterState {
  const { today } = facts;
  const [newest] = attempts;
  if (newest === undefined) return 'planned';
  const reship = reshipOf(newest, facts);
  if (reship?.state === 'asked') return 'asked';
  if (reship?.state === 'approved') return 'sending_again';
  const sent = attempts.filter(({ state }) => state === 'handed_over');
  if (sent.some(({ confirmed }) => confirmed)) return 'arrived';
  const come = sent.find((piece) => hasWindowPassed(piece, today)) ?? newest;
  return come.state === 'handed_over' ? stateInTransit(come, today) : SHOWN_STATE[come.state];
}

function reshipOf(newest: CalendarPiece | undefined, { reships }: CalendarFacts): CalendarReship | undefined {
  return reships.find(({ letter, attempt }) => letter === newest?.letter && attempt > newest.attempt);
}

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

/** Whether the letter counts as received (rules/fulfilment 19). */
export function hasCome(state: LetterState): boolean {
  return state === 'arrived' || state === 'overdue';
}

export function hasWindowPassed(
  { deliveryWindow }: Pick<CalendarPiece, 'deliveryWindow'>,
  today: CalendarDate,
): boolean {
  return deliveryWindow !== null && deliveryWindow.latest < today;
}
