import type { CalendarDate } from '../domain/calendar-date.ts';
import type { HolidayOverrides } from '../domain/holidays.ts';
import type { FormPath, PublicPath } from './site-paths.ts';

export interface PublicPageFacts {
  readonly today: CalendarDate;
  readonly holidays: HolidayOverrides;
  readonly siteUrl: string;
  readonly supportEmail: string;
  readonly seller: readonly string[];
  readonly governingLaw: string | null;
  readonly responseTime: string;
  readonly responseAtLatest: string;
  readonly promoBanner: string;
  readonly testPayments: boolean;
  /** True if visits are forwarded to Google Analytics, which the privacy page must then say. */
  readonly visitsForwarded: boolean;
  readonly addressesGoTo: { readonly checkedBy: 'none' | 'usps' | 'lob'; readonly printedElsewhere: boolean };
  readonly assets: PublicPageAssets;
}

export interface PublicPageAssets {
  readonly stylesheets: readonly string[];
  readonly fonts: readonly string[];
  readonly scripts: readonly string[];
}

export const NOT_FOUND_PAGE = 'not-found';

export const LETTER_PAGES = {
  code: 'letter-code',
  came: 'letter-came',
  found: 'letter-found',
  later: 'letter-later',
} as const;
export type LetterPage = (typeof LETTER_PAGES)[keyof typeof LETTER_PAGES];

/** Null if the path is not the page of a letter code. */
export function letterPageAt(path: string): LetterPage | null {
  const [, name] = /^\/l\/([\w-]{1,64})$/i.exec(path) ?? [];
  if (name === undefined) return null;
  return Object.hasOwn(LETTER_PAGES, name) ? LETTER_PAGES[name as keyof typeof LETTER_PAGES] : LETTER_PAGES.code;
}

export type PublicPages = Readonly<Record<PublicPath | FormPath | typeof NOT_FOUND_PAGE | LetterPage, string>>;

export const TYPED_PLACE = '{{typed}}';

export type RenderPublicPages = (facts: PublicPageFacts) => PublicPages;

export const SHARE_PICTURE = {
  path: '/share.png',
  width: 1200,
  height: 630,
  alt: 'An airmail envelope with a postmarked stamp: A murder mystery, told by post.',
} as const;
