import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addPages } from '../../seasons/catalogue.ts';
import type { Letter, SeasonManifest } from '../../seasons/season.ts';
import { shelve } from '../../seasons/shelf.ts';
import { LETTERS_PER_SEASON, type Season } from '../../src/domain/season.ts';

const STATIONERY = `#import "/press/sheet.typ": sheet
#let info = json(bytes(sys.inputs.letter))
#let letter(body) = sheet(info, (hand: "pike", lines: 11), body)
`;

/**
 * A season of one-line letters in a folder of its own, for sale and ready to print beside the others until it is removed.
 */
export function addShortSeason(): { readonly season: Season; readonly manifest: SeasonManifest; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'short-season-'));
  const season: Season = {
    id: 'season-99',
    name: 'The Short Season',
    title: 'The Short Season in Prose',
    story: 'A Murder in Few Words',
    setting: 'Nowhere',
    description: 'One line a letter.',
    available: true,
    teaser: 'One line a letter.',
    summaries: [],
    firstPages: [],
  };
  const letters = Array.from({ length: LETTERS_PER_SEASON }, (_, index) => letterOf(index + 1));
  mkdirSync(join(folder, 'letters'));
  mkdirSync(join(folder, 'stationery'));
  writeFileSync(join(folder, 'stationery', 'letter.typ'), STATIONERY);
  for (const { number } of letters) {
    const source = `#import "../stationery/letter.typ": letter\n#show: letter\n\nLetter ${number} was brief, as they all were.\n`;
    writeFileSync(join(folder, 'letters', `${String(number).padStart(2, '0')}.typ`), source);
  }
  const manifest: SeasonManifest = {
    name: 'short',
    folder,
    product: season.id,
    number: 9,
    title: season.story,
    year: 1957,
    writers: { brief: { name: 'Somebody Brief', stationery: 'letter', never: [] } },
    letters,
    puzzles: [],
    caseFile: {
      characters: [],
      places: [],
      timeline: [],
      theory: { who: [], how: [], why: [], right: { who: [], how: [], why: [] } },
    },
    guarded: [],
    lookFor: Object.fromEntries(letters.map(({ number }) => [number, `Look for the one line of letter ${number}.`])),
  };
  const added = [shelve(season), addPages(manifest)];
  return {
    season,
    manifest,
    remove() {
      for (const undo of added) undo();
      rmSync(folder, { recursive: true });
    },
  };
}

function letterOf(number: number): Letter {
  return {
    number,
    title: `Brief ${number}`,
    writer: 'brief',
    to: 'the subscriber',
    written: '1957-05-06',
    postmark: null,
    sheets: 1,
    words: { min: 1, max: 20 },
    enclosures: [],
    asserts: [],
    plants: [],
    turns: '',
    hook: '',
  };
}
