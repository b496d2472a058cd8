import {
  country as countryOf,
  type CountryCode,
  isCountryCode,
  normalisePostalCode,
  type PostalCodeFormat,
  SHIPPING_COUNTRIES,
} from './countries.ts';
import { unprintableIn } from './envelope.ts';
import { cleanCode, cleanLine } from './typed-text.ts';

export interface Address {
  readonly fullName: string;
  readonly addressLine1: string;
  readonly addressLine2: string | null;
  readonly city: string;
  readonly stateProvince: string;
  readonly postalCode: string;
  readonly country: CountryCode;
  readonly countryName: string | null;
}

export interface AddressInput {
  readonly fullName: string;
  readonly addressLine1: string;
  readonly addressLine2?: string | null | undefined;
  readonly city: string;
  readonly stateProvince: string;
  readonly postalCode: string;
  readonly country: string;
  readonly countryName?: string | null | undefined;
}

export type AddressField = keyof Address;

const ADDRESS_FIELDS = [
  'fullName',
  'addressLine1',
  'addressLine2',
  'city',
  'stateProvince',
  'postalCode',
  'country',
  'countryName',
] as const satisfies readonly AddressField[];

export interface AddressProblem {
  readonly code: 'required' | 'too_long' | 'unprintable' | 'postal_code_format' | 'country_unknown';
  readonly message: string;
}

export type AddressProblems = Partial<Record<AddressField, AddressProblem>>;

export type AddressValidation =
  | { readonly ok: true; readonly address: Address }
  | { readonly ok: false; readonly problems: AddressProblems };

export const ADDRESS_LINE_LIMIT = 100;
export const POSTAL_CODE_LIMIT = 40;

export function validateAddress(
  input: AddressInput,
  offered: readonly CountryCode[] = SHIPPING_COUNTRIES,
): AddressValidation {
  const country = chosenCountry(input.country, offered);
  const lines = linesOfCountry(normalisedLines(input), country);
  const problems: AddressProblems = {
    ...lineProblems(lines, country),
    ...(country === null ? { country: COUNTRY_UNKNOWN } : postalCodeProblems(lines.postalCode, country)),
  };
  if (country === null || Object.keys(problems).length > 0) return { ok: false, problems };
  return { ok: true, address: toAddress(lines, country) };
}

const COUNTRY_UNKNOWN: AddressProblem = {
  code: 'country_unknown',
  message: 'Choose a country from the list.',
};

function chosenCountry(typed: string, offered: readonly CountryCode[]): CountryCode | null {
  return isCountryCode(typed) && offered.includes(typed) ? typed : null;
}

type Lines = Record<Exclude<AddressField, 'country'>, string>;

function normalisedLines(input: AddressInput): Lines {
  return {
    fullName: cleanLine(input.fullName),
    addressLine1: cleanLine(input.addressLine1),
    addressLine2: cleanLine(input.addressLine2 ?? ''),
    city: cleanLine(input.city),
    stateProvince: cleanCode(input.stateProvince),
    postalCode: cleanCode(input.postalCode),
    countryName: cleanLine(input.countryName ?? ''),
  };
}

/** Drops lines that the country's addresses don't have (rules/checkout 36). */
function linesOfCountry(lines: Lines, code: CountryCode | null): Lines {
  if (code === null) return lines;
  const { stateLabel, onlyTown } = countryOf(code);
  return {
    ...lines,
    city: onlyTown ?? lines.city,
    stateProvince: stateLabel === null ? '' : lines.stateProvince,
  };
}

export function addressLinesOf(code: CountryCode): readonly AddressField[] {
  const { stateLabel, onlyTown } = countryOf(code);
  return ADDRESS_FIELDS.filter(
    (field) => !(field === 'stateProvince' && stateLabel === null) && !(field === 'city' && onlyTown !== undefined),
  );
}

function toAddress(lines: Lines, country: CountryCode): Address {
  return {
    ...lines,
    addressLine2: lines.addressLine2 === '' ? null : lines.addressLine2,
    postalCode: normalisePostalCode(country, lines.postalCode),
    country,
    countryName: country === 'OTHER' ? lines.countryName : null,
  };
}

function missingLineMessages(country: CountryCode | null): Record<keyof Lines, string | null> {
  const { stateLabel, stateOptional = false, postalCode } = countryOf(country ?? 'US');
  return {
    fullName: 'Enter a name.',
    addressLine1: 'Enter a street address.',
    addressLine2: null,
    city: 'Enter a city or town.',
    stateProvince: stateLabel === null || stateOptional ? null : `Enter a ${stateLabel.toLowerCase()}.`,
    postalCode: `Enter the ${postalCodeNoun(postalCode)}.`,
    countryName: country === 'OTHER' ? 'Enter the country, in English if you can.' : null,
  };
}

function lineProblems(lines: Lines, country: CountryCode | null): AddressProblems {
  const missing = missingLineMessages(country);
  const problems: AddressProblems = {};
  for (const field of Object.keys(lines) as (keyof Lines)[]) {
    const problem = lineProblem(lines[field], missing[field], limitOf(field));
    if (problem !== null) problems[field] = problem;
  }
  return problems;
}

function limitOf(field: keyof Lines): number {
  return field === 'postalCode' ? POSTAL_CODE_LIMIT : ADDRESS_LINE_LIMIT;
}

function lineProblem(line: string, missing: string | null, limit: number): AddressProblem | null {
  if (line === '') return missing === null ? null : { code: 'required', message: missing };
  if (line.length > limit) {
    return { code: 'too_long', message: `Use at most ${limit} characters, so that the line fits on an envelope.` };
  }
  const characters = [...new Set(unprintableIn(line))];
  return characters.length === 0 ? null : { code: 'unprintable', message: unprintableMessage(characters) };
}

const NAMED_AT_MOST = 5;

/** Writes, for example, 'Replace “🕯”: we can’t print it.' */
function unprintableMessage(characters: readonly string[]): string {
  const named = characters.slice(0, NAMED_AT_MOST).map((character) => `“${character}”`);
  return `Replace ${named.join(', ')}: we can’t print ${characters.length === 1 ? 'it' : 'these characters'}.`;
}

function postalCodeProblems(typed: string, country: CountryCode): AddressProblems {
  const { postalCode } = countryOf(country);
  const { example, pattern } = postalCode;
  if (typed === '' || typed.length > POSTAL_CODE_LIMIT) return {};
  if (pattern.test(normalisePostalCode(country, typed))) return {};
  const message = `Enter a valid ${postalCodeNoun(postalCode)}, for example ${example}.`;
  return { postalCode: { code: 'postal_code_format', message } };
}

function postalCodeNoun({ label }: PostalCodeFormat): string {
  return label.startsWith('Post') ? label.toLowerCase() : label;
}

export const SIGNUP_ADDRESS_LABEL = 'Home';
const FIRST_ADDRESS_LABEL = 'Primary';

/** 'Primary' for the first address, then 'Address {n}' with the first free number. */
export function nextAddressLabel(taken: readonly string[]): string {
  if (taken.length === 0) return FIRST_ADDRESS_LABEL;
  let n = taken.length + 1;
  while (taken.includes(`Address ${n}`)) n += 1;
  return `Address ${n}`;
}

export function subscriptionLabel(n: number): string {
  return `Subscription ${n}`;
}
