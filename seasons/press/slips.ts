import type { Puzzle } from '../season.ts';
import type { Press } from './press.ts';

/** The hints of one letter to cut out and fold shut, for readers without a screen. */
export function setSlips(
  press: Press,
  { letter, title, asks, hints, solution, answeredFrom = letter }: Puzzle,
): Buffer {
  const answer = answeredFrom === letter ? solution : null;
  return press.set('#include "/press/slips.typ"', {
    'slips.json': Buffer.from(JSON.stringify({ number: letter, title, asks, hints, answer })),
  });
}
