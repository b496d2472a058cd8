import { manifest as one } from './one/manifest.ts';
import type { SeasonManifest } from './season.ts';

/** Every season whose pages the shop can print, the oldest first. A season to come has its line here when it is in a folder. */
export const CATALOGUE: readonly SeasonManifest[] = [one];

/** @returns null for a season that has no pages */
export function findPages(product: string): SeasonManifest | null {
  return CATALOGUE.find((season) => season.product === product) ?? null;
}
