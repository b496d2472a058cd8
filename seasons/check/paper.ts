import type { Letter } from '../season.ts';
import { gramsOf, OUNCE_GRAMS } from '../weight.ts';
import { boundsOf, endOf, type Fault, type FaultKind, type SeasonOnPaper } from './fault.ts';
import { countWords, type LetterText } from './source.ts';

const MOST_SHEETS = 3;
/** A description shorter than this cannot stand for a picture. */
const LEAST_DESCRIPTION = 40;

/** Numbers, lengths, sheets, enclosures, objects and puzzles. */
export function checkPaper(season: SeasonOnPaper): Fault[] {
  const { manifest, texts } = season;
  return [
    ...numbering(season),
    ...manifest.letters.flatMap((letter) => {
      const text = texts.get(letter.number);
      if (text === undefined) return [fault('source', letter.number, 'Its source is missing.')];
      return [
        ...length(letter, text),
        ...sheets(letter),
        ...enclosures(season, letter, text),
        ...objects(season, letter),
        ...subscriberName(letter, text, manifest.letters[0]?.number ?? 1),
      ];
    }),
    ...whole(season),
    ...puzzles(season),
    ...hands(season),
  ];
}

function numbering({ manifest, texts }: SeasonOnPaper): Fault[] {
  const wrong = manifest.letters.filter(({ number }, index) => number !== index + 1);
  const strays = [...texts.keys()].filter((number) => manifest.letters.every((letter) => letter.number !== number));
  const titles = manifest.letters.map(({ title }) => title);
  return [
    ...wrong.map(({ number }) => fault('numbering', number, 'Letters are numbered in order, from 1.')),
    ...strays.map((number) => fault('numbering', number, 'The manifest does not name it.')),
    ...titles
      .filter((title, index) => titles.indexOf(title) !== index)
      .map((title) => fault('numbering', null, `Two letters are called “${title}”.`)),
    ...manifest.letters
      .filter(({ writer }) => manifest.writers[writer] === undefined)
      .map(({ number, writer }) => fault('unknown name', number, `${writer} is no writer.`)),
    ...manifest.letters
      .filter(({ hook, turns }) => hook.trim() === '' || turns.trim() === '')
      .map(({ number }) => fault('numbering', number, 'It neither turns anything nor opens the next.')),
  ];
}

function length({ number, words: { min, max } }: Letter, { writer, margin }: LetterText): Fault[] {
  const words = countWords(writer) + countWords(margin);
  return words < min || words > max ? [fault('length', number, `${words} words; ${min} to ${max} are wanted.`)] : [];
}

function sheets({ number, sheets: count }: Letter): Fault[] {
  return [
    ...(Number.isInteger(count) && count >= 1 && count <= MOST_SHEETS
      ? []
      : [fault('sheets', number, `${count} sheets; at most ${MOST_SHEETS} fit.`)]),
    ...(gramsOf(count) > OUNCE_GRAMS
      ? [fault('weight', number, `${gramsOf(count).toFixed(1)} g is over an ounce.`)]
      : []),
  ];
}

