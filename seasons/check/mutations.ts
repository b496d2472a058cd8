import type { Letter, SeasonFacts } from '../season.ts';
import { CASE_FILE_MUTATIONS } from './case-file-mutations.ts';
import type { FaultKind } from './fault.ts';
import type { Sample } from './sample.ts';

function write(from: string, to: string, number = 1): (season: Sample) => void {
  return ({ sources }) => {
    const source = sources.get(number) ?? '';
    if (!source.includes(from)) throw new Error(`The sample does not say “${from}”.`);
    sources.set(number, source.replace(from, to));
  };
}

function letter(number: number, change: (letter: Letter) => Partial<Letter>): (season: Sample) => void {
  return (season) => {
    const letters = season.manifest.letters.map((one) => (one.number === number ? { ...one, ...change(one) } : one));
    season.manifest = { ...season.manifest, letters };
  };
}

function facts<K extends keyof SeasonFacts>(
  part: K,
  change: (all: SeasonFacts[K]) => SeasonFacts[K],
): (season: Sample) => void {
  return (season) => {
    season.facts = { ...season.facts, [part]: change(season.facts[part]) };
  };
}

/** Changes one entry of a list by its id. */
function entry<T extends { readonly id: string }>(
  id: string,
  change: (one: T) => T,
): (all: readonly T[]) => readonly T[] {
  return (all) => all.map((one) => (one.id === id ? change(one) : one));
}

