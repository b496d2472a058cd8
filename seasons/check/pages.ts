import { infoOf } from '../press/letter-files.ts';
import type { Press } from '../press/press.ts';
import type { Letter, SeasonManifest } from '../season.ts';
import { contrastInGrey } from './contrast.ts';
import { type Glyph, glyphsOf } from './drawn.ts';
import type { Fault, FaultKind } from './fault.ts';

const FOLDS = [264, 528] as const;
/** From the baseline to the top of a capital as most hands write it. */
const CAPITAL = 7;
/** Of a letter to what lies beneath it, once an office printer has made both grey. */
const LEAST_CONTRAST = 4.5;
const MARGIN = 18;
const PAGE = { width: 612, height: 792 } as const;
const PAGES_PER_SHEET = 2;

/** What shows only on the set pages: their number, no text in a fold, in the margin of the sheet or too pale to read in grey. */
export function checkPages(press: Press, season: SeasonManifest): Fault[] {
  return season.letters.flatMap((letter) => faultsOf(letter, press.outlines(infoOf(season, letter), 'Reader')));
}

export function faultsOf(letter: Letter, pictures: readonly string[]): Fault[] {
  const most = letter.sheets * PAGES_PER_SHEET;
  const glyphs = pictures.flatMap((picture, index) => glyphsOf(picture, index + 1));
  const inFold = glyphs.filter(({ y }) => FOLDS.some((fold) => y - CAPITAL < fold && fold < y - 0.5));
  const outside = glyphs.filter(
    ({ x, y }) => x < MARGIN || x > PAGE.width - MARGIN || y < MARGIN || y > PAGE.height - MARGIN,
  );
  const pale = glyphs.filter(({ ink, ground }) => contrastInGrey(ink, ground) < LEAST_CONTRAST);
  return [
    ...(pictures.length > most || pictures.length <= most - PAGES_PER_SHEET
      ? [fault(letter, 'sheets', `${pictures.length} pages do not make ${letter.sheets} sheets.`)]
      : []),
    ...firstOfEachPage(inFold).map(({ page, y }) =>
      fault(letter, 'fold', `A line of page ${page} lies in the fold, at ${y.toFixed(0)} points.`),
    ),
    ...firstOfEachPage(outside).map(({ page, x, y }) =>
      fault(
        letter,
        'margin of the sheet',
        `Something on page ${page} stands at ${x.toFixed(0)}, ${y.toFixed(0)} points.`,
      ),
    ),
    ...firstOfEachPage(pale).map(({ page, x, y, ink, ground }) =>
      fault(
        letter,
        'grey',
        `${ink} on ${ground} is too pale on page ${page}, at ${x.toFixed(0)}, ${y.toFixed(0)} points.`,
      ),
    ),
  ];
}

function firstOfEachPage(glyphs: readonly Glyph[]): Glyph[] {
  return glyphs.filter(({ page }, index) => glyphs.findIndex((glyph) => glyph.page === page) === index);
}

function fault({ number }: Letter, kind: FaultKind, says: string): Fault {
  return { kind, letter: number, says };
}
