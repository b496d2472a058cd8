import type { SeasonCase } from '../season.ts';
import { CHARACTERS } from './case-file/characters.ts';
import { OTHERS } from './case-file/others.ts';
import { PLACES_OF_THE_CASE } from './case-file/places.ts';
import { THEORY } from './case-file/theory.ts';
import { TIMELINE } from './case-file/timeline.ts';

export const CASE_FILE: SeasonCase = {
  characters: [...CHARACTERS, ...OTHERS],
  places: PLACES_OF_THE_CASE,
  timeline: TIMELINE,
  night: { title: 'The night of September 23', from: '1957-09-23T18:00', until: '1957-09-24T03:00' },
  theory: THEORY,
};
