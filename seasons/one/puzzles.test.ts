import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isRightAnswer } from '../../src/domain/typed-answer.ts';
import { checkShown, readShown } from '../check/spoilers.ts';
import { burialRegister, certificates, payList } from './artifacts/1926.ts';
import { cipherTelegram, decipher, hymnSheet, readHymns } from './artifacts/ciphers.ts';
import { artifactJson, ARTIFACTS } from './artifacts/make.ts';
import {
  bulletinWrapper,
  deadEnvelope,
  firstEnvelope,
  marginStamp,
  regretsEnvelope,
  stampStrip,
  tongueStamp,
} from './artifacts/pieces.ts';
import { drawerIndex, inventory, lightTally, stampLedger } from './artifacts/post-office.ts';
import { fits } from './artifacts/row-of-ten.ts';
import { elongationAt, minutesOf } from './artifacts/tides.ts';
import { missedBoats, tideTable } from './artifacts/tide-table.ts';
import { bellBook, walk } from './artifacts/town.ts';
import { GUARDED } from './guarded.ts';
import { textOf } from './make-guarded-phrases.ts';
import { PUZZLES } from './puzzles.ts';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const owed = ({ day, ounces }: { day: string; ounces: number }) => Math.ceil(ounces) * (day < '1932-07-06' ? 2 : 3);
const atFour = (hours: number) => missedBoats(hours).filter((boat) => boat.endsWith('16:00'));
const solutionOf = (id: string) => PUZZLES.find((puzzle) => puzzle.id === id)?.solution ?? '';

describe('the data beside the drawings', () => {
  test.each(Object.keys(ARTIFACTS) as (keyof typeof ARTIFACTS)[])('%s is what its code computes', (id) => {
    const file = readFileSync(join(import.meta.dirname, 'artifacts', `${id}.json`), 'utf8');
    expect(JSON.parse(file)).toEqual(JSON.parse(artifactJson(id)));
  });
});

describe('each puzzle solved back from its paper', () => {
  test('the two inventories differ by one key', () => {
    const counts = inventory.lists.map(({ rows }) => sum(rows.map(({ count }) => count)));
    const [first, second] = inventory.lists;
    const differing = first.rows.filter(({ count }, index) => count !== second.rows[index]?.count);
    expect(counts).toEqual([41, 40]);
    expect(differing.map(({ what }) => what)).toEqual(['keys: street, cash, and a small one']);
    expect(solutionOf('inventory')).toBe(`${counts.join(' and ')}: a small key`);
  });

  test('the map gives the walks on a night when the dotted paths are under water', () => {
    const walks = ['vane', 'thorne', 'church', 'cove'].map((from) => walk(from, 'office'));
    expect(walks).toEqual([6, 7, 9, 15]);
    expect(walk('light', 'office')).toBe(Infinity);
    expect(walk('light', 'office', false)).toBe(32);
    expect(solutionOf('map')).toBe(`${walks.join(', ')}, not at all`);
  });

  test('the nine in the register are those whom the pay list gives a tin, and the other three live', () => {
    const dead = new Set<string>(burialRegister.rows.map(({ name }) => name));
    const [with40, without] = [
      payList.rows.filter(({ bonus }) => bonus !== ''),
      payList.rows.filter(({ bonus }) => bonus === ''),
    ];
    expect(with40.every(({ name, hours }) => dead.has(name) && hours === 60)).toBe(true);
    expect(with40).toHaveLength(9);
    expect(without.filter(({ name }) => dead.has(name))).toEqual([]);
    expect(burialRegister.rows.filter(({ cause }) => cause === 'Influenza')).toHaveLength(9);
  });

  test('the pay list adds up', () => {
    expect(payList.total.pay).toBe(sum(payList.rows.map(({ hours, rate }) => hours * rate)));
    expect(payList.total.hours).toBe(692);
  });

  test('one letter of the drawer has paid twice what it owed', () => {
    const over = drawerIndex.rows.filter((row) => row.paid !== owed(row));
    expect(over.map(({ number, paid }) => [number, paid])).toEqual([[1, 4]]);
    expect(over[0]?.shown).toBeNull();
  });

  test('the stamp account can be restored under the coffee and comes to nothing on September 14', () => {
    let left: number = stampLedger.received.stamps;
    const restored = stampLedger.rows.map((row) => {
      const stamps = left - row.left;
      left = row.left;
      return stamps;
    });
    expect(stampLedger.rows.map(({ stamps }, index) => stamps ?? restored[index])).toEqual(restored);
    const blotted = restored.filter((_, index) => stampLedger.rows[index]?.stamps === null);
    expect(blotted).toEqual([10, 8]);
    expect(sum(restored)).toBe(300);
    expect(stampLedger.rows.at(-1)).toMatchObject({ day: '1957-09-14', left: 0 });
  });

  test('the closing of September 23 balances to the cent', () => {
    const { rows, stamps, cash, fund } = stampLedger.closing;
    expect(sum(rows.map(({ cents }) => cents))).toBe(stamps);
    expect(stamps + cash).toBe(fund);
  });

  test('of two strikes that say September 21 one is whole and one nicked', () => {
    expect(regretsEnvelope.strike.lines).toEqual(['SEP 21', '4 PM', '1957']);
    expect(bulletinWrapper.strike.lines).toEqual(['SEP 21', '9 AM', '1957']);
    const nicks = [firstEnvelope, marginStamp, regretsEnvelope, bulletinWrapper, deadEnvelope].map(
      ({ strike }) => strike.nicked,
    );
    expect(nicks).toEqual([true, true, true, false, false]);
  });

  test('the moon was new on September 23 and full on October 8, 1957', () => {
    expect(elongationAt(Date.parse('1957-09-23T19:18Z'))).toBeCloseTo(360, -1);
    expect(Math.abs(elongationAt(Date.parse('1957-10-08T21:42Z')) - 180)).toBeLessThan(0.5);
    expect(tideTable.rows.find(({ moon }) => moon === 'new moon')?.day).toBe('1957-09-23');
  });

  test('with the hour added the four o’clock boat missed Saturday the 21st alone, without it Mondays and Tuesdays', () => {
    expect(atFour(1)).toEqual(['1957-09-21 16:00']);
    expect(atFour(0)).toEqual(['1957-09-23 16:00', '1957-09-24 16:00']);
  });

  test('high water on the night of the gale came at twenty-five past eleven, town time', () => {
    const high = tideTable.rows.find(({ day }) => day === '1957-09-23')?.tides.findLast(({ kind }) => kind === 'high');
    expect(minutesOf(high?.at ?? '') + 60).toBe(minutesOf('23:25'));
  });

  test('the telegram opens with the cat', () => {
    expect(decipher(cipherTelegram.columns.join(' '), 'PARCEL').replace(/X+$/, '')).toBe(
      solutionOf('cipher').replaceAll(' ', ''),
    );
  });

  test('one blow too many was rung at a quarter past nine, and no quarter is long enough for the way', () => {
    const wrong = bellBook.rows.filter(({ blows }, index) => blows !== index + 1);
    expect(wrong).toEqual([{ at: '9:15 PM', blows: 7, rung: 'W.P.', counted: 'E.R.' }]);
    expect(bellBook.rows.every(({ rung }) => rung === 'W.P.')).toBe(true);
    expect(2 * walk('church', 'office')).toBeGreaterThan(15);
  });

  test('five fields of the two certificates agree word for word', () => {
    const [then, now] = certificates;
    const same = Object.entries(then.fields).filter(
      ([field, words]) => now.fields[field as keyof typeof now.fields] === words,
    );
    expect(same.map(([field]) => field)).toEqual([
      'General appearance',
      'Heart',
      'Tongue',
      'Cause of death',
      'Inquest',
    ]);
  });

  test('the pencil on the hymn sheet reads as she would not write it', () => {
    expect(readHymns(hymnSheet.pencilled.map((triple) => triple.split('-').map(Number)))).toBe(solutionOf('hymns'));
  });

  test('two of the ten Lights are not accounted for', () => {
    expect(lightTally.bought - sum(lightTally.rows.map(({ stamps }) => stamps))).toBe(2);
  });

  test('regrets, tongue, first envelope and strip fit in this order and in no other', () => {
    const pieces = [regretsEnvelope, tongueStamp, firstEnvelope, stampStrip].map(({ stamp }) => stamp);
    const pairs = pieces.flatMap((left, i) =>
      pieces.flatMap((right, j) => (i !== j && fits(left.right, right.left) ? [[i, j]] : [])),
    );
    expect(pairs).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
    expect(marginStamp.stamp.left).toBeNull();
    expect(marginStamp.stamp.right).toBe(tongueStamp.stamp.right);
  });
});

