import type { Season } from '../src/domain/season.ts';
import { publicFacts as one } from './one/public.ts';
import { publicFacts as three } from './three/public.ts';
import { publicFacts as two } from './two/public.ts';

/**
 * What the public is told of every season, the oldest first. Pages and browsers read this and nothing else of `seasons`;
 * a season has its line here and, once it has letters, in `catalogue.ts`.
 */
const shelf: Season[] = [one, two, three];

export const SEASONS: readonly Season[] = shelf;

/** @returns the season that the shop shows first: the oldest that can be bought */
export function featuredSeason(): Season {
  const found = SEASONS.find(({ available }) => available);
  if (found === undefined) throw new Error('No season can be bought.');
  return found;
}

export function findSeason(id: string): Season | null {
  return SEASONS.find((season) => season.id === id) ?? null;
}

export function findAvailableSeason(id: string): Season | null {
  const season = findSeason(id);
  return season?.available === true ? season : null;
}

/** The title in prose of the catalogue's name (rules/pages 21). */
export function seasonInProse(name: string): string {
  return SEASONS.find((season) => season.name === name)?.title ?? name;
}

/** Puts a season beside the others, for a test. @returns what deletes it again */
export function shelve(season: Season): () => void {
  shelf.push(season);
  return () => void shelf.splice(shelf.indexOf(season), 1);
}
