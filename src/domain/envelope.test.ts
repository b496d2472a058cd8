import { describe, expect, test } from 'vitest';
import type { Address } from './address.ts';
import { addressDoubt, envelopeLines, lineDoubt, storedAddress } from './envelope.ts';

const HARBOR: Address = {
  fullName: 'Ada Quill',
  addressLine1: '1 Gannet Row',
  addressLine2: null,
  city: 'Wick Harbor',
  stateProvince: 'ME',
  postalCode: '04614',
  country: 'US',
  countryName: null,
};

describe('the lines of an envelope', () => {
  test.each([
    [HARBOR, ['Ada Quill', '1 Gannet Row', 'Wick Harbor ME 04614']],
    [
      {
        ...HARBOR,
        addressLine2: 'Flat 2',
        city: 'Whitby',
        stateProvince: 'North Yorkshire',
        postalCode: 'YO22 4JR',
        country: 'GB',
      },
      ['Ada Quill', '1 Gannet Row', 'Flat 2', 'Whitby', 'North Yorkshire', 'YO22 4JR', 'UNITED KINGDOM'],
    ],
    [
      { ...HARBOR, city: 'Berlin', stateProvince: 'Berlin', postalCode: '10117', country: 'DE' },
      ['Ada Quill', '1 Gannet Row', '10117 Berlin', 'GERMANY'],
    ],
    [
      { ...HARBOR, city: 'Singapore', stateProvince: 'Central', postalCode: '018956', country: 'SG' },
      ['Ada Quill', '1 Gannet Row', 'Singapore 018956', 'SINGAPORE'],
    ],
    [
      {
        ...HARBOR,
        city: 'Seoul',
        stateProvince: 'Seoul',
        postalCode: '04524',
        country: 'OTHER',
        countryName: 'South Korea',
      },
      ['Ada Quill', '1 Gannet Row', 'Seoul Seoul 04524', 'SOUTH KOREA'],
    ],
    [
      {
        ...HARBOR,
        city: 'Nassau',
        stateProvince: 'New Providence',
        postalCode: 'NONE',
        country: 'OTHER',
        countryName: 'Bahamas',
      },
      ['Ada Quill', '1 Gannet Row', 'Nassau New Providence', 'BAHAMAS'],
    ],
  ] as const)('are those of %o', (address, lines) => {
    expect(envelopeLines(address)).toEqual(lines);
  });
});

describe('an address needs a look', () => {
  test('never when it was checked as it was saved', () => {
    expect(addressDoubt(HARBOR)).toBeNull();
    expect(addressDoubt({ ...HARBOR, fullName: 'Łukasz Żółć-Nguyễn, 王小明' })).toBeNull();
  });

  test('always when its country is not on our list, until someone has seen it', () => {
    const seoul: Address = { ...HARBOR, country: 'OTHER', countryName: 'South Korea' };
    expect(addressDoubt(seoul)).toBe('other_country');
    expect(lineDoubt(seoul)).toBeNull();
    expect(lineDoubt({ ...seoul, countryName: ' ' })).toBe('incomplete');
  });

  test('when a line is empty, the code is no code, or the type case lacks a character', () => {
    expect(addressDoubt({ ...HARBOR, city: ' ' })).toBe('incomplete');
    expect(addressDoubt({ ...HARBOR, postalCode: '0461' })).toBe('postal_code');
    expect(addressDoubt({ ...HARBOR, fullName: 'Ada 🕯' })).toBe('characters');
    expect(addressDoubt({ ...HARBOR, fullName: 'عادة' })).toBe('characters');
  });

  test('when its country has left our list since', () => {
    const { country, countryName } = storedAddress({ ...HARBOR, country: 'KR' });
    expect([country, countryName]).toEqual(['OTHER', 'KR']);
  });
});
