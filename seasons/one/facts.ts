import type { SeasonFacts } from '../season.ts';
import { FACTS } from './facts/events.ts';
import { OBJECTS } from './facts/objects.ts';
import { PEOPLE, PLACES } from './facts/people.ts';
import { FALSE_TRAILS, LIES, PREMISES } from './facts/proof.ts';

export const facts: SeasonFacts = {
  people: PEOPLE,
  places: PLACES,
  facts: FACTS,
  objects: OBJECTS,
  lies: LIES,
  premises: PREMISES,
  falseTrails: FALSE_TRAILS,
};