/** What is wrong, how the checks call it, and how it is made. */
export const MUTATIONS: readonly (readonly [string, FaultKind, (season: Sample) => void])[] = [
  ['a weekday in the dateline that is not that date’s', 'weekday', write('Monday, May 6', 'Sunday, May 6')],
  ['a weekday in the text that is not that date’s', 'weekday', write('_Saturday, May 4_', '_Saturday, May 5_')],
  ['a weekday of 1926 by the calendar of 1957', 'weekday', write('Saturday, October 2,', 'Wednesday, October 3,')],
  ['a weekday beside a day without its month', 'weekday', write('Tuesday the 7th', 'Wednesday the 7th', 3)],
  ['a date that no month has', 'weekday', write('Saturday, May 4', 'Saturday, May 34')],
  ['a weekday in the pencil of the margin', 'weekday', write('He did.', 'He did, on Friday, May 4.', 2)],
  [
    'a weekday on something enclosed',
    'weekday',
    letter(3, (one) => ({
      enclosures: one.enclosures.map((it) => ({ ...it, described: `${it.described} Died on Monday, May 4.` })),
    })),
  ],
  ['a dateline of another day than the manifest’s', 'dateline', write('May 7, 1957', 'May 8, 1957', 2)],
  ['a dateline of another year', 'dateline', write('May 7, 1957', 'May 7, 1956', 2)],
  ['a day of writing moved in the manifest alone', 'dateline', letter(4, () => ({ written: '1957-05-12' }))],
  [
    'a postmark struck before the letter was written',
    'postmark',
    letter(1, () => ({ postmark: { strikes: '1957-05-05T21:00', place: 'Salt Point' } })),
  ],
  [
    'a postmark that lies with the truth',
    'postmark',
    letter(3, () => ({ postmark: { strikes: '1957-05-10T09:00', truly: '1957-05-10T09:00', place: 'Salt Point' } })),
  ],
  [
    'an age that does not follow from the birth',
    'age',
    letter(1, () => ({ ages: [{ person: 'ada', age: 57, quote: 'I am fifty-eight years old' }] })),
  ],
  [
    'an age before that year’s birthday',
    'age',
    facts(
      'people',
      entry('ada', (one) => ({ ...one, born: '1899-05-07' })),
    ),
  ],
  [
    'an age in the text that the manifest does not claim',
    'age',
    write('the lamp burned', 'the boy, aged eleven, watched as the lamp burned', 2),
  ],
  [
    'an age in words that are not the number',
    'age',
    letter(1, () => ({ ages: [{ person: 'ada', age: 58, quote: 'I lock the door at nine' }] })),
  ],
  [
    'an age of nobody',
    'age',
    letter(1, () => ({ ages: [{ person: 'eve', age: 58, quote: 'I am fifty-eight years old' }] })),
  ],
  [
    'somebody who writes of what they learn later',
    'knowledge',
    facts(
      'facts',
      entry('mill', (one) => ({ ...one, known: { ...one.known, cora: '1957-05-10' } })),
    ),
  ],
  [
    'somebody who writes of what they never learn',
    'knowledge',
    facts(
      'facts',
      entry('mill', (one) => ({ ...one, known: { ben: '1957-01-01', cora: '1957-05-08' } })),
    ),
  ],
  [
    'an event that has not happened yet',
    'knowledge',
    facts(
      'facts',
      entry('boat', (one) => ({ ...one, at: '1957-05-08', known: { all: '1957-05-01' } })),
    ),
  ],
  [
    'a note in the margin that is older than what it knows',
    'knowledge',
    letter(2, () => ({ annotated: '1957-05-08' })),
  ],
  [
    'a letter written after its writer’s death',
    'the dead write',
    facts(
      'people',
      entry('ada', (one) => ({ ...one, died: '1957-05-10T12:00' })),
    ),
  ],
  ['a note by a hand that is dead', 'the dead write', letter(2, () => ({ annotated: '1957-05-21' }))],
  [
    'a writer who is not born yet',
    'the dead write',
    facts(
      'people',
      entry('ben', (one) => ({ ...one, born: '1958-01-01' })),
    ),
  ],
  [
    'an asserted fact that the text does not say',
    'quotation',
    write('the boat did not sail on Saturday', 'the boat was away', 2),
  ],
  [
    'a note’s fact that stands in the letter instead',
    'quotation',
    write('#margin[He did. The mill was his only quarrel.]', 'The mill was his only quarrel.', 2),
  ],
  ['a premise whose words were cut', 'quotation', write('I lock the door at nine', 'I lock up')],
  [
    'a false trail closed by words that are not there',
    'quotation',
    facts(
      'falseTrails',
      entry('apprentice', (one) => ({ ...one, closed: [{ letter: 3, quote: 'He rang the bell' }] })),
    ),
  ],
  [
    'a fact that differs from the truth and is not marked',
    'unmarked lie',
    letter(1, (one) => ({
      asserts: one.asserts.map(({ fact, quote, says }) => ({ fact, quote, ...(says !== undefined && { says }) })),
    })),
  ],
  [
    'a truth that is changed under an assertion',
    'unmarked lie',
    letter(3, (one) => ({ asserts: one.asserts.map((it) => ({ ...it, says: 'sailed' })) })),
  ],
  [
    'a lie that is true as it is told',
    'lie',
    facts(
      'facts',
      entry('boat', (one) => ({ ...one, truth: 'sailed' })),
    ),
  ],
  [
    'a lie told by another hand than its own',
    'lie',
    facts(
      'lies',
      entry('boat-lie', (one) => ({ ...one, by: 'ben' })),
    ),
  ],
  [
    'a lie about another fact',
    'lie',
    facts(
      'lies',
      entry('mill-lie', (one) => ({ ...one, fact: 'quarrel' })),
    ),
  ],
  [
    'a lie that nobody tells',
    'lie',
    facts('lies', (all) => [...all, { id: 'spare', by: 'ada', fact: 'mill', kind: 'lie', why: 'none' }]),
  ],
  [
    'a lie that no other letter contradicts',
    'lie not contradicted',
    (season) =>
      [2, 3].forEach((number) =>
        letter(number, (one) => ({ asserts: one.asserts.filter(({ fact }) => fact !== 'boat') }))(season),
      ),
  ],
  [
    'a lie contradicted by its own hand alone',
    'lie not contradicted',
    (season) =>
      letter(3, (one) => ({ asserts: one.asserts.filter(({ fact }) => fact !== 'mill') }))(only4By('ben', season)),
  ],
  [
    'a premise planted in one letter',
    'premise',
    letter(2, (one) => ({ plants: one.plants.filter(({ premise }) => premise !== 'door') })),
  ],
  [
    'a premise planted by one hand',
    'premise',
    (season) =>
      [2, 3].forEach((number) =>
        letter(number, (one) => ({ plants: one.plants.filter(({ premise }) => premise !== 'bottle') }))(season),
      ),
  ],
  [
    'a premise planted twice, by one hand only',
    'premise',
    (season) => {
      letter(2, (one) => ({ plants: one.plants.filter(({ premise }) => premise !== 'door') }))(season);
      letter(4, (one) => ({ plants: [...one.plants, { premise: 'door', quote: 'the door was locked' }] }))(season);
    },
  ],
  [
    'a premise planted too late',
    'premise',
    (season) => {
      season.manifest = { ...season.manifest, bounds: { ...limits(season), plantedBy: 1 } };
    },
  ],
  ['a proof without a motive', 'premise', facts('premises', (all) => all.filter(({ proves }) => proves !== 'why'))],
  [
    'a premise that the facts do not know',
    'unknown name',
    facts('premises', (all) => all.filter(({ id }) => id !== 'bottle')),
  ],
  [
    'a false trail closed too late',
    'false trail',
    (season) => {
      season.manifest = { ...season.manifest, bounds: { ...limits(season), closedBy: 2 } };
    },
  ],
  [
    'a false trail that is never closed',
    'false trail',
    facts(
      'falseTrails',
      entry('apprentice', (one) => ({ ...one, closed: [] })),
    ),
  ],
  [
    'a false trail that accuses nobody',
    'false trail',
    facts(
      'falseTrails',
      entry('apprentice', (one) => ({ ...one, accuses: 'eve' })),
    ),
  ],
  ['an enclosure that is not in the manifest', 'enclosure', write('#enclosure("list")', '#enclosure("lists")')],
  ['an enclosure that the letter leaves out', 'enclosure', write('#enclosure("card")', '', 3)],
  [
    'an enclosure without a drawing',
    'enclosure',
    ({ files }) => {
      files.delete('artifacts/card.typ');
    },
  ],
  [
    'an enclosure that is not described',
    'enclosure',
    letter(3, (one) => ({ enclosures: one.enclosures.map((it) => ({ ...it, described: 'A card.' })) })),
  ],
  [
    'too few letters that bring anything',
    'enclosure',
    (season) => {
      season.manifest = { ...season.manifest, bounds: { ...limits(season), lettersWithEnclosures: 3 } };
    },
  ],
  [
    'a thing enclosed that its writer does not have',
    'object',
    facts(
      'objects',
      entry('list', (one) => ({ ...one, held: one.held.slice(0, 1) })),
    ),
  ],
  [
    'a thing that two people have at once',
    'object',
    facts(
      'objects',
      entry('list', (one) => ({
        ...one,
        held: [
          { by: 'ben', from: '1957-05-01' },
          { by: 'ada', from: '1957-05-05' },
        ],
      })),
    ),
  ],
  ['a word younger than the letter', 'young word', write('the lamp burned', 'the laser burned', 2)],
  [
    'two words younger than the letter',
    'young word',
    write('nobody has told you so', 'nobody has told you the zip code'),
  ],
  ['a young word with an ending', 'young word', write('Nobody quarrelled', 'He prioritized, and nobody quarrelled', 2)],
  ['a mark that this hand never makes', 'not this hand', write('Sir,', 'Sir!', 4)],
  [
    'words that this hand never writes',
    'not this hand',
    write('Tuesday the 7th was wet', 'Tuesday the 7th was perhaps wet', 3),
  ],
  ['a quotation mark of a machine', 'straight quotation mark', write('Sir,', '"Sir",', 4)],
  ['a letter over its length', 'length', letter(1, () => ({ words: { min: 10, max: 40 } }))],
  ['a letter under its length', 'length', letter(4, () => ({ words: { min: 90, max: 100 } }))],
  [
    'a season over its length',
    'length',
    (season) => {
      season.manifest = { ...season.manifest, bounds: { ...limits(season), words: { min: 10, max: 300 } } };
    },
  ],
  ['more sheets than fold into an envelope', 'sheets', letter(2, () => ({ sheets: 4 }))],
  ['a letter over its ounce', 'weight', letter(2, () => ({ sheets: 4 }))],
  ['a letter out of its number', 'numbering', letter(3, () => ({ number: 5 }))],
  ['two letters of one title', 'numbering', letter(3, () => ({ title: 'One' }))],
  ['a letter without a reason to open the next', 'numbering', letter(3, () => ({ hook: '' }))],
  [
    'a letter without a source',
    'source',
    ({ sources }) => {
      sources.delete(2);
    },
  ],
  [
    'a stationery that is not there',
    'source',
    ({ files }) => {
      files.delete('stationery/plain.typ');
    },
  ],
  ['a writer who is none', 'unknown name', letter(4, () => ({ writer: 'eve' }))],
  [
    'the subscriber’s name where it would move lines',
    'name of the subscriber',
    write('nobody has told you so', 'nobody has told you so, #reader'),
  ],
  ['the subscriber’s name in another letter', 'name of the subscriber', write('Sir,', '#reader,', 4)],
  ['a first letter that names nobody', 'name of the subscriber', write('#reader', 'friend')],
  [
    'too few puzzles',
    'puzzle',
    (season) => {
      season.manifest = { ...season.manifest, puzzles: [] };
    },
  ],
  ['a puzzle whose hints repeat', 'puzzle', puzzle({ hints: ['Count.', 'Count.', 'Look.'] })],
  ['a puzzle that its first hint gives away', 'puzzle', puzzle({ hints: ['The second.', 'Count.', 'Look.'] })],
  ['a puzzle of a letter that does not exist', 'puzzle', puzzle({ letter: 9 })],
  ...CASE_FILE_MUTATIONS,
];

function limits({ manifest: { bounds } }: Sample) {
  if (bounds === undefined) throw new Error('The sample has bounds of its own.');
  return bounds;
}

function puzzle(change: Partial<Sample['manifest']['puzzles'][number]>): (season: Sample) => void {
  return (season) => {
    season.manifest = { ...season.manifest, puzzles: season.manifest.puzzles.map((one) => ({ ...one, ...change })) };
  };
}

function only4By(writer: string, season: Sample): Sample {
  letter(4, () => ({ writer }))(season);
  letter(2, (one) => ({ asserts: one.asserts.filter(({ by }) => by === undefined) }))(season);
  return season;
}
