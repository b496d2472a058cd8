import type { CalendarDate } from '../domain/calendar-date.ts';
import type { HolidayOverrides } from '../domain/holidays.ts';
import type { FormPath, PublicPath } from './site-paths.ts';

export interface PublicPageFacts {
  readonly today: CalendarDate;
  readonly holidays: HolidayOverrides;
  readonly siteUrl: string;
  readonly supportEmail: string;
  readonly testPayments: boolean;
  /** Visits are passed on to Google Analytics: the privacy page says so. */
  readonly visitsForwarded: boolean;
  readonly assets: PublicPageAssets;
}

export interface PublicPageAssets {
  readonly stylesheets: readonly string[];
  readonly fonts: readonly string[];
  readonly scripts: readonly string[];
}

export const NOT_FOUND_PAGE = 'not-found';

export type PublicPages = Readonly<Record<PublicPath | FormPath | typeof NOT_FOUND_PAGE, string>>;

export type RenderPublicPages = (facts: PublicPageFacts) => PublicPages;

/** Made by `art/build.mjs`. */
export const SHARE_PICTURE = {
  path: '/share.png',
  width: 1200,
  height: 630,
  alt: 'An airmail envelope with a cancelled stamp: A murder mystery, told by post.',
} as const;
