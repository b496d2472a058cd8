import type { Address } from './address.ts';
import { country, isCountryCode, printedPostalCode } from './countries.ts';

export const ADDRESS_DOUBTS = {
  other_country: 'A country that is not on our list: check the name and the postage.',
  incomplete: 'A required line is empty.',
  postal_code: 'The postal code is not one of that country.',
  characters: 'It has characters that we can’t print.',
  script: 'A line has no Latin letters: our post office must be able to read the town.',
  undeliverable: 'The post office says that nothing can be delivered there.',
  returned_before: 'A letter to this address was returned.',
} as const;
export type AddressDoubt = keyof typeof ADDRESS_DOUBTS;

/**
 * Characters that the label fonts can print, as ranges for regular expressions. Right-to-left and Indic scripts are
 * missing, since they need text shaping.
 */
export const PRINTABLE =
  '\\u0020-\\u007E\\u00A0-\\u024F\\u0300-\\u036F\\u0386\\u0388-\\u038A\\u038C\\u038E-\\u03A1\\u03A3-\\u03CE\\u0400-\\u045F\\u0490-\\u0491' +
  '\\u1E00-\\u1EFF\\u2010-\\u2015\\u2018-\\u201E\\u2026\\u2032-\\u2033\\u20AC\\u2116' +
  '\\u3000-\\u3002\\u3005-\\u3011\\u3041-\\u3096\\u309D-\\u309E\\u30A1-\\u30FE\\u3400-\\u4DB5\\u4E00-\\u9FEA\\uFF01-\\uFF5E';

const SUBSTITUTES: Readonly<Record<string, string>> = {
  '\u02BB': "'",
  '\u02BC': "'",
  '\u02BD': "'",
  '\u2212': '-',
  '\u2122': 'TM',
  '\u2120': 'SM',
  '\uFB00': 'ff',
  '\uFB01': 'fi',
  '\uFB02': 'fl',
  '\uFB03': 'ffi',
  '\uFB04': 'ffl',
  '\uFB05': 'st',
  '\uFB06': 'st',
};
const LEFT_OUT = '\\u00AD\\u034F\\u061C\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u206F\\uFE00-\\uFE0F\\uFEFF';
export const PRINTED = PRINTABLE + LEFT_OUT + Object.keys(SUBSTITUTES).join('');

const LEFT_OUT_OR_OTHERWISE = new RegExp(`[${LEFT_OUT}${Object.keys(SUBSTITUTES).join('')}]`, 'gu');
const UNPRINTABLE = new RegExp(`[^${PRINTED}]`, 'gu');

export function asPrinted(text: string): string {
  return text.replace(LEFT_OUT_OR_OTHERWISE, (character) => SUBSTITUTES[character] ?? '').normalize('NFC');
}

export function isPrintable(text: string): boolean {
  return unprintableIn(text.normalize('NFC').replaceAll(/[\r\n]/g, '')).length === 0;
}

export function unprintableIn(text: string): readonly string[] {
  return text.match(UNPRINTABLE) ?? [];
}

export function unprintableInWords(address: Address): readonly string[] {
  return envelopeLines(address).flatMap((line, index) =>
    [...new Set(unprintableIn(line))].map((character) => {
      const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
      return `Line ${index + 1} has U+${code} ${character}, which our envelope face can’t print.`;
    }),
  );
}

function onPaper(line: string): string {
  return asPrinted(line).replace(UNPRINTABLE, '').replaceAll(/ +/g, ' ').trim();
}

export function printableAddress<A extends Omit<Address, 'country'>>(address: A): A {
  const { addressLine2, countryName } = address;
  return {
    ...address,
    fullName: onPaper(address.fullName),
    addressLine1: onPaper(address.addressLine1),
    addressLine2: addressLine2 === null ? null : onPaper(addressLine2) || null,
    city: onPaper(address.city),
    stateProvince: onPaper(address.stateProvince),
    postalCode: onPaper(address.postalCode),
    countryName: countryName === null ? null : onPaper(countryName) || null,
  };
}

/** Null if the address can be printed. The SQL of src/server/fulfilment/freeze.ts says the same. */
export function addressDoubt(address: Address): Exclude<AddressDoubt, 'returned_before' | 'undeliverable'> | null {
  if (address.country === 'OTHER') return 'other_country';
  return lineDoubt(address);
}

export function lineDoubt(
  address: Address,
): Exclude<AddressDoubt, 'returned_before' | 'undeliverable' | 'other_country'> | null {
  const { fullName, addressLine1, city, postalCode } = address;
  if ([fullName, addressLine1, city].some((line) => line.trim() === '')) return 'incomplete';
  if (address.country === 'OTHER' && !address.countryName?.trim()) return 'incomplete';
  if (!country(address.country).postalCode.pattern.test(postalCode)) return 'postal_code';
  if (unprintableIn([fullName, postalCode, ...READ_HERE.map((field) => address[field])].join('')).length > 0)
    return 'characters';
  return READ_HERE.some((field) => isInOtherScript(address[field] ?? '')) ? 'script' : null;
}

/**
 * The fields that a postal clerk in the United States must be able to read (rules/fulfilment 39). The name isn't one:
 * it matters only at the recipient's door.
 */
export const READ_HERE = ['addressLine1', 'addressLine2', 'city', 'stateProvince', 'countryName'] as const;

/**
 * Ranges of letters, as in `PRINTABLE`, that the fonts can print but a postal clerk in the United States may not be
 * able to read.
 */
export const OTHER_SCRIPTS = '\\u0386-\\u045F\\u0490-\\u0491\\u3005-\\u3007\\u3041-\\u30FE\\u3400-\\u9FEA';
export const LATIN = 'A-Za-z\\u00C0-\\u024F\\u1E00-\\u1EFF\\uFF21-\\uFF3A\\uFF41-\\uFF5A';

const HAS_OTHER_SCRIPT = new RegExp(`[${OTHER_SCRIPTS}]`, 'u');
const HAS_LATIN = new RegExp(`[${LATIN}]`, 'u');

function isInOtherScript(line: string): boolean {
  return HAS_OTHER_SCRIPT.test(line) && !HAS_LATIN.test(line);
}

export function envelopeLines(address: Address): readonly string[] {
  const { fullName, addressLine1, addressLine2, country: code } = address;
  const below = country(code).lines.flatMap((line) =>
    line === '%A' ? [addressLine1, addressLine2 ?? ''] : [written(line, address)],
  );
  return [fullName, ...below, countryLine(address)].map(asPrinted).filter((line) => line.trim() !== '');
}

/** An empty part also drops the separator before it. */
function written(line: string, { city, stateProvince, postalCode, country: code }: Address): string {
  const parts: Readonly<Record<string, string>> = {
    C: city,
    S: stateProvince,
    Z: printedPostalCode(code, postalCode),
  };
  return line
    .replace(/(,? *)%([CSZ])/g, (_, before: string, part: string) => {
      const text = parts[part]?.trim() ?? '';
      return text === '' ? '' : before + text;
    })
    .trim();
}

function countryLine({ country: code, countryName }: Address): string {
  if (code === 'US') return '';
  return (code === 'OTHER' ? (countryName ?? '') : country(code).name).toUpperCase();
}

/** If a country is no longer in the list, it becomes OTHER. */
export function storedAddress(stored: Omit<Address, 'country'> & { readonly country: string }): Address {
  if (isCountryCode(stored.country)) return { ...stored, country: stored.country };
  return { ...stored, country: 'OTHER', countryName: stored.countryName ?? stored.country };
}
