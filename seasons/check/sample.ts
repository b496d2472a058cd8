import type { Letter, SeasonFacts, SeasonManifest } from '../season.ts';
import type { SeasonOnPaper } from './fault.ts';
import { readSource } from './source.ts';

/** A season of four letters in which nothing is wrong, for the checks' own tests. */
export interface Sample {
  manifest: { -readonly [K in keyof SeasonManifest]: SeasonManifest[K] };
  facts: { -readonly [K in keyof SeasonFacts]: SeasonFacts[K] };
  /** Sources by number of the letter. */
  sources: Map<number, string>;
  files: Set<string>;
}

const FILLER = 'The harbor was quiet and the lamp burned low while the boats came in one after another. ';

const SOURCES = [
  `#import "../stationery/letter.typ": *
#show: letter.with(number: 1)
#dateline[Salt Point, Monday, May 6, 1957]
#greeting[Dear #reader,]
I am fifty-eight years old, and I lock the door at nine. The boat sailed on _Saturday, May 4_. ${FILLER.repeat(2)}
The fever of 1926 began on Saturday, October 2, and nobody has told you so.
#closing[Yours,][Ada]
#enclosure("list")`,
  `#show: letter.with(number: 2)
#dateline[Salt Point, May 7, 1957]
#greeting[Sir,]
The door was locked at nine, and the boat did not sail on Saturday. ${FILLER.repeat(3)}
Nobody quarrelled over the mill. #margin[He did. The mill was his only quarrel.]
#closing[Yours,][Ben]`,
  `#show: letter.with(number: 3)
#dateline[May 9, 1957]
#greeting[Madam,]
Tuesday the 7th was wet. I saw the boat lie at the quay all Saturday, and I am not lying about it. ${FILLER.repeat(3)}
The mill was worth a quarrel. The bottle on her shelf was empty.
#closing[Yours,][Cora]
#enclosure("card")`,
  `#show: letter.with(number: 4)
#dateline[Salt Point, May 11, 1957]
#greeting[Sir,]
So the door was locked, the bottle was empty, and the mill went to him. ${FILLER.repeat(3)}
#closing[Yours,][Ada]`,
];

const CALM = { turns: 'Something is not as it was.', hook: 'Something is still to come.' };
const WORDS = { min: 30, max: 100 };

const LETTERS: readonly Letter[] = [
  {
    ...CALM,
    number: 1,
    title: 'One',
    writer: 'ada',
    to: 'the subscriber',
    written: '1957-05-06T20:00',
    postmark: { strikes: '1957-05-06T21:00', place: 'Salt Point' },
    sheets: 1,
    words: WORDS,
    enclosures: [
      {
        id: 'list',
        kind: 'ledger',
        title: 'A list',
        described: 'Three lines in pencil, of which the second says that the bottle was empty.',
        object: 'list',
      },
    ],
    asserts: [{ fact: 'boat', quote: 'The boat sailed on Saturday, May 4', says: 'sailed', lie: 'boat-lie' }],
    ages: [{ person: 'ada', age: 58, quote: 'I am fifty-eight years old' }],
    plants: [
      { premise: 'door', quote: 'I lock the door at nine' },
      { premise: 'bottle', quote: 'the bottle was empty' },
    ],
  },
  {
    ...CALM,
    number: 2,
    title: 'Two',
    writer: 'ben',
    to: 'an inspector',
    annotatedBy: 'cora',
    written: '1957-05-07',
    annotated: '1957-05-10',
    postmark: null,
    sheets: 2,
    words: WORDS,
    enclosures: [],
    asserts: [
      { fact: 'boat', quote: 'the boat did not sail on Saturday' },
      { fact: 'mill', quote: 'Nobody quarrelled over the mill', says: 'no quarrel', lie: 'mill-lie' },
      { fact: 'quarrel', quote: 'The mill was his only quarrel', by: 'cora' },
    ],
    plants: [
      { premise: 'door', quote: 'The door was locked at nine' },
      { premise: 'mill', quote: 'The mill was his only quarrel', by: 'cora' },
    ],
  },
  {
    ...CALM,
    number: 3,
    title: 'Three',
    writer: 'cora',
    to: 'a lady',
    written: '1957-05-09',
    postmark: { strikes: '1957-05-08T09:00', place: 'Salt Point', truly: '1957-05-10T09:00' },
    sheets: 1,
    words: WORDS,
    enclosures: [
      {
        id: 'card',
        kind: 'mourning card',
        title: 'A card',
        described: 'A card with a black border for somebody who is not named on it.',
      },
    ],
    asserts: [
      { fact: 'boat', quote: 'I saw the boat lie at the quay all Saturday' },
      { fact: 'mill', quote: 'The mill was worth a quarrel' },
    ],
    plants: [
      { premise: 'mill', quote: 'The mill was worth a quarrel' },
      { premise: 'bottle', quote: 'The bottle on her shelf was empty' },
    ],
  },
  {
    ...CALM,
    number: 4,
    title: 'Four',
    writer: 'ada',
    to: 'an inspector',
    written: '1957-05-11',
    postmark: null,
    sheets: 1,
    words: WORDS,
    enclosures: [],
    asserts: [{ fact: 'mill', quote: 'the mill went to him' }],
    plants: [{ premise: 'mill', quote: 'the mill went to him' }],
  },
];

