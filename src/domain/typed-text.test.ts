import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanCode, cleanDraft, cleanLine, cleanLines } from './typed-text.ts';

const INVISIBLE = [
  0x00ad, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x202a, 0x202c, 0x202e, 0x2060, 0x2069, 0xfe0f, 0xfeff,
];

test.each([...INVISIBLE, 0x0007, 0x009f, 0xfff9, 0xe0101].map((code) => String.fromCodePoint(code)))(
  'the invisible character %j is in no field, wherever it was typed',
  (character) => {
    const typed = `${character}A${character}da ${character} Quill${character}`;
    for (const clean of [cleanLine, cleanLines, cleanCode]) expect(clean(typed)).toBe('Ada Quill');
    expect(cleanDraft(typed)).toBe('Ada  Quill');
  },
);

describe('a line', () => {
  test('has no line break, one space at a time and none at its ends', () => {
    expect(cleanLine('\u00A0 Ada\r\n\u2003\tQuill\u2029')).toBe('Ada Quill');
  });

  test('has composed letters, also where an invisible one stood between letter and accent', () => {
    expect(cleanLine('Rene\u200B\u0301')).toBe('René');
  });
});

describe('a message', () => {
  test('keeps its emoji whole, and no variation selector besides', () => {
    const emoji = '❤️ 👩🏽‍🚀 🏳️‍🌈 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣ 👨‍👩‍👧';
    expect(cleanLines(`${emoji} a\uFE0Fb\u200Dc`)).toBe(`${emoji} abc`);
  });

  test('keeps an empty line between two paragraphs, however many were typed', () => {
    expect(cleanLines('one\r\ntwo\n\nthree \n \n\t\n four\u2028five\n\n')).toBe('one\ntwo\n\nthree\n\nfour\nfive');
    expect(cleanLines(`a${'\n'.repeat(4990)}b`)).toBe('a\n\nb');
  });
});

test('a text that is being written keeps its spaces and empty lines', () => {
  expect(cleanDraft('one  \r\n\n\n\ntwo\u200B ')).toBe('one  \n\n\n\ntwo ');
});

describe('a code', () => {
  test.each([
    ['１００−０００１', '100-0001'],
    ['100ー0001', '100-0001'],
    ['100ｰ0001', '100-0001'],
    ['０４５７９', '04579'],
    ['٠٤٥٧٩', '04579'],
    ['०४५७९', '04579'],
    ['04579\u20131957', '04579-1957'],
    ['ｓｗ１Ａ　１ａａ', 'sw1A 1aa'],
    ['１１００‐１４８', '1100-148'],
    ['ＭＥ', 'ME'],
    ['ＤＥＡＤ－１０', 'DEAD-10'],
  ])('%s is written %s', (typed, clean) => {
    expect(cleanCode(typed)).toBe(clean);
  });

  test.each(['\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2015', '\u2212', '\u30FC', '\uFF0D', '\uFE63'])(
    'the dash %j is a hyphen',
    (dash) => expect(cleanCode(`100${dash}0001`)).toBe('100-0001'),
  );

  test('in kana keeps its long vowels', () => {
    expect(cleanCode('トーキョー')).toBe('トーキョー');
  });
});

test('what is clean stays as it is', () => {
  const texts = fc.string({ unit: 'binary', maxLength: 30 });
  const odd = fc.constantFrom('\u200D', '\uFE0F', '❤', '👩', '\u0301', 'e', ' ', '\n', '\u30FC', '9', '\u20E3', '－');
  const typed = fc.oneof(
    texts,
    fc.array(odd, { maxLength: 12 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(typed, (text) => {
      for (const clean of [cleanLine, cleanLines, cleanDraft, cleanCode]) expect(clean(clean(text))).toBe(clean(text));
    }),
    { numRuns: 300 },
  );
});
