export const MOST_SEATS = 6;

export const INVITATION_DAYS = 14;

export const SEAT_NAME_LENGTH = 30;

export function reachOf(atHand: ReadonlySet<number>): number {
  let reach = 0;
  while (atHand.has(reach + 1)) reach += 1;
  return reach;
}

export interface DatedNote {
  readonly letter: number;
  /** The latest letter that the writer had received when the text was last changed. */
  readonly writtenWith: number;
}

/** `isWithinReach` in src/server/account/case-groups/shared-notes.ts says the same in SQL (rules/case-file 15). */
export function isWithinReach({ letter, writtenWith }: DatedNote, reach: number): boolean {
  return letter <= reach && writtenWith <= reach;
}

/** Letters of any script, digits, spaces and the punctuation of names. Email and web addresses don't match. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .'’\-\u2010]*$/u;

export function isSeatName(name: string): boolean {
  return NAME.test(name);
}

/** The key is equal for two names that look alike. */
export function seatNameKey(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** The lowest free seat; null if all are taken. */
export function freeSeat(taken: ReadonlySet<number>): number | null {
  for (let seat = 1; seat <= MOST_SEATS; seat += 1) if (!taken.has(seat)) return seat;
  return null;
}
