import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AddressInput,
  ADDRESS_LINE_LIMIT,
  nextAddressLabel,
  subscriptionLabel,
  validateAddress,
} from './address.ts';
import { GIFT_COUNTRIES } from './countries.ts';

const harbor: AddressInput = {
  fullName: 'Ruth Calloway',
  addressLine1: '4 Breakwater Street',
  addressLine2: '',
  city: 'Wick Harbor',
  stateProvince: 'Maine',
  postalCode: '04579',
  country: 'US',
};

function problemsOf(input: Partial<AddressInput>): Record<string, string> {
  const result = validateAddress({ ...harbor, ...input });
  if (result.ok) return {};
  return Object.fromEntries(Object.entries(result.problems).map(([field, problem]) => [field, problem.code]));
}

describe('a good address', () => {
  test('are stored as an envelope shows it, an empty second line as null', () => {
    const typed = { ...harbor, fullName: '  Ruth \t Calloway ', country: 'GB', postalCode: 'sw1a1aa' };
    expect(validateAddress(typed)).toEqual({
      ok: true,
      address: {
        ...harbor,
        addressLine2: null,
        stateProvince: '',
        country: 'GB',
        postalCode: 'SW1A 1AA',
        countryName: null,
      },
    });
  });

  test('elsewhere names its country, and only there', () => {
    const elsewhere = { ...harbor, country: 'OTHER', postalCode: 'none', countryName: ' Iceland ' };
    expect(validateAddress(elsewhere)).toMatchObject({
      ok: true,
      address: { country: 'OTHER', countryName: 'Iceland' },
    });
    expect(validateAddress({ ...harbor, countryName: 'Iceland' })).toMatchObject({ address: { countryName: null } });
    expect(problemsOf({ ...elsewhere, countryName: ' ' })).toEqual({ countryName: 'required' });
  });

  test('has the lines that its country’s post asks for, and no others', () => {
    const copenhagen = { ...harbor, country: 'DK', city: 'København', stateProvince: 'Maine', postalCode: '1050' };
    expect(validateAddress(copenhagen)).toMatchObject({ ok: true, address: { stateProvince: '' } });
    const singapore = { ...harbor, country: 'SG', city: '', stateProvince: '', postalCode: '018956' };
    expect(validateAddress(singapore)).toMatchObject({ ok: true, address: { city: 'Singapore', stateProvince: '' } });
  });

  test('elsewhere needs no region: not every country has them', () => {
    const iceland = { ...harbor, country: 'OTHER', countryName: 'Iceland', stateProvince: '' };
    expect(problemsOf(iceland)).toEqual({});
  });

  test('carries any script and no control character', () => {
    const typed = { ...harbor, fullName: 'Łucja\u0000 王\u0007\n', addressLine2: 'Apt\r\n3' };
    expect(validateAddress(typed)).toMatchObject({ address: { fullName: 'Łucja 王', addressLine2: 'Apt 3' } });
  });

  test.each(Array.from('\u200B\u200C\u200E\u202A\u202C\u2060\uFE0F'))('has no %j in any line', (character) => {
    const marked = Object.fromEntries(
      Object.entries(harbor).map(([field, line]) => [field, field === 'country' ? line : `${line}${character}`]),
    );
    expect(validateAddress({ ...harbor, ...marked })).toEqual(validateAddress(harbor));
  });
});

describe('what is wrong is said field by field', () => {
  test('everything but the second line is required', () => {
    const empty = { fullName: ' ', addressLine1: '', city: '', stateProvince: '', postalCode: '', country: '' };
    expect(problemsOf(empty)).toEqual({
      fullName: 'required',
      addressLine1: 'required',
      city: 'required',
      stateProvince: 'required',
      postalCode: 'required',
      country: 'country_unknown',
    });
  });

  test('in the words of the country', () => {
    const ireland = validateAddress({ ...harbor, country: 'IE', stateProvince: '', postalCode: 'AB1' });
    expect(ireland).toMatchObject({
      problems: {
        stateProvince: { code: 'required', message: 'Enter a county.' },
        postalCode: { message: 'Enter a valid Eircode, for example D02 AF30.' },
      },
    });
  });

  test('in one voice, whatever is missing', () => {
    const empty = { stateProvince: '', postalCode: '' };
    const words = (country: string) => {
      const result = validateAddress({ ...harbor, ...empty, country });
      return result.ok ? [] : Object.values(result.problems).map(({ message }) => message);
    };
    expect(words('US')).toEqual(['Enter a state.', 'Enter the ZIP code.']);
    expect(words('AU')).toEqual(['Enter a state or territory.', 'Enter the postcode.']);
  });

  test('lines longer than an envelope are refused', () => {
    expect(problemsOf({ city: 'x'.repeat(ADDRESS_LINE_LIMIT) })).toEqual({});
    expect(problemsOf({ city: 'x'.repeat(ADDRESS_LINE_LIMIT + 1) })).toEqual({ city: 'too_long' });
    expect(problemsOf({ postalCode: '1'.repeat(41) })).toEqual({ postalCode: 'too_long' });
  });

  test('a character that can’t be printed is named, in every line', () => {
    for (const field of ['fullName', 'addressLine1', 'addressLine2', 'city', 'stateProvince'] as const) {
      const result = validateAddress({ ...harbor, [field]: 'Wick 🕯 Harbor' });
      expect(result).toMatchObject({
        problems: { [field]: { code: 'unprintable', message: 'Replace “🕯”: we can’t print it.' } },
      });
    }
    expect(validateAddress({ ...harbor, fullName: 'عادة' })).toMatchObject({
      problems: { fullName: { message: 'Replace “ع”, “ا”, “د”, “ة”: we can’t print these characters.' } },
    });
    expect(problemsOf({ fullName: 'O\u02BBHara Łukasz \uFB01 東京 ™' })).toEqual({});
  });

  test('a country that form does not offer is refused', () => {
    expect(validateAddress({ ...harbor, country: 'IE', postalCode: 'D02 AF30' }, GIFT_COUNTRIES)).toMatchObject({
      problems: { country: { code: 'country_unknown' } },
    });
  });
});

test('an accepted address is accepted again, unchanged', () => {
  const line = fc.string({
    unit: fc.constantFrom(...Array.from('aéŁ東ßя0 ’-\u00A0\u200B\u3000\u0301\t')),
    maxLength: 40,
  });
  const input = fc.record({
    fullName: line,
    addressLine1: line,
    addressLine2: fc.option(line),
    city: line,
    stateProvince: line,
    postalCode: fc.oneof(
      line,
      fc.constantFrom('04579', '045791234', 'k1a0b1', 'SW1A 1AA', '1012js', 'NL-1012 JS', 'D-10117', 'none'),
    ),
    country: fc.constantFrom('US', 'CA', 'GB', 'NL', 'DE', 'OTHER'),
    countryName: fc.option(line),
  });
  fc.assert(
    fc.property(input, (typed) => {
      const first = validateAddress(typed);
      fc.pre(first.ok);
      expect(validateAddress(first.address)).toEqual(first);
    }),
    { numRuns: 500 },
  );
});

test('a subscription’s address is labelled with its number', () => {
  expect(subscriptionLabel(2)).toBe('Subscription 2');
});

test('the first address is Primary, and any other labelled with a number of its own', () => {
  expect(nextAddressLabel([])).toBe('Primary');
  expect(nextAddressLabel(['Home'])).toBe('Address 2');
  expect(nextAddressLabel(['Home', 'Address 3'])).toBe('Address 4');
});
