import { expect, test } from 'vitest';
import type { Letter } from '../season.ts';
import { faultsOf } from './pages.ts';
import { sampleSeason } from './sample.ts';

const LETTER = { ...(sampleSeason().manifest.letters[0] as Letter), sheets: 1 };
const BLACK = '#1f1f1f';

function page(...drawn: readonly string[]): string {
  return `<svg><g>${drawn.join('')}</g><defs></defs></svg>`;
}

function letterAt(x: number, y: number, ink = BLACK): string {
  return `<g transform="matrix(1 0 0 1 ${x} ${y})"><use xlink:href="#g1" x="0" fill="${ink}"/></g>`;
}

/** A frame of 100 by 100 points with a hole, as typesetting fills the strokes of a box. */
const FRAME = '<path fill="#4a4a4a" d="M 0 0m 90 90 h 100 v 100 h -100 Z m 5 5 v 90 h 90 v -90 Z "/>';
const BAND = '<path fill="#4a4a4a" d="M 0 0m 90 90 h 100 v 100 h -100 Z "/>';

test.each([
  ['a page with a line of text', [page(letterAt(100, 100))]],
  ['two pages of one sheet', [page(), page()]],
  ['a line that stands on the fold', [page(letterAt(100, 264))]],
  ['a line that begins below the fold', [page(letterAt(100, 272))]],
  ['white words on a band of ink', [page(BAND, letterAt(100, 100, '#ffffff'))]],
  ['words within a frame', [page(FRAME, letterAt(100, 120))]],
  ['words in pencil', [page(letterAt(100, 100, '#575757'))]],
])('%s passes', (_, pages) => {
  expect(faultsOf(LETTER, pages)).toEqual([]);
});

test.each([
  ['three pages of one sheet', 'sheets', [page(), page(), page()]],
  ['no page at all', 'sheets', []],
  ['capitals that the upper fold cuts', 'fold', [page(letterAt(100, 269))]],
  ['small letters that the lower fold cuts', 'fold', [page(), page(letterAt(100, 530))]],
  ['a line in the left margin of the sheet', 'margin of the sheet', [page(letterAt(12, 100))]],
  ['a line below the foot of the sheet', 'margin of the sheet', [page(letterAt(100, 780))]],
  ['words in a grey that paper swallows', 'grey', [page(letterAt(100, 100, '#808080'))]],
  ['words half transparent', 'grey', [page(letterAt(100, 100, '#1f1f1f70'))]],
  ['white words on paper', 'grey', [page(letterAt(100, 100, '#ffffff'))]],
  ['white words in the hole of a frame', 'grey', [page(FRAME, letterAt(100, 120, '#ffffff'))]],
  ['black words on a band of ink', 'grey', [page(BAND, letterAt(100, 100))]],
  [
    'red on green, which only a color printer tells apart',
    'grey',
    [page(BAND.replace('#4a4a4a', '#2c5a43'), letterAt(100, 100, '#9c2a20'))],
  ],
])('%s is found', (_, kind, pages) => {
  expect(faultsOf(LETTER, pages).map((fault) => fault.kind)).toEqual([kind]);
});
