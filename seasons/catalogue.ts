import { manifest as one } from './one/manifest.ts';
import type { SeasonManifest } from './season.ts';

/** Every season whose pages the shop can print, the oldest first. A season to come has its line here when it is in a folder. */
const catalogue: SeasonManifest[] = [one];

export const CATALOGUE: readonly SeasonManifest[] = catalogue;

/** @returns null for a season that has no pages */
export function findPages(product: string): SeasonManifest | null {
  return CATALOGUE.find((season) => season.product === product) ?? null;
}

/** Adds a season whose letters lie in a folder of its own, for a test. @returns what deletes it again */
export function addPages(season: SeasonManifest): () => void {
  catalogue.push(season);
  return () => void catalogue.splice(catalogue.indexOf(season), 1);
}
