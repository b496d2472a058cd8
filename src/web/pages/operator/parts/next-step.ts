import type { RunDetailReply, RunReply } from '../../../../contract/operator/fulfilment.ts';
import { calendarDate } from '../../../../domain/calendar-date.ts';
import { attendedFrom } from '../../../../domain/mailing-calendar.ts';
import { counted, instantInWords, RUN_STATE_WORDS, weekdayInWords } from './words.ts';

export interface NextStep {
  readonly words: string;
  readonly when: string;
  readonly isTodo: boolean;
  readonly isLate: boolean;
}

export function nextStep(run: RunReply, today: string, now: Date): NextStep {
  const todo = isTodo(run, today);
  return {
    words: wordsFor(run, today, now),
    when: whenFor(run, today),
    isTodo: todo,
    isLate: todo && run.handOverOn < today,
  };
}

export function runStateInWords(run: RunReply): string {
  return run.state === 'handed_over' && isEmpty(run) ? 'Closed' : RUN_STATE_WORDS[run.state];
}

export function emptyInWords({ state }: Pick<RunReply, 'state'>): string {
  if (state === 'planned') return 'Nobody is due a letter.';
  return state === 'handed_over' ? 'No letter left with it.' : 'There is no letter in it.';
}

function isTodo(run: RunReply, today: string): boolean {
  return isBeingWorked(run) || (run.state === 'planned' && (run.reopened || isMissed(run, today)));
}

/** The automatic jobs no longer handle that day. */
function isMissed({ kind, nominalOn }: RunReply, today: string): boolean {
  return nominalOn < attendedFrom(kind, calendarDate(today));
}

export function canBeClosed({ run, printed }: Pick<RunDetailReply, 'run' | 'printed'>): boolean {
  return isBeingWorked(run) && !hasNumbered(run) && printed.undispatched === 0;
}

function isBeingWorked({ state }: RunReply): boolean {
  return state === 'frozen' || state === 'printed';
}

function hasNumbered({ pieces }: RunReply): boolean {
  return (pieces['frozen'] ?? 0) > 0;
}

function wordsFor(run: RunReply, today: string, now: Date): string {
  if (run.state === 'handed_over')
    return `Nothing to do: ${isEmpty(run) ? 'nothing was left to post' : 'the post has it'}.`;
  if (isBeingWorked(run)) return afterALook(run, workInWords(run));
  if (run.reopened) return 'Opened again: freeze it when you are ready.';
  if (isMissed(run, today)) return 'Its day went by unattended: freeze it yourself.';
  if (new Date(run.freezesAt) <= now) return 'Nothing to do: it is being frozen.';
  return `Nothing to do before it freezes, ${instantInWords(run.freezesAt)}.`;
}

function workInWords(run: RunReply): string {
  const { state, toPrint, waiting } = run;
  const waits = `${counted(waiting, 'letter')} ${waiting === 1 ? 'waits' : 'wait'} for a renewal payment`;
  if (state === 'frozen' && toPrint > 0) return 'print.';
  if (toPrint > 0) return `print ${counted(toPrint, 'more letter')}, pack, and hand over.`;
  if (hasNumbered(run)) return `pack and hand over.${waiting > 0 ? ` ${waits}.` : ''}`;
  return waiting === 0 ? 'close the run.' : `close the run, or print when a payment arrives: ${waits}.`;
}

function afterALook({ pieces }: RunReply, words: string): string {
  const setAside = pieces['set_aside'] ?? 0;
  if (setAside === 0) return words.charAt(0).toUpperCase() + words.slice(1);
  return `Look at ${counted(setAside, 'address', 'addresses')} that ${setAside === 1 ? 'was' : 'were'} set aside, then ${words}`;
}

/** Every due subscriber was refunded or left out. */
export function isEmpty({ pieces }: RunReply): boolean {
  return Object.values(pieces).every((count) => count === 0);
}

function whenFor({ state, handOverOn, handedOverOn }: RunReply, today: string): string {
  if (handedOverOn !== null) return `The post took it on ${weekdayInWords(handedOverOn)}.`;
  if (state === 'handed_over') return 'The run is closed.';
  if (handOverOn === today) return 'The post takes it today.';
  const day = weekdayInWords(handOverOn);
  return handOverOn < today && state !== 'planned'
    ? `The post should have had it on ${day}.`
    : `The post takes it on ${day}.`;
}