const FACTS: SeasonFacts = {
  people: [
    { id: 'ada', name: 'Ada', born: '1899-05-02', trade: 'postmistress' },
    { id: 'ben', name: 'Ben', born: '1938-03-03', trade: 'apprentice' },
    { id: 'cora', name: 'Cora', born: '1919-01-08', trade: 'constable', died: '1957-05-20T10:00' },
  ],
  places: [{ id: 'quay', name: 'The quay', what: 'where boats lie' }],
  facts: [
    {
      id: 'boat',
      says: 'the boat lay at the quay on Saturday',
      truth: 'lay',
      at: '1957-05-04T16:00',
      known: { all: '1957-05-05' },
    },
    {
      id: 'mill',
      says: 'there was a quarrel about the mill',
      truth: 'quarrel',
      known: { ben: '1957-01-01', cora: '1957-05-08', ada: '1957-05-10' },
    },
    { id: 'quarrel', says: 'the mill was his only quarrel', truth: 'only', known: { cora: '1957-05-10' } },
  ],
  objects: [
    {
      id: 'list',
      what: 'a list',
      held: [
        { by: 'ben', from: '1957-05-01', until: '1957-05-05' },
        { by: 'ada', from: '1957-05-05' },
      ],
    },
  ],
  lies: [
    { id: 'boat-lie', by: 'ada', fact: 'boat', kind: 'lie', why: 'to have been away' },
    { id: 'mill-lie', by: 'ben', fact: 'mill', kind: 'concealment', why: 'to be left alone' },
  ],
  premises: [
    { id: 'door', says: 'The door was locked.', proves: 'who' },
    { id: 'bottle', says: 'The bottle was empty.', proves: 'how' },
    { id: 'mill', says: 'The mill was worth it.', proves: 'why' },
  ],
  falseTrails: [
    { id: 'apprentice', accuses: 'ben', opened: [1], closed: [{ letter: 3, quote: 'I saw the boat lie' }] },
  ],
};

export function sampleSeason(): Sample {
  return structuredClone({
    manifest: {
      name: 'sample',
      product: 'sample',
      number: 0,
      title: 'A Sample',
      year: 1957,
      writers: {
        ada: { name: 'Ada', stationery: 'plain', never: ['!', 'I feel'] },
        ben: { name: 'Ben', stationery: 'plain', never: [';'] },
        cora: { name: 'Cora', stationery: 'plain', never: ['perhaps'] },
      },
      letters: LETTERS,
      puzzles: [
        {
          id: 'list',
          letter: 1,
          title: 'A list',
          asks: 'Which line?',
          solution: 'The second',
          hints: ['Count.', 'Count again.', 'It is between two others.'],
        },
      ],
      caseFile: {
        characters: [
          {
            id: 'ada',
            name: 'Ada',
            lines: [{ letter: 1, says: 'Locks up at nine.', quote: 'I lock the door at nine' }],
          },
        ],
        places: [
          {
            id: 'mill',
            name: 'The mill',
            lines: [{ letter: 3, says: 'Worth something.', quote: 'The mill was worth a quarrel' }],
          },
        ],
        timeline: [{ at: '1957-05-04', letter: 1, says: 'A boat sails.', quote: 'The boat sailed on Saturday, May 4' }],
        theory: {
          who: [{ id: 'ben', letter: 2, label: 'Ben', quote: 'the boat did not sail' }],
          how: [{ id: 'bottle', letter: 3, label: 'What was in it', quote: 'The bottle on her shelf was empty' }],
          why: [{ id: 'mill', letter: 3, label: 'For the mill', quote: 'The mill was worth a quarrel' }],
          right: { who: ['ben'], how: ['bottle'], why: ['mill'] },
        },
      },
      guarded: ['blue bottle'],
      lookFor: {
        1: 'Count the lines of the list, and then count them again.',
        2: 'Mind the pencil in the margin, and ask whose it is.',
        3: 'Lay what is enclosed beside what came with the first one.',
        4: 'Read it as slowly as you can, since it is the last one.',
      },
      bounds: { words: { min: 150, max: 340 }, lettersWithEnclosures: 2, puzzles: 1, plantedBy: 3, closedBy: 3 },
    },
    facts: FACTS,
    sources: new Map(SOURCES.map((source, index) => [index + 1, source])),
    files: new Set(['artifacts/list.typ', 'artifacts/card.typ', 'stationery/plain.typ']),
  });
}

export function onPaper(
  { manifest, facts, sources, files }: Sample,
  youngWords: ReadonlyMap<string, number>,
): SeasonOnPaper {
  const texts = new Map([...sources].map(([number, source]) => [number, readSource(source)]));
  return { manifest, facts, texts, files, artifacts: new Map(), youngWords };
}
