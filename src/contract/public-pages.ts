import type { CalendarDate } from '../domain/calendar-date.ts';
import type { HolidayOverrides } from '../domain/holidays.ts';
import type { PublicPath } from './site-paths.ts';

/** What the server tells the renderer of the public pages (rules/pages 1). */
export interface PublicPageFacts {
  /** As New York's calendar has it. */
  readonly today: CalendarDate;
  /** Days on which the post does otherwise than its table of holidays says. */
  readonly holidays: HolidayOverrides;
  /** Without a trailing slash. */
  readonly siteUrl: string;
  readonly supportEmail: string;
  /** No money moves: the pages say so. */
  readonly testPayments: boolean;
  /** Counted visits are passed on to Google Analytics: the privacy page says so. */
  readonly visitsForwarded: boolean;
  readonly assets: PublicPageAssets;
}

/** Addresses of the built files. */
export interface PublicPageAssets {
  readonly stylesheets: readonly string[];
  /** Fonts of our own words, fetched ahead of the stylesheet's asking. */
  readonly fonts: readonly string[];
  /** Modules. */
  readonly scripts: readonly string[];
}

/** Stands under every address that is none of ours. */
export const NOT_FOUND_PAGE = 'not-found';

export type PublicPages = Readonly<Record<PublicPath | typeof NOT_FOUND_PAGE, string>>;

/** `render.tsx` exports it as `renderPublicPages`: each page's whole document. */
export type RenderPublicPages = (facts: PublicPageFacts) => PublicPages;
