import type { TheoryReply } from '../../../../contract/case-theory.ts';

export const PARTS = ['who', 'how', 'why'] as const;
export type Part = (typeof PARTS)[number];

export const ASKS = {
  who: 'By whose hand',
  how: 'By what means',
  why: 'For what cause',
} as const satisfies Record<Part, string>;

export function lettersInWords(count: number): string {
  return count === 1 ? 'one letter' : `${count} letters`;
}

export function chosenLabel(reply: TheoryReply, part: Part): string {
  return reply[part].find(({ id }) => id === reply.theory[part])?.label ?? 'Left open';
}
