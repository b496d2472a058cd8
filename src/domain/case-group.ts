export const MOST_SEATS = 6;

export const INVITATION_DAYS = 14;

export const SEAT_NAME_LENGTH = 30;

/** How many letters are at hand from the first on without a gap. */
export function reachOf(atHand: ReadonlySet<number>): number {
  let reach = 0;
  while (atHand.has(reach + 1)) reach += 1;
  return reach;
}

export interface DatedNote {
  readonly letter: number;
  /** The latest letter that its writer had when the text was last changed. */
  readonly writtenWith: number;
}

/** The model of `isWithinReach` in src/server/account/case-groups/shared-notes.ts (rules/case-file 15). */
export function isWithinReach({ letter, writtenWith }: DatedNote, reach: number): boolean {
  return letter <= reach && writtenWith <= reach;
}

/** Letters of any script, digits, spaces, and what stands in names: an address has neither place. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .'’\-\u2010]*$/u;

export function isSeatName(name: string): boolean {
  return NAME.test(name);
}

/** What two names that look alike have in common. */
export function seatNameKey(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** The lowest seat that is free; null when all are taken. */
export function freeSeat(taken: ReadonlySet<number>): number | null {
  for (let seat = 1; seat <= MOST_SEATS; seat += 1) if (!taken.has(seat)) return seat;
  return null;
}
