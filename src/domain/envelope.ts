import type { Address } from './address.ts';
import { country, type CountryCode, isCountryCode, printedPostalCode } from './countries.ts';

export const ADDRESS_DOUBTS = {
  other_country: 'A country that is not on our list: check the name and the postage.',
  incomplete: 'A line that the postman needs is empty.',
  postal_code: 'The postal code is not one of that country.',
  characters: 'It has characters that our type case lacks.',
  returned_before: 'A letter to this very address has come back.',
} as const;
export type AddressDoubt = keyof typeof ADDRESS_DOUBTS;

/**
 * What the label fonts print, as ranges for regular expressions of JavaScript and PostgreSQL. Right-to-left and Indic scripts need
 * shaping that labels cannot prove.
 */
export const PRINTABLE =
  '\\u0020-\\u007E\\u00A0-\\u024F\\u0300-\\u036F\\u0386\\u0388-\\u038A\\u038C\\u038E-\\u03A1\\u03A3-\\u03CE\\u0400-\\u045F\\u0490-\\u0491' +
  '\\u1E00-\\u1EFF\\u2010-\\u2015\\u2018-\\u201E\\u2026\\u2032-\\u2033\\u20AC\\u2116' +
  '\\u3000-\\u3002\\u3005-\\u3011\\u3041-\\u3096\\u309D-\\u309E\\u30A1-\\u30FE\\u3400-\\u4DB5\\u4E00-\\u9FEA\\uFF01-\\uFF5E';

const UNPRINTABLE = new RegExp(`[^${PRINTABLE}]`, 'u');

export function isPrintable(text: string): boolean {
  return !UNPRINTABLE.test(text.normalize('NFC').replaceAll(/[\r\n]/g, ''));
}

/** Null: the address can be printed. The SQL of freeze/freeze.ts says the same. */
export function addressDoubt(address: Address): Exclude<AddressDoubt, 'returned_before'> | null {
  if (address.country === 'OTHER') return 'other_country';
  return lineDoubt(address);
}

export function lineDoubt(address: Address): Exclude<AddressDoubt, 'returned_before' | 'other_country'> | null {
  const { fullName, addressLine1, city, postalCode } = address;
  if ([fullName, addressLine1, city].some((line) => line.trim() === '')) return 'incomplete';
  if (address.country === 'OTHER' && !address.countryName?.trim()) return 'incomplete';
  if (!country(address.country).postalCode.pattern.test(postalCode)) return 'postal_code';
  return UNPRINTABLE.test(envelopeLines(address).join('')) ? 'characters' : null;
}

type TownLine = 'town_region_code' | 'code_town' | 'town_code' | 'lines_apart';

const TOWN_LINES = {
  US: 'town_region_code',
  CA: 'town_region_code',
  AU: 'town_region_code',
  GB: 'lines_apart',
  IE: 'lines_apart',
  NZ: 'town_code',
  SG: 'town_code',
  JP: 'town_region_code',
  DE: 'code_town',
  FR: 'code_town',
  NL: 'code_town',
  BE: 'code_town',
  IT: 'code_town',
  ES: 'code_town',
  SE: 'code_town',
  NO: 'code_town',
  DK: 'code_town',
  AT: 'code_town',
  CH: 'code_town',
  PT: 'code_town',
  FI: 'code_town',
  OTHER: 'town_region_code',
} as const satisfies Record<CountryCode, TownLine>;

export function envelopeLines(address: Address): readonly string[] {
  const { fullName, addressLine1, addressLine2 } = address;
  return [fullName, addressLine1, addressLine2 ?? '', ...townLines(address), countryLine(address)].filter(
    (line) => line.trim() !== '',
  );
}

const WRITE_TOWN = {
  town_region_code: ({ city, stateProvince, postalCode }) => [joined(city, stateProvince, postalCode)],
  code_town: ({ city, postalCode }) => [joined(postalCode, city)],
  town_code: ({ city, postalCode }) => [joined(city, postalCode)],
  lines_apart: ({ city, stateProvince, postalCode }) => [city, stateProvince, postalCode],
} as const satisfies Record<TownLine, (address: Address) => readonly string[]>;

function townLines(address: Address): readonly string[] {
  const postalCode = printedPostalCode(address.country, address.postalCode);
  return WRITE_TOWN[TOWN_LINES[address.country]]({ ...address, postalCode });
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part.trim() !== '').join(' ');
}

function countryLine({ country: code, countryName }: Address): string {
  if (code === 'US') return '';
  return (code === 'OTHER' ? (countryName ?? '') : country(code).name).toUpperCase();
}

/** A country that has left the list becomes OTHER. */
export function storedAddress(stored: Omit<Address, 'country'> & { readonly country: string }): Address {
  if (isCountryCode(stored.country)) return { ...stored, country: stored.country };
  return { ...stored, country: 'OTHER', countryName: stored.countryName ?? stored.country };
}
