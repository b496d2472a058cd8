import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressFormats } from './address-formats.build.mjs';
import { ADDRESS_FORMATS } from './address-formats.ts';
import {
  COUNTRIES,
  country,
  GIFT_COUNTRIES,
  isCountryCode,
  normalisePostalCode,
  printedPostalCode,
  SHIPPING_COUNTRIES,
} from './countries.ts';

test('22 countries everywhere, 4 for gifts', () => {
  expect(SHIPPING_COUNTRIES).toHaveLength(22);
  expect(new Set(SHIPPING_COUNTRIES).size).toBe(22);
  expect(GIFT_COUNTRIES.map((code) => COUNTRIES[code].name)).toEqual([
    'United States',
    'Canada',
    'United Kingdom',
    'Australia',
  ]);
});

test('codes are told from anything else', () => {
  expect(isCountryCode('OTHER')).toBe(true);
  expect(isCountryCode('us')).toBe(false);
  expect(isCountryCode('constructor')).toBe(false);
});

const full = (text: string) =>
  text.replaceAll(/[!-~]/g, (character) => String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfee0));
const arabic = (text: string) => text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x0660 + Number(digit)));

describe('postal codes', () => {
  test.each(SHIPPING_COUNTRIES.filter((code) => code !== 'OTHER'))('the example given for %s is one', (code) => {
    const { example, pattern } = country(code).postalCode;
    expect(example).toMatch(pattern);
    expect(normalisePostalCode(code, example)).toBe(example);
  });

  test.each([
    ['GB', ' sw1a1aa', 'SW1A 1AA'],
    ['GB', 'm1  1ae', 'M1 1AE'],
    ['CA', 'k1a-0b1', 'K1A 0B1'],
    ['NL', '1012js', '1012 JS'],
    ['IE', 'd02af30', 'D02 AF30'],
    ['SE', '11152', '111 52'],
    ['PT', '1100148', '1100-148'],
    ['JP', '1000001', '100-0001'],
    ['US', '04579-1234', '04579-1234'],
    ['US', '045791234', '04579-1234'],
    ['US', '04579 1234', '04579-1234'],
    ['US', '04579–1234', '04579-1234'],
    ['US', '04579', '04579'],
    ['US', '04579-123', '04579-123'],
    ['DE', 'D-10117', '10117'],
    ['SE', 'SE-111 52', '111 52'],
    ['SE', 's-11152', '111 52'],
    ['NL', 'nl 1012js', '1012 JS'],
    ['PT', 'P-1100-148', '1100-148'],
    ['JP', '〒1000001', '100-0001'],
    ['DE', 'F-10117', 'F-10117'],
    ['GB', 'e1 6an', 'E1 6AN'],
    ['OTHER', 'iv-3800', 'IV-3800'],
    ['GB', 'a', 'A'],
  ] as const)('in %s, %j is written %j', (code, typed, written) => {
    expect(normalisePostalCode(code, typed)).toBe(written);
  });

  const prefixed = SHIPPING_COUNTRIES.flatMap((code) =>
    (country(code).postalCode.abroad ?? []).map((prefix) => [code, prefix] as const),
  );

  test.each(prefixed)('in %s, %s before the code is for letters from abroad', (code, prefix) => {
    const { example } = country(code).postalCode;
    for (const between of ['-', ' ', ' - ', '–', '']) {
      expect(normalisePostalCode(code, `${prefix.toLowerCase()}${between}${example}`)).toBe(example);
    }
  });

  test.each([
    ['BFPO 57', 'BFPO 57'],
    ['bfpo2', 'BFPO 2'],
    ['ＢＦＰＯ　５４００', 'BFPO 5400'],
    ['BFPO-105', 'BFPO 105'],
  ])('%j of British forces abroad is %j', (typed, written) => {
    expect(normalisePostalCode('GB', typed)).toBe(written);
    expect(written).toMatch(country('GB').postalCode.pattern);
    for (const none of ['BFPO', 'BFPO 12345', 'BFPO X']) {
      expect(normalisePostalCode('GB', none)).not.toMatch(country('GB').postalCode.pattern);
    }
  });

  const dashes = Array.from('-‐‑‒–—―−ー－﹣');
  const spaces = ['', ' ', '  ', '\u00A0', '\u3000', '\u2009'];

  test.each(SHIPPING_COUNTRIES.filter((code) => code !== 'OTHER'))(
    'a code of %s may be typed with any keyboard, any dash and any space',
    (code) => {
      const { example, pattern } = country(code).postalCode;
      const apart = dashes.flatMap((dash) => [example.replace('-', dash), example.replace('-', ` ${dash} `)]);
      const spaced = spaces.flatMap((space) => [example.replace(' ', space), `${space}${example}${space}`]);
      const typed = [
        full(example),
        arabic(example),
        example.toLowerCase(),
        `\u200E${example}\u202C`,
        ...apart,
        ...spaced,
      ];
      for (const one of [...typed, ...typed.map(full)])
        expect([one, normalisePostalCode(code, one)]).toEqual([one, example]);
      expect(example).toMatch(pattern);
    },
  );

  test.each([
    ['FR', '75 001', '75001'],
    ['SG', '018 956', '018956'],
    ['SG', 'Singapore 018956', '018956'],
    ['DE', '101 17', '10117'],
    ['JP', '〒１００－０００１', '100-0001'],
    ['US', '０４５７９－１９５７', '04579-1957'],
    ['PT', '１１００ー１４８', '1100-148'],
    ['CA', 'ｂ３ｊ-３ｋ５', 'B3J 3K5'],
  ] as const)('in %s, %j is %j', (code, typed, written) => {
    expect(normalisePostalCode(code, typed)).toBe(written);
  });

  test('nine digits of a ZIP code are ZIP+4, whatever stands between them', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^\d{5}$/),
        fc.stringMatching(/^[ -]{0,3}$/),
        fc.stringMatching(/^\d{4}$/),
        (area, between, four) => {
          expect(normalisePostalCode('US', area + between + four)).toBe(`${area}-${four}`);
        },
      ),
    );
  });

  test('the word for having none is printed nowhere, and a code is', () => {
    expect(['none', 'NONE', ' None '].map((typed) => printedPostalCode('OTHER', typed))).toEqual(['', '', '']);
    expect(printedPostalCode('OTHER', 'IV-3800')).toBe('IV-3800');
  });

  test.each([
    ['US', '0457'],
    ['US', '04579-12'],
    ['CA', 'D1A 0B1'],
    ['GB', 'SW1A 1A'],
    ['AU', '70000'],
    ['ES', '53001'],
    ['NL', '0012 JS'],
    ['DE', '10117\n'],
  ] as const)('in %s, %j is none', (code, typed) => {
    expect(typed).not.toMatch(country(code).postalCode.pattern);
  });
});

