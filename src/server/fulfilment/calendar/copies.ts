import type { CalendarDate, DateWindow } from '../../../domain/calendar-date.ts';
import { copyLeavesOn } from '../../../domain/copy-plan.ts';
import { resumeDay } from '../../../domain/hold.ts';
import type { HolidayOverrides } from '../../../domain/holidays.ts';
import { sealedLeavesOn } from '../../../domain/letter-calendar.ts';
import { deliveryWindowOf } from '../../../domain/transit.ts';
import type { FrozenAddress } from '../../customers/schema.ts';
import type { Hold, LetterFacts, OwnPiece } from './queries.ts';

/** A lost or returned letter that will be mailed again. */
export interface LetterCopy {
  /** Null if the copy is sealed. */
  readonly reshipId: string | null;
  readonly letter: number;
  readonly leavesOn: CalendarDate;
  readonly deliveryWindow: DateWindow;
  readonly address: FrozenAddress;
}

interface CopiesFacts {
  readonly pieces: readonly OwnPiece[];
  readonly reships: LetterFacts['reships'];
  readonly holds: readonly Hold[];
  readonly overrides: HolidayOverrides;
  readonly today: CalendarDate;
  readonly addressOf: (letter: number) => FrozenAddress;
}

export function copiesOf(facts: CopiesFacts): readonly LetterCopy[] {
  const { pieces, reships, overrides, today, addressOf } = facts;
  const sealed = pieces.filter(({ attempt, handedOverOn }) => attempt > 1 && handedOverOn === null);
  const heldUntil = heldUntilOf(facts);
  return [
    ...sealed.map(({ letter, dueOn, address }) => copy(null, letter, sealedLeavesOn(dueOn, today, overrides), address)),
    ...reships.flatMap(({ id, letter, way, decidedAt }) =>
      decidedAt === null
        ? []
        : [
            copy(
              id,
              letter,
              copyLeavesOn({ way, decidedAt: new Date(decidedAt), today, heldUntil, overrides }),
              addressOf(letter),
            ),
          ],
    ),
  ];
}

/**
 * For a letter reported missing now: when its replacement can be mailed, and to which address (rules/fulfilment 50).
 */
export interface LetterAgain extends Pick<LetterCopy, 'letter' | 'address'> {
  readonly now: CalendarDate;
  readonly withNext: CalendarDate;
}

export function againOf(letters: readonly number[], facts: Omit<CopiesFacts, 'reships'>, now: Date): LetterAgain[] {
  if (letters.length === 0) return [];
  const { overrides, today, addressOf } = facts;
  const decided = { decidedAt: now, today, heldUntil: heldUntilOf(facts), overrides };
  const days = {
    now: copyLeavesOn({ ...decided, way: 'now' }),
    withNext: copyLeavesOn({ ...decided, way: 'with_next' }),
  };
  return letters.map((letter) => ({ letter, ...days, address: addressOf(letter) }));
}

function heldUntilOf({ pieces, holds }: Pick<CopiesFacts, 'pieces' | 'holds'>): CalendarDate | null {
  const newest = Math.max(0, ...pieces.map(({ letter }) => letter));
  return resumeDay(holds, newest + 1);
}

function copy(reshipId: string | null, letter: number, leavesOn: CalendarDate, address: FrozenAddress): LetterCopy {
  return { reshipId, letter, leavesOn, deliveryWindow: deliveryWindowOf(letter, address, leavesOn), address };
}
