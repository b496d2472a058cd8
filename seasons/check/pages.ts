import { infoOf } from '../press/letter-files.ts';
import type { Press } from '../press/press.ts';
import type { Letter, SeasonManifest } from '../season.ts';
import type { Fault, FaultKind } from './fault.ts';

const FOLDS = [264, 528] as const;
/** From the baseline to the top of a small letter. */
const X_HEIGHT = 4.5;
const MARGIN = 18;
const PAGE = { width: 612, height: 792 } as const;
const PAGES_PER_SHEET = 2;

interface Spot {
  readonly page: number;
  readonly x: number;
  readonly y: number;
}

/** What shows only on the set pages: their number, and no line of text in a fold or in the margin of the sheet. */
export function checkPages(press: Press, season: SeasonManifest): Fault[] {
  return season.letters.flatMap((letter) => faultsOf(letter, press.outlines(infoOf(season, letter), 'Reader')));
}

export function faultsOf(letter: Letter, pictures: readonly string[]): Fault[] {
  const most = letter.sheets * PAGES_PER_SHEET;
  const spots = pictures.flatMap((picture, index) => spotsOf(picture, index + 1));
  const inFold = spots.filter(({ y }) => FOLDS.some((fold) => y - X_HEIGHT < fold && fold < y - 0.5));
  const outside = spots.filter(
    ({ x, y }) => x < MARGIN || x > PAGE.width - MARGIN || y < MARGIN || y > PAGE.height - MARGIN,
  );
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
  ];
}

function firstOfEachPage(spots: readonly Spot[]): Spot[] {
  return spots.filter(({ page }, index) => spots.findIndex((spot) => spot.page === page) === index);
}

type Matrix = readonly [number, number, number, number, number, number];
const UNMOVED: Matrix = [1, 0, 0, 1, 0, 0];

/** Where each run of text begins, through all the groups around it. */
function spotsOf(picture: string, page: number): Spot[] {
  const drawn = picture.slice(0, picture.indexOf('<defs>'));
  const around: Matrix[] = [UNMOVED];
  const spots: Spot[] = [];
  for (const [tag, closing, name, attributes = '', empty] of drawn.matchAll(/<(\/?)(g|use)\b([^>]*?)(\/?)>/g)) {
    const outer = around.at(-1) ?? UNMOVED;
    if (closing === '/') around.pop();
    else if (name === 'use' && tag.includes('href="#')) {
      spots.push({
        page,
        x: outer[4] + outer[0] * numberOf(attributes, 'x'),
        y: outer[5] + outer[1] * numberOf(attributes, 'x'),
      });
    } else if (name === 'g' && empty !== '/') around.push(product(outer, matrixOf(attributes)));
  }
  return spots;
}

function numberOf(attributes: string, name: string): number {
  return Number(new RegExp(`\\b${name}="([^"]+)"`).exec(attributes)?.[1] ?? 0);
}

function matrixOf(attributes: string): Matrix {
  const [, numbers = ''] = /matrix\(([^)]*)\)/.exec(attributes) ?? [];
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbers
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);
  return [a, b, c, d, e, f];
}

function product([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

function fault({ number }: Letter, kind: FaultKind, says: string): Fault {
  return { kind, letter: number, says };
}
