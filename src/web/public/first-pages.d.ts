/** `launch/first-pages.ts` makes this module from the letters' sources. */
declare module 'virtual:first-pages' {
  export interface FirstPage {
    readonly letter: number;
    readonly width: number;
    readonly height: number;
    readonly described: string;
    readonly picture: string;
    readonly download: string;
  }
  export const FIRST_PAGES: readonly FirstPage[];
  export const READABLE_PAGE: {
    readonly letter: number;
    readonly dateline: string;
    readonly paragraphs: readonly string[];
  };
}
