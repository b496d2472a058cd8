import { defineManifest } from '../season.ts';
import { CASE_FILE } from './case-file.ts';
import { GUARDED } from './guarded.ts';
import { LOOK_FOR } from './look-for.ts';
import { LETTERS_01_08 } from './manifest/letters-01-08.ts';
import { LETTERS_09_16 } from './manifest/letters-09-16.ts';
import { LETTERS_17_24 } from './manifest/letters-17-24.ts';
import { WRITERS } from './manifest/writers.ts';
import { PUZZLES } from './puzzles.ts';
import { publicFacts } from './public.ts';

export const manifest = defineManifest({
  name: 'one',
  product: publicFacts.id,
  number: 1,
  title: publicFacts.story,
  year: 1957,
  writers: WRITERS,
  letters: [...LETTERS_01_08, ...LETTERS_09_16, ...LETTERS_17_24],
  puzzles: PUZZLES,
  caseFile: CASE_FILE,
  guarded: GUARDED.copyNeverSays,
  lookFor: LOOK_FOR,
});