describe('how a country writes an address', () => {
  test('comes from the address metadata, of which our copy is no other', () => {
    expect(addressFormats()).toEqual(ADDRESS_FORMATS);
  });

  test('with the regions that a country has, and no others', () => {
    const regions = SHIPPING_COUNTRIES.flatMap((code) => country(code).stateLabel?.concat(` of ${code}`) ?? []);
    expect(regions).toEqual([
      'State of US',
      'Province of CA',
      'State or territory of AU',
      'County of IE',
      'Province of IT',
      'Province of ES',
      'Prefecture of JP',
      'Region of OTHER',
    ]);
  });

  test('with the word that its people have for a town', () => {
    expect(country('GB').townLabel).toBe('Town');
    expect(country('AU').townLabel).toBe('Suburb');
    expect(country('SG').townLabel).toBeNull();
  });

  test.each(SHIPPING_COUNTRIES.filter((code) => code !== 'OTHER'))(
    'a code of %s is one by the metadata too',
    (code) => {
      const { pattern, example } = country(code).postalCode;
      const known = new RegExp(ADDRESS_FORMATS[code].postalCode.pattern);
      expect(example).toMatch(known);
      fc.assert(
        fc.property(fc.stringMatching(pattern), (ours) => known.test(ours)),
        { numRuns: 30 },
      );
    },
  );
});
