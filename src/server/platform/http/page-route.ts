import { EVENT_PATHS } from '../../../contract/event-paths.ts';
import { letterPageAt } from '../../../contract/public-pages.ts';
import { CONSOLE_PATHS } from '../../../contract/site-paths.ts';

export const NO_ROUTE = '(none)';

const PAGES: ReadonlySet<string> = new Set([...EVENT_PATHS, ...Object.values(CONSOLE_PATHS)]);

/** The route of a page's path, with few values. Null if it is neither a page nor a built file. */
export function pageRouteOf(path: string): string | null {
  if (PAGES.has(path)) return path;
  if (path.startsWith('/assets/')) return '/assets/*';
  return letterPageAt(path) === null ? null : '/l/:code';
}
