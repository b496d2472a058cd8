import type { FaultKind } from './fault.ts';
import type { Sample } from './sample.ts';

/** As `MUTATIONS`, of what to look for. */
export const LOOK_FOR_MUTATIONS: readonly (readonly [string, FaultKind, (season: Sample) => void])[] = [
  ['a letter with nothing to look for', 'look for', lookFor(2, '')],
  ['a letter to look for things in that does not exist', 'look for', lookFor(9, 'Mind the pencil in the margin.')],
  ['what to look for as long as a letter', 'look for', lookFor(2, 'Mind the pencil. '.repeat(20))],
  ['what to look for in the letter’s own words', 'look for', lookFor(3, 'Ask whether the mill was worth a quarrel.')],
  ['what to look for in the words of a later letter', 'look for', lookFor(1, 'Ask whether the bottle was empty, too.')],
  [
    'what to look for in the words of a puzzle’s hint',
    'look for',
    lookFor(1, 'It is between two others, you will see.'),
  ],
  ['what to look for that names a person too soon', 'look for', lookFor(2, 'Mind what Cora does with a pencil.')],
  ['what to look for with a phrase that is guarded', 'look for', lookFor(4, 'Mind the blue bottle on her shelf.')],
];

function lookFor(number: number, words: string): (season: Sample) => void {
  return (season) => {
    season.manifest = { ...season.manifest, lookFor: { ...season.manifest.lookFor, [number]: words } };
  };
}