describe('the hints', () => {
  test.each(PUZZLES)('$id has three rungs, and the first does not give it away', ({ hints, solution }) => {
    expect(new Set(hints).size).toBe(3);
    expect(hints[0]).not.toContain(solution);
  });
});

describe('typed answers', () => {
  const typed = PUZZLES.flatMap((puzzle) => ('typed' in puzzle ? [puzzle] : []));

  test('every puzzle takes one, save the verdict, which is the theory', () => {
    expect(PUZZLES.filter((puzzle) => !('typed' in puzzle)).map(({ id }) => id)).toEqual(['verdict']);
  });

  test.each(typed)('$id takes its own solution, and not what it asks', ({ asks, typed: { accepts }, solution }) => {
    expect(isRightAnswer(solution, accepts)).toBe(true);
    expect(isRightAnswer(asks, accepts)).toBe(false);
  });

  test.each([
    ['inventory', 'forty-one & forty, the key', true],
    ['inventory', 'forty-one and forty-one', false],
    ['map', '6 min, 7 min, 9 min, 15 min and you can’t', true],
    ['map', 'Six, seven, nine, eleven, not at all', false],
    ['tides', 'Sept. 23', false],
    ['cipher', 'captain swears: no call Saturday at 4, no water', true],
    ['rings', 'The regrets’ rim has a gap', true],
    ['rings', 'the wrapper is nicked', false],
  ])('%s: “%s” is right: %s', (id, answer, isRight) => {
    expect(isRightAnswer(answer, typed.find((puzzle) => puzzle.id === id)?.typed.accepts ?? [])).toBe(isRight);
  });
});

describe('guarded phrases', () => {
  const numbers = Array.from({ length: 23 }, (_, index) => index + 2);

  test.each(numbers)('letter %i has at least twenty, each of its own words and of no other letter’s', (number) => {
    const phrases = GUARDED.ofLetter[String(number)] ?? [];
    const others = [1, ...numbers].filter((other) => other !== number).map(textOf);
    expect(phrases.length).toBeGreaterThanOrEqual(20);
    for (const phrase of phrases) {
      expect(textOf(number)).toContain(phrase);
      expect(others.some((text) => text.includes(phrase))).toBe(false);
    }
  });

  test('nothing that a visitor is shown has one of them', () => {
    const phrases = Object.values(GUARDED.ofLetter).flat();
    expect(checkShown(phrases, readShown(join(import.meta.dirname, '../..')))).toEqual([]);
  });
});