function enclosures({ files }: SeasonOnPaper, { number, enclosures: named }: Letter, { calls }: LetterText): Fault[] {
  const enclosed = calls.filter(({ name }) => name === 'enclosure').map(({ args }) => args.replaceAll(/["\s]/g, ''));
  const ids = named.map(({ id }) => id);
  return [
    ...enclosed.filter((id) => !ids.includes(id)).map((id) => `${id} is in the letter and not in the manifest.`),
    ...ids.filter((id) => !enclosed.includes(id)).map((id) => `${id} is in the manifest and not in the letter.`),
    ...enclosed.filter((id, index) => enclosed.indexOf(id) !== index).map((id) => `${id} is enclosed twice.`),
    ...ids.filter((id) => !files.has(`artifacts/${id}.typ`)).map((id) => `artifacts/${id}.typ is missing.`),
    ...named.filter(({ described }) => described.length < LEAST_DESCRIPTION).map(({ id }) => `${id} is not described.`),
  ].map((says) => fault('enclosure', number, says));
}

function objects({ facts }: SeasonOnPaper, letter: Letter): Fault[] {
  return letter.enclosures.flatMap(({ object: id }) => {
    if (id === undefined) return [];
    const object = facts.objects.find((candidate) => candidate.id === id);
    if (object === undefined) return [fault('unknown name', letter.number, `${id} is no object.`)];
    const at = endOf(letter.written);
    const isInHand = object.held.some(
      ({ by, from, until }) => by === letter.writer && from <= at && (until === undefined || letter.written <= until),
    );
    return isInHand
      ? []
      : [fault('object', letter.number, `${letter.writer} does not have ${id} at ${letter.written}.`)];
  });
}

/** On masters a name is set later, where the greeting is: nowhere else may it shift a line. */
function subscriberName({ number }: Letter, { calls }: LetterText, first: number): Fault[] {
  const uses = calls.filter(({ name }) => name === 'reader');
  if (number === first) {
    if (uses.length === 0)
      return [fault('name of the subscriber', number, 'The first letter does not name its subscriber.')];
    return uses.every(({ within }) => within.includes('greeting') || within.includes('inside'))
      ? []
      : [fault('name of the subscriber', number, '#reader stands in the greeting or the inside address alone.')];
  }
  return uses.length > 0 ? [fault('name of the subscriber', number, 'Only the first letter is personal.')] : [];
}

function whole({ manifest, texts, facts }: SeasonOnPaper): Fault[] {
  const bounds = boundsOf(manifest);
  const words = [...texts.values()].reduce(
    (sum, { writer, margin }) => sum + countWords(writer) + countWords(margin),
    0,
  );
  const enclosing = manifest.letters.filter(({ enclosures: named }) => named.length > 0).length;
  const people = new Set(facts.people.map(({ id }) => id));
  return [
    ...(words < bounds.words.min || words > bounds.words.max
      ? [fault('length', null, `${words} words in all; ${bounds.words.min} to ${bounds.words.max} are wanted.`)]
      : []),
    ...(enclosing < bounds.lettersWithEnclosures
      ? [fault('enclosure', null, `${enclosing} letters bring something; ${bounds.lettersWithEnclosures} are wanted.`)]
      : []),
    ...facts.objects.flatMap(({ id, held }) => [
      ...held
        .filter(({ by }) => !people.has(by))
        .map(({ by }) => fault('unknown name', null, `${by} holds ${id} and is nobody.`)),
      ...held
        .filter(({ from, until }) => until !== undefined && until < from)
        .map(() => fault('object', null, `${id} is given up before it is had.`)),
      ...held
        .filter(({ from }, index) => index > 0 && from < (held[index - 1]?.until ?? '9999'))
        .map(({ by }) => fault('object', null, `${id} is with ${by} and with somebody else at once.`)),
    ]),
  ];
}

function puzzles({ manifest }: SeasonOnPaper): Fault[] {
  const wanted = boundsOf(manifest).puzzles;
  const numbers = new Set(manifest.letters.map(({ number }) => number));
  const letters = new Set(manifest.puzzles.map(({ letter }) => letter));
  return [
    ...(letters.size < wanted
      ? [fault('puzzle', null, `${letters.size} letters bring a puzzle; ${wanted} are wanted.`)]
      : []),
    ...manifest.puzzles.flatMap(({ id, letter, hints, solution, asks }) =>
      [
        ...(numbers.has(letter) ? [] : ['Its letter does not exist.']),
        ...(new Set(hints.map((hint) => hint.trim())).size === hints.length && hints.every((hint) => hint.trim() !== '')
          ? []
          : ['Three rungs are three different hints.']),
        ...(solution.trim() !== '' && !`${asks} ${hints[0]}`.includes(solution)
          ? []
          : ['Its solution is missing, or given away at once.']),
        ...(manifest.puzzles.filter((other) => other.id === id).length === 1 ? [] : ['Its name is taken.']),
      ].map((says) => fault('puzzle', letter, `${id}: ${says}`)),
    ),
  ];
}

function hands({ manifest, files }: SeasonOnPaper): Fault[] {
  const papers = [
    ...Object.values(manifest.writers).map(({ stationery }) => stationery),
    ...manifest.letters.flatMap(({ stationery }) => stationery ?? []),
  ];
  return [...new Set(papers)]
    .filter((paper) => !files.has(`stationery/${paper}.typ`))
    .map((paper) => fault('source', null, `stationery/${paper}.typ is missing.`));
}

function fault(kind: FaultKind, letter: number | null, says: string): Fault {
  return { kind, letter, says };
}
