/** The top row of a sheet of fifty: ten Wick Harbor Lights in one strip, as Mrs. Vane bought it, and how it was torn. */

/** Teeth of a vertical edge, counted from the top. */
export const TEETH = 11;

/** Where a tear left a tooth whole: on the stamp to its left or on the one to its right, so that the other lacks it. */
interface Tear {
  readonly tooth: number;
  readonly stays: 'left' | 'right';
}

/** By the number of the stamp on the left of the tear. A line that was cut or never torn is not in it. */
const TEARS: Readonly<Record<number, readonly Tear[]>> = {
  1: [{ tooth: 2, stays: 'left' }],
  2: [{ tooth: 9, stays: 'right' }],
  3: [
    { tooth: 4, stays: 'left' },
    { tooth: 10, stays: 'left' },
  ],
  4: [{ tooth: 6, stays: 'right' }],
  5: [
    { tooth: 2, stays: 'left' },
    { tooth: 8, stays: 'right' },
  ],
  6: [{ tooth: 4, stays: 'right' }],
  7: [
    { tooth: 6, stays: 'left' },
    { tooth: 9, stays: 'left' },
  ],
};

/** By the stamp's place in the row. */
export const WHEREABOUTS = {
  1: 'to Boston, July 13',
  2: 'to Rockland, July 13',
  3: 'to Bar Harbor, July 13',
  4: 'to Boston, August 2',
  5: 'on the regrets',
  6: 'on the tongue',
  7: 'on the first envelope',
  8: 'in the strip',
  9: 'in the strip',
  10: 'in the strip',
} as const;

/** One letter a tooth, from the top: `=` even, `+` long, `-` lacking. */
export type Edge = string;

function edge(tears: readonly Tear[] | undefined, side: 'left' | 'right'): Edge {
  return Array.from({ length: TEETH }, (_, index) => {
    const tear = tears?.find(({ tooth }) => tooth === index + 1);
    if (tear === undefined) return '=';
    return tear.stays === side ? '+' : '-';
  }).join('');
}

/** The left and right edge of a stamp, or of a run of stamps still joined, by places in the row. */
export function edgesOf(first: number, last = first): { readonly left: Edge; readonly right: Edge } {
  return { left: edge(TEARS[first - 1], 'right'), right: edge(TEARS[last], 'left') };
}

/** Whether two edges were one line: each tooth that one has too long, the other lacks, and there is at least one. */
export function fits(right: Edge, left: Edge): boolean {
  const mirrored = right.split('').map((tooth) => (tooth === '+' ? '-' : tooth === '-' ? '+' : '='));
  return mirrored.join('') === left && /[+-]/.test(left);
}
