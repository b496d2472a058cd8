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
    [HARBOR, ['Ada Quill', '1 Gannet Row', 'Wick Harbor, ME 04614']],
    [
      {
        ...HARBOR,
        addressLine2: 'Flat 2',
        city: 'Whitby',
        stateProvince: 'North Yorkshire',
        postalCode: 'YO22 4JR',
        country: 'GB',
      },
      ['Ada Quill', '1 Gannet Row', 'Flat 2', 'Whitby', 'YO22 4JR', 'UNITED KINGDOM'],
    ],
    [
      { ...HARBOR, city: 'Halifax', stateProvince: 'NS', postalCode: 'B3J 3K5', country: 'CA' },
      ['Ada Quill', '1 Gannet Row', 'Halifax NS  B3J 3K5', 'CANADA'],
    ],
    [
      { ...HARBOR, city: 'Wien', stateProvince: '', postalCode: '1010', country: 'AT' },
      ['Ada Quill', '1 Gannet Row', '1010 Wien', 'AUSTRIA'],
    ],
    [
      { ...HARBOR, city: 'Stockholm', stateProvince: '', postalCode: '111 52', country: 'SE' },
      ['Ada Quill', '1 Gannet Row', 'SE-111 52 Stockholm', 'SWEDEN'],
    ],
    [
      { ...HARBOR, city: 'Roma', stateProvince: 'RM', postalCode: '00187', country: 'IT' },
      ['Ada Quill', '1 Gannet Row', '00187 Roma RM', 'ITALY'],
    ],
    [
      { ...HARBOR, city: 'Chiyoda-ku', stateProvince: 'Tokyo', postalCode: '100-0001', country: 'JP' },
      ['Ada Quill', '1 Gannet Row', 'Chiyoda-ku, Tokyo', '100-0001', 'JAPAN'],
    ],
    [
      { ...HARBOR, city: 'Reykjavík', stateProvince: '', postalCode: '101', country: 'OTHER', countryName: 'Iceland' },
      ['Ada Quill', '1 Gannet Row', 'Reykjavík 101', 'ICELAND'],
    ],
    [
      { ...HARBOR, city: 'Berlin', stateProvince: 'Berlin', postalCode: '10117', country: 'DE' },
      ['Ada Quill', '1 Gannet Row', '10117 Berlin', 'GERMANY'],
    ],
    [
      { ...HARBOR, city: 'Singapore', stateProvince: 'Central', postalCode: '018956', country: 'SG' },
      ['Ada Quill', '1 Gannet Row', 'SINGAPORE 018956', 'SINGAPORE'],
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

  test('when a line below the name is in a script that our post office does not read', () => {
    expect(addressDoubt({ ...HARBOR, fullName: '王小明' })).toBeNull();
    expect(addressDoubt({ ...HARBOR, city: '千代田区' })).toBe('script');
    expect(addressDoubt({ ...HARBOR, addressLine1: 'ул. Ленина 5' })).toBe('script');
    expect(addressDoubt({ ...HARBOR, addressLine2: 'διαμ. 3' })).toBe('script');
    expect(addressDoubt({ ...HARBOR, city: '千代田区 Chiyoda-ku' })).toBeNull();
    expect(addressDoubt({ ...HARBOR, addressLine1: '1-2-3' })).toBeNull();
    expect(lineDoubt({ ...HARBOR, country: 'OTHER', countryName: 'Россия' })).toBe('script');
  });

  test('when its country has left our list since', () => {
    const { country, countryName } = storedAddress({ ...HARBOR, country: 'KR' });
    expect([country, countryName]).toEqual(['OTHER', 'KR']);
  });
});

test('an envelope has an apostrophe, letters and nothing for characters that its face lacks', () => {
  const address: Address = {
    fullName: 'Ke\u02BBe O\u02BCMalley\u200B',
    addressLine1: '12 Sto\uFB03n Row',
    addressLine2: 'Acme\u2122',
    city: 'Wick Harbor',
    stateProvince: 'ME',
    postalCode: '04614',
    country: 'US',
    countryName: null,
  };
  expect(addressDoubt(address)).toBeNull();
  expect(envelopeLines(address)).toEqual(["Ke'e O'Malley", '12 Stoffin Row', 'AcmeTM', 'Wick Harbor, ME 04614']);
});
